#include "cli/attention.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "cli/adapted.hpp"
#include "core/text.hpp"
#include "model/counterfactual.hpp"

namespace kvtally::cli {

namespace {

constexpr std::array<std::string_view, 4> kOfAnyAttention{"num_hidden_layers", "num_attention_heads", "head_dim",
                                                          "v_head_dim"};

}  // namespace

Expected<std::vector<Attention>> parse_attentions(const std::optional<std::string>& text) {
  if (!text) {
    return std::vector<Attention>{{}};
  }
  std::vector<Attention> out;
  Problems problems;
  const std::vector<std::string_view> words = split(*text, ',');
  for (const std::string_view word : words.empty() ? std::vector<std::string_view>{""} : words) {
    auto attention = parse_attention(word);
    if (attention) {
      out.push_back(*attention);
    } else {
      problems.push_back(std::move(attention.error()));
    }
  }
  if (!problems.empty()) {
    return std::unexpected(distinct(std::move(problems)));
  }
  return out;
}

Expected<Description> given(const Description& description, const Attention& attention) {
  auto model = counterfactual(description.model, attention);
  if (!model) {
    Problems problems;
    for (const std::string& error : model.error()) {
      problems.push_back(refusal(description.model, fmt::format("as {}: {}", name_of(attention), error)));
    }
    return std::unexpected(std::move(problems));
  }
  Description out = description;
  if (other_layers(description.model, *model)) {
    model->name += " as " + name_of(attention);
    std::erase_if(out.origins, [](const Origin& origin) {
      return std::ranges::find(kOfAnyAttention, origin.key) == kOfAnyAttention.end();
    });
  }
  out.model = std::move(*model);
  return out;
}

}  // namespace kvtally::cli
