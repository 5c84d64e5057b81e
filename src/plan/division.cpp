#include "plan/division.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kvtally {

namespace {

bool has_heads(Role role) { return role == Role::key || role == Role::value || role == Role::key_and_value; }

void divide(Entry& entry, std::int64_t tp, Refusals& refusals) {
  for (Row& row : entry) {
    if (!has_heads(row.role)) {
      continue;
    }
    if (const auto share = replicated_share(row.heads, tp)) {
      row.heads = *share;
    } else {
      refusals.add(
          fmt::format("num_key_value_heads {} does not divide over tp {}; expected a tp that divides it, "
                      "or that it divides",
                      row.heads, tp));
    }
  }
}

void divide(Scoring& scoring, std::int64_t tp, Refusals& refusals) {
  if (scoring.query_heads % tp == 0) {
    scoring.query_heads /= tp;
  } else {
    refusals.add(fmt::format("num_attention_heads {} does not divide over tp {}; expected a tp that divides it",
                             scoring.query_heads, tp));
  }
}

}  // namespace

void Refusals::add(std::string sentence) {
  if (std::ranges::find(sentences_, sentence) == sentences_.end()) {
    sentences_.push_back(std::move(sentence));
  }
}

std::optional<std::int64_t> replicated_share(std::int64_t heads, std::int64_t tp) {
  if (heads % tp == 0) {
    return heads / tp;
  }
  return heads > 0 && tp % heads == 0 ? std::optional<std::int64_t>(1) : std::nullopt;
}

Layer device_layer(const Layer& layer, std::int64_t tp, Refusals& refusals) {
  Layer out = layer;
  for (Memory& memory : out.memories) {
    divide(memory.entry, tp, refusals);
    divide(memory.scoring, tp, refusals);
    if (memory.expanded) {
      divide(*memory.expanded, tp, refusals);
    }
    if (memory.open) {
      divide(memory.open->pending, tp, refusals);
      divide(memory.open->overlap, tp, refusals);
    }
  }
  out.state = device_state(layer.state, tp, refusals);
  return out;
}

Model device_model(const Model& model, std::int64_t tp, Refusals& refusals) {
  Model out = model;
  for (Layer& layer : out.layers) {
    layer = device_layer(layer, tp, refusals);
  }
  // DeepSeek-V4 projects the heads' outputs in groups, each by a matrix of its own.
  const auto groups = model.weights.size("o_groups");
  if (groups && *groups % tp != 0) {
    refusals.add(
        fmt::format("o_groups {} does not divide over tp {}; expected a tp that divides it", *groups, tp));
  }
  return out;
}

}  // namespace kvtally
