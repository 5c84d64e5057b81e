#include "reference/cache/state.hpp"

#include <cassert>
#include <fmt/format.h>

namespace kvtally::reference {

void StateLayer::allocate(std::string_view name, const Shape& shape, CodecPtr codec) {
  assert(shape.size() == 4);
  const auto [at, fresh] = tensors_.emplace(name, RowStore(std::move(codec), *counter_, Kept::state));
  assert(fresh);
  at->second.allocate_like(Tensor({shape[0], shape[1], 0, shape[3]}), shape[2]);
}

RowStore& StateLayer::store(std::string_view name) {
  const auto found = tensors_.find(name);
  assert(found != tensors_.end());
  return found->second;
}

const RowStore& StateLayer::store(std::string_view name) const {
  const auto found = tensors_.find(name);
  assert(found != tensors_.end());
  return found->second;
}

Tensor StateLayer::read(std::string_view name) const {
  const RowStore& from = store(name);
  const Rows rows = from.rows(positions_from(0, from.slots()));
  for (std::int64_t b = 0; b < rows.batch(); ++b) {
    for (std::int64_t h = 0; h < rows.heads(); ++h) {
      for (std::int64_t row = 0; row < rows.slots(); ++row) {
        rows.load(b, h, row);
        rows.need(b, h, row);
      }
    }
  }
  return rows.numbers();
}

void StateLayer::write(std::string_view name, const Tensor& tensor) {
  assert(tensor.size(2) == store(name).slots());
  store(name).write(tensor, 0);
}

void StateLayer::write_row(std::string_view name, std::int64_t row, const Tensor& numbers) {
  assert(numbers.size(2) == 1);
  store(name).write(numbers, row);
}

KeyValues StateLayer::update(const Tensor&, const Tensor&) {
  assert(false && "a state takes no keys and values");
  return {};
}

Footprint StateLayer::footprint() const {
  Footprint sum;
  for (const auto& [name, tensor] : tensors_) {
    sum += {{tensor.bytes()}, {tensor.bytes()}};
  }
  return sum;
}

void StateLayer::reset() {
  for (auto& [name, tensor] : tensors_) {
    tensor.clear();
  }
  length_ = 0;
}

void StateLayer::pick(std::span<const std::int64_t> requests) {
  for (auto& [name, tensor] : tensors_) {
    tensor.pick(requests);
  }
}

std::expected<void, std::string> StateLayer::can_crop(std::int64_t length) const {
  if (length != length_) {
    return std::unexpected(fmt::format("a state that has seen {} tokens can't go back to {}", length_, length));
  }
  return {};
}

}  // namespace kvtally::reference
