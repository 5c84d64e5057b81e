#include <algorithm>

#include "hardware/step_parts.hpp"
#include "model/weight_facts.hpp"

namespace kvtally {

namespace {

constexpr std::string_view kPositions = "position embedding";

// The rows of a lookup table; nothing where the description does not say.
std::optional<std::int64_t> rows_of(const Model& model, const WeightGroup& group) {
  return group.name == kPositions ? model.weights.size("learned_positions") : model.vocab_size;
}

// A row for each token, at most the table.
Bytes looked_up(const Model& model, const WeightGroup& group, Wide tokens) {
  const auto rows = rows_of(model, group);
  if (!rows || *rows <= 0) {
    return {};
  }
  return {group.total().value / *rows * std::min<Wide>(tokens, *rows)};
}

// Whole experts of all layers; the mean is rounded to bytes once.
Bytes experts_bytes(const WeightGroup& group, Wide tokens) {
  if (tokens == 1) {
    return group.copy * (Wide{group.layers} * group.active);
  }
  const auto batch = static_cast<std::int64_t>(std::min<Wide>(tokens, std::int64_t{1} << 62));
  const double mean = experts_read(group.copies, group.active, batch);
  const Bytes bytes{whole_part(mean * static_cast<double>((group.copy * group.layers).value))};
  return std::clamp(bytes, group.copy * (Wide{group.layers} * group.active), group.total());
}

// The parts of one group.
class PartCollector {
 public:
  PartCollector(StepParts& parts, const Model& model, const WeightPass& pass, const WeightReading& reading)
      : parts_(parts), model_(model), pass_(pass), reading_(reading) {}

  void group(const WeightGroup& group) {
    if (group.of_encoder_positions()) {
      encoder(group);
      return;
    }
    const bool head = group.part == WeightPart::head || group.also_head;
    const Bytes read = reading_.whole ? group.total() : read_of(model_, group, pass_);
    const MultiplyAdds macs = macs_of(group) * (head ? pass_.head_tokens : pass_.tokens) * pass_.times;
    if (group.also_head) {
      add("embedding rows", group, reading_.whole ? Bytes{} : read, {}, pass_.times);
      add("head", group, reading_.whole || pass_.head_tokens > 0 ? group.total() : Bytes{}, macs, pass_.times);
    } else {
      add(part_of(group), group, read, macs, pass_.times);
    }
  }

 private:
  void encoder(const WeightGroup& group) {
    add(part_of(group), group, reading_.whole ? group.total() * pass_.times : read_of(model_, group, pass_),
        macs_of(group) * pass_.encoder_positions, 1);
  }

  void add(std::string_view name, const WeightGroup& group, Bytes read, MultiplyAdds macs, Wide times) {
    if (reading_.active) {
      parts_.add_weights("weights as given", "weights", {{}, {}, macs, group.format});
    } else {
      parts_.add_weights(name, name_of(group.part), {read * times, {}, macs, group.format});
    }
  }

  StepParts& parts_;
  const Model& model_;
  const WeightPass& pass_;
  const WeightReading& reading_;
};

}  // namespace

std::string_view part_of(const WeightGroup& group) {
  if (group.copies > group.active) {
    return "experts";
  }
  switch (group.part) {
    case WeightPart::embedding: return "embedding rows";
    case WeightPart::attention: return "attention weights";
    case WeightPart::feed_forward: return "feed-forward";
    case WeightPart::experts: return "shared experts and router";
    case WeightPart::norm: return "norms";
    case WeightPart::head: return "head";
    case WeightPart::draft: return "draft layer";
    case WeightPart::encoder: return "encoder";
    case WeightPart::other: return "other weights";
  }
  return "";
}

Bytes read_of(const Model& model, const WeightGroup& group, const WeightPass& pass) {
  if (group.of_encoder_positions()) {
    return pass.encoder_positions > 0 ? group.total() : Bytes{};
  }
  if (group.copies > group.active) {
    return experts_bytes(group, pass.tokens * pass.expert_groups);
  }
  if (group.part == WeightPart::embedding) {
    return looked_up(model, group, pass.tokens);
  }
  if (group.part == WeightPart::head && pass.head_tokens == 0) {
    return {};
  }
  return group.total();
}

std::int64_t encoder_positions(const Model& model) {
  std::int64_t most = 0;
  for (const Layer& layer : model.layers) {
    for (const Memory& memory : layer.memories) {
      const auto* fixed = std::get_if<Fixed>(&memory.retention);
      most = std::max(most, fixed == nullptr ? 0 : fixed->count);
    }
  }
  return most;
}

MultiplyAdds macs_of(const WeightGroup& group) { return group.macs * (Wide{group.layers} * group.active); }

void add_weight_parts(StepParts& parts, const Model& model, const WeightLoad& weights, const WeightPass& pass,
                      const WeightReading& reading) {
  if (reading.active) {
    parts.add_weights("weights as given", "weights", {*reading.active * pass.times, {}, {}, {}});
  }
  PartCollector collector(parts, model, pass, reading);
  for (const WeightGroup& group : weights.groups) {
    if (!stands_apart(group.part)) {
      collector.group(group);
    }
  }
}

}  // namespace kvtally
