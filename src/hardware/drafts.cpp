#include "hardware/drafts.hpp"

#include <algorithm>

namespace kvtally {

namespace {

// One draft layer as a model of its own.
Model draft_model(const Model& model) {
  Model out = model;
  out.order = {Run{model.draft.front().layer, 1}};
  out.draft.clear();
  return out;
}

// A group of all draft layers as that of one. What several runs of equal layers have is listed for each run.
WeightGroup of_one_layer(WeightGroup group) {
  group.part = group.copies > group.active ? WeightPart::experts : WeightPart::other;
  group.layers = 1;
  return group;
}

// The draft layer's own weights with the model's embedding and head, which it uses; nothing where it has none.
std::optional<WeightLoad> draft_weights(const WeightLoad& weights) {
  WeightLoad out;
  out.from = weights.from;
  bool own = false;
  for (const WeightGroup& group : weights.groups) {
    if (group.part == WeightPart::embedding || group.part == WeightPart::head) {
      out.groups.push_back(group);
    } else if (group.part == WeightPart::draft) {
      own = true;
      WeightGroup one = of_one_layer(group);
      if (std::ranges::find(out.groups, one) == out.groups.end()) {
        out.groups.push_back(std::move(one));
      }
    }
  }
  return own ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace

double expected_tokens(const Drafting& drafting) {
  double sum = 1;
  double all_accepted = 1;
  for (std::int64_t i = 0; i < drafting.drafted; ++i) {
    all_accepted *= drafting.acceptance;
    sum += all_accepted;
  }
  return sum;
}

DraftedStep drafted_time(const Model& model, const WeightLoad& weights, const DecodeStep& step,
                         const Drafting& drafting, const Rates& rates) {
  DraftedStep out;
  DecodeStep check = step;
  check.tokens = 1 + drafting.drafted;
  out.check = decode_time(model, weights, check, rates);
  out.seconds = out.check.total;
  out.tokens = expected_tokens(drafting);
  const auto own = draft_weights(weights);
  if (own && !model.draft.empty()) {
    DecodeStep one = step;
    one.tokens = 1;
    one.reading = {};
    out.draft = decode_time(draft_model(model), *own, one, rates);
    out.seconds += {out.draft->total.value * static_cast<double>(drafting.drafted)};
  }
  out.per_token = {out.seconds.value / out.tokens};
  return out;
}

}  // namespace kvtally
