#include "plan/weight_division.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>

#include "account/parameters.hpp"
#include "plan/weight_share.hpp"

namespace kvtally {

namespace {

class Divider {
 public:
  Divider(const Model& model, const Model& device, const Placement& placement, Refusals& refusals)
      : model_(model),
        placement_(placement),
        shares_(model, device, placement),
        refusals_(refusals),
        order_(unrolled(model.order)),
        sparse_(sparse_layers(model)) {}

  DividedWeights divide(const WeightLoad& load) {
    for (const WeightGroup& group : load.groups) {
      PlacedGroup placed{group, StagePlace::layers, {}, 0};
      const std::optional<std::size_t> layer = next_layer(group);
      const Share share = share_of(group, layer, load.from);
      placed.group.copy = Bytes{ceil_div(group.copy.value * share.part, share.of)};
      placed.group.macs = MultiplyAdds{ceil_div(group.macs.value * share.part, share.of)};
      place(placed, layer);
      out_.groups.push_back(std::move(placed));
    }
    return std::move(out_);
  }

 private:
  // Groups come in the order of Model::layers. Of layers of one type and number, each has a group of a name once.
  std::optional<std::size_t> next_layer(const WeightGroup& group) {
    const bool draft = group.part == WeightPart::draft;
    std::size_t& next = next_[{group.layer, group.name, draft}];
    for (std::size_t i = next; i < model_.layers.size(); ++i) {
      const std::int64_t count = count_of(draft ? model_.draft : model_.order, i);
      if (model_.layers[i].tag == group.layer && count == group.layers) {
        next = i + 1;
        return i;
      }
    }
    return std::nullopt;
  }

  Share share_of(const WeightGroup& group, std::optional<std::size_t> layer, const std::string& from) {
    if (group.part == WeightPart::encoder) {
      return {};
    }
    if (const auto rule = weight_rule(group.name)) {
      return shares_.of(division_of(*rule, group), group, layer);
    }
    const bool given = std::ranges::any_of(
        model_.weights.tensors, [&](const GivenTensor& t) { return t.name == group.name && !t.name.empty(); });
    if (given) {
      assume(fmt::format("how '{}' is divided is not known: whole on each device", group.name));
      return {};
    }
    if (group.name.starts_with("published")) {
      return published_share(group, from);
    }
    return share_of_part(group, from);
  }

  // Counts without shapes: which of them is whole on each device is not known.
  Share published_share(const WeightGroup& group, const std::string& from) {
    const std::int64_t together = placement_.tp * placement_.cp;
    const std::int64_t parts = group.active == 0 ? std::max(together, placement_.ep) : together;
    if (parts > 1) {
      assume(fmt::format("{}: divided evenly over the devices, as if none had to hold what another has", from));
    }
    return {1, parts};
  }

  // What a file stores of a part, tensors of all names together.
  Share share_of_part(const WeightGroup& group, const std::string& from) {
    switch (group.part) {
      case WeightPart::embedding:
      case WeightPart::head: return shares_.of(Division::vocabulary, group, {});
      case WeightPart::feed_forward: return shares_.of(Division::feed_forward, group, {});
      case WeightPart::experts:
        return shares_.of(group.copies > 1 ? Division::experts : Division::shared_expert, group, {});
      case WeightPart::attention:
      case WeightPart::draft: return mean_share(group.part, from);
      case WeightPart::norm:
      case WeightPart::encoder:
      case WeightPart::other: break;
    }
    return {};
  }

  // The share of a part's computed parameters that a device has, all names together.
  Share mean_share(WeightPart part, const std::string& from) {
    if (placement_.devices() == placement_.pp * placement_.dp && placement_.ep == 1) {
      return {};
    }
    const ParameterCount count = count_parameters(model_);
    if (!count.known()) {
      refusals_.add(
          fmt::format("how the stored {} weights divide over tp {} is not known: the description lacks {}",
                      name_of(part), placement_.tp, fmt::join(count.missing, ", ")));
      return {};
    }
    Share mean{0, 0};
    next_.clear();
    for (const ParameterTensor& tensor : count.tensors) {
      if (tensor.part == part) {
        const WeightGroup group{part, tensor.layer, tensor.name, tensor.layers, tensor.copies, tensor.active,
                                {},   {},           {}};
        const Share share = share_of(group, next_layer(group), from);
        mean.part += ceil_div(tensor.total_count() * share.part, share.of);
        mean.of += tensor.total_count();
      }
    }
    next_.clear();
    assume(fmt::format("{}: {} weights are divided like the computed ones, all together", from, name_of(part)));
    return mean.of == 0 ? Share{} : mean;
  }

