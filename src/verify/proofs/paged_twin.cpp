#include "verify/proofs/paged_twin.hpp"

#include <algorithm>

#include "reference/cache/dynamic.hpp"
#include "reference/kind/grouped_query.hpp"
#include "verify/random/tensor.hpp"

namespace kvtally {

using reference::Real;
using reference::Tensor;
using reference::TokenId;

PagedTwin::PagedTwin(reference::PagedLayer::Pool pool, std::int64_t batch, const reference::Kernel& paged,
                     const reference::Kernel& dense)
    : paged_kernel_(paged), dense_kernel_(dense), tokens_(static_cast<std::size_t>(batch)) {
  const auto real = reference::codec("real");
  auto layer = std::make_unique<reference::PagedLayer>(pool, real, real, counter_);
  paged_ = layer.get();
  paging_.add(std::move(layer));
  dense_.add(std::make_unique<reference::DynamicLayer>(real, real, counter_));
}

// Of the newest tokens; `what` tells queries, keys and values apart.
Tensor PagedTwin::rows(std::int64_t tokens, std::int64_t heads, std::int64_t dim, std::uint32_t what) const {
  Tensor out({batch(), heads, tokens, dim});
  for (std::int64_t b = 0; b < batch(); ++b) {
    const auto& all = tokens_[static_cast<std::size_t>(b)];
    for (std::int64_t t = 0; t < tokens; ++t) {
      const auto seen = std::span(all).first(all.size() - static_cast<std::size_t>(tokens - t - 1));
      std::mt19937_64 generator(reference::block_hash(std::nullopt, seen, what));
      const Tensor row = random_tensor({heads, dim}, generator);
      for (std::int64_t h = 0; h < heads; ++h) {
        std::ranges::copy(row.row(h), out.row(b, h, t).begin());
      }
    }
  }
  return out;
}

void PagedTwin::attend(std::int64_t tokens, std::uint64_t number) {
  if (!paged_->reserve(tokens, batch())) {
    return;
  }
  for (auto& request : tokens_) {
    for (std::int64_t t = 0; t < tokens; ++t) {
      request.push_back(static_cast<TokenId>(number % 2));
      number = number / 2 + (number % 2 << 63);
    }
  }
  const reference::NewTokens now{rows(tokens, 4, 3, 0), rows(tokens, 2, 3, 1), rows(tokens, 2, 2, 2)};
  const reference::Scoring scoring{.scale = Real(0.5), .soft_cap = {}, .bias = {}, .sinks = {}};
  const Tensor one = grouped_query({paging_, 0, paged_kernel_, counter_}, now, scoring).output;
  const Tensor other = grouped_query({dense_, 0, dense_kernel_, counter_}, now, scoring).output;
  const auto there = paged_->current();
  const auto wanted = dense().current();
  difference_ = std::max({difference_, largest_difference(one, other),
                          largest_difference(there.keys.numbers(), wanted.keys.numbers()),
                          largest_difference(there.values.numbers(), wanted.values.numbers())});
}

// The dense cache and the tokens, after the paged one.
void PagedTwin::follow(const std::vector<std::int64_t>& requests) {
  dense_.reorder(requests);
  std::vector<std::vector<TokenId>> tokens;
  for (const std::int64_t request : requests) {
    tokens.push_back(tokens_[static_cast<std::size_t>(request)]);
  }
  tokens_ = std::move(tokens);
}

void PagedTwin::pick(const std::vector<std::int64_t>& requests) {
  paging_.reorder(requests);
  follow(requests);
}

void PagedTwin::fork(std::int64_t request, std::int64_t children) {
  if (!paged_->fork(request, children)) {
    return;
  }
  std::vector<std::int64_t> requests = reference::positions_from(0, batch());
  requests.insert(requests.end(), static_cast<std::size_t>(children), request);
  follow(requests);
}

void PagedTwin::crop(std::int64_t length) {
  const bool cropped = paging_.crop(length) && dense_.crop(length);
  for (auto& request : tokens_) {
    request.resize(static_cast<std::size_t>(cropped ? length : std::ssize(request)));
  }
}

void PagedTwin::step(std::uint64_t number) {
  const std::uint64_t choice = number / 6;
  const auto some = static_cast<std::int64_t>(choice % 1000);
  switch (number % 6) {
    case 0: return fork(some % batch(), 1 + some / 10 % 2);
    case 1: return pick({some % batch(), some / 3 % batch(), some / 7 % batch()});
    case 2: return crop(paged_->length() - std::min(some % 4, paged_->length()));
    case 3: return name_tokens();
    default: return attend(1 + some % 3, choice);
  }
}

}  // namespace kvtally