  void assume(std::string what) {
    if (std::ranges::find(out_.assumptions, what) == out_.assumptions.end()) {
      out_.assumptions.push_back(std::move(what));
    }
  }

  void place(PlacedGroup& placed, std::optional<std::size_t> layer) const {
    const WeightGroup& group = placed.group;
    const auto rule = weight_rule(group.name);
    const bool ruled = rule && rule->place != StagePlace::layers;
    if (group.part == WeightPart::draft || group.part == WeightPart::head) {
      placed.place = StagePlace::last;
    } else if (group.part == WeightPart::encoder || (group.part == WeightPart::embedding && !ruled)) {
      placed.place = StagePlace::first;
    } else if (ruled) {
      placed.place = rule->place;
    } else {
      spread(placed, layer);
    }
  }

  // Over the layers of its type, over those with that feed-forward, or over all.
  void spread(PlacedGroup& placed, std::optional<std::size_t> layer) const {
    const WeightGroup& group = placed.group;
    placed.at.assign(order_.size(), true);
    const bool feeds = group.part == WeightPart::experts || group.part == WeightPart::feed_forward;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const bool fits = layer                         ? order_[i] == *layer
                        : feeds && i < sparse_.size() ? feeds_here(i, group.part == WeightPart::experts)
                                                      : true;
      placed.at[i] = fits;
    }
    placed.layers = std::ranges::count(placed.at, true);
    if (placed.layers == 0) {
      placed.at.assign(order_.size(), true);
      placed.layers = static_cast<std::int64_t>(order_.size());
    }
  }

  bool feeds_here(std::size_t i, bool experts) const {
    const std::string& tag = model_.layers[order_[i]].tag;
    const bool alone = std::ranges::any_of(
        model_.layers, [](const Layer& layer) { return layer.tag == "moe" || layer.tag == "mlp"; });
    return alone ? tag == (experts ? "moe" : "mlp") : sparse_[i] == experts;
  }

  const Model& model_;
  const Placement& placement_;
  WeightShares shares_;
  Refusals& refusals_;
  std::vector<std::size_t> order_;
  std::vector<bool> sparse_;
  std::map<std::tuple<std::string, std::string, bool>, std::size_t> next_;
  DividedWeights out_;
};

}  // namespace

std::vector<bool> sparse_layers(const Model& model) {
  std::vector<bool> out;
  const std::int64_t layers = layer_count(model.order);
  const std::vector<MlpRun> runs =
      model.weights.mlp.empty() ? usual_mlp(model.weights, layers) : model.weights.mlp;
  for (const MlpRun& run : runs) {
    const std::int64_t room = layers - static_cast<std::int64_t>(out.size());
    out.insert(out.end(), static_cast<std::size_t>(std::clamp<std::int64_t>(run.count, 0, room)), run.sparse);
  }
  return out;
}

DividedWeights divide_weights(const Model& model, const Model& device, const WeightLoad& load,
                              const Placement& placement, Refusals& refusals) {
  return Divider(model, device, placement, refusals).divide(load);
}

std::optional<WeightGroup> stage_share(const PlacedGroup& placed, std::int64_t first, std::int64_t last) {
  const std::int64_t here = std::count(placed.at.begin() + first, placed.at.begin() + last, true);
  WeightGroup group = placed.group;
  if (here == 0) {
    return std::nullopt;
  }
  if (group.layers == placed.layers) {
    group.layers = here;
  } else {
    // One tensor for each layer, listed without them; or what a file stores of all layers together.
    group.copy = Bytes{ceil_div(group.copy.value * here, placed.layers)};
    group.macs = MultiplyAdds{ceil_div(group.macs.value * here, placed.layers)};
  }
  return group;
}

}  // namespace kvtally
