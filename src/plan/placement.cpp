#include "plan/placement.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "model/limits.hpp"
#include "plan/division.hpp"
#include "plan/pipeline.hpp"
#include "plan/weight_division.hpp"

namespace kvtally {

namespace {

using Sentences = std::vector<std::string>;

// The stage's part of runs: layers first … last−1.
std::vector<Run> runs_of_part(const std::vector<std::size_t>& order, std::int64_t first, std::int64_t last) {
  std::vector<Run> out;
  for (std::int64_t i = first; i < last; ++i) {
    const std::size_t layer = order[static_cast<std::size_t>(i)];
    if (!out.empty() && out.back().layer == layer) {
      ++out.back().count;
    } else {
      out.push_back({layer, 1});
    }
  }
  return out;
}

std::vector<MlpRun> feed_forwards(const std::vector<bool>& sparse, std::int64_t first, std::int64_t last) {
  std::vector<MlpRun> out;
  const auto known = static_cast<std::int64_t>(sparse.size());
  for (std::int64_t i = first; i < std::min(last, known); ++i) {
    if (out.empty() || out.back().sparse != sparse[static_cast<std::size_t>(i)]) {
      out.push_back({sparse[static_cast<std::size_t>(i)], 0});
    }
    ++out.back().count;
  }
  return out;
}

class StageCutter {
 public:
  StageCutter(const Model& model, const WeightLoad& load, const Placement& placement, const CutFor& cut)
      : model_(model),
        load_(load),
        placement_(placement),
        cut_(cut),
        device_(device_model(model, placement.tp, refusals_)),
        order_(unrolled(model.order)) {}

  std::expected<std::vector<Stage>, Sentences> stages() {
    check_experts();
    divide();
    const std::vector<bool> cuts = possible_cuts(model_);
    const auto starts = cut_into(costs(), cuts, placement_.pp);
    if (!starts) {
      refuse_stages(cuts);
    }
    if (!refusals_.empty()) {
      return std::unexpected(refusals_.take());
    }
    std::vector<Stage> out;
    for (std::size_t i = 0; i < starts->size(); ++i) {
      const bool last = i + 1 == starts->size();
      out.push_back(stage((*starts)[i], last ? layer_count(model_.order) : (*starts)[i + 1], i == 0, last));
    }
    return out;
  }

 private:
  void divide() {
    if (cut_.weighed == nullptr) {
      weights_ = divide_weights(model_, device_, load_, placement_, refusals_);
    } else {
      const Model device = device_model(*cut_.weighed, placement_.tp, refusals_);
      weights_ = divide_weights(*cut_.weighed, device, load_, placement_, refusals_);
    }
  }

  void check_experts() {
    const auto experts = model_.weights.size("num_experts");
    if (placement_.ep > 1 && experts.value_or(0) < placement_.ep) {
      refusals_.add(experts ? fmt::format("num_experts {} is less than ep {}", *experts, placement_.ep)
                            : fmt::format("no experts are known to divide over ep {}", placement_.ep));
    }
  }

  void refuse_stages(const std::vector<bool>& cuts) {
    const auto layers = layer_count(model_.order);
    const auto possible = std::ranges::count(cuts, true);
    refusals_.add(possible == layers
                      ? fmt::format("{} layers do not make {} stages", layers, placement_.pp)
                      : fmt::format("{} layers make at most {} stages, not {}: layers that use the memory or the "
                                    "choice of another stay with it",
                                    layers, possible, placement_.pp));
  }

  // Weights and what is kept, of each layer and of the ends.
  StageCosts costs() const {
    StageCosts out;
    std::vector<Wide> cache(device_.layers.size(), 0);
    out.last = cut_.last.value;
    for (const Term& term : device_terms({device_, {}, 0, 0, true, true, 1}, placement_, cut_.drafting)) {
      const Wide kept = cut_.kept(term).value;
      if (term.part == Part::draft) {
        out.last += kept;
      } else {
        cache[term.layer] += kept / term.layers;
      }
    }
    for (const std::size_t layer : order_) {
      out.layers.push_back(cache[layer]);
    }
    for (const PlacedGroup& placed : weights_.groups) {
      add_cost(placed, out);
    }
    return out;
  }

  void add_cost(const PlacedGroup& placed, StageCosts& out) const {
    const Wide total = placed.group.total().value;
    if (stands_apart(placed.group.part) && !cut_.drafting) {
      return;
    }
    if (placed.place == StagePlace::layers) {
      for (std::size_t i = 0; i < placed.at.size(); ++i) {
        out.layers[i] += placed.at[i] ? ceil_div(total, placed.layers) : 0;
      }
      return;
    }
    out.first += placed.place != StagePlace::last ? total : 0;
    out.last += placed.place != StagePlace::first || placed.group.also_head ? total : 0;
  }

  Stage stage(std::int64_t first, std::int64_t last, bool embeds, bool predicts) const {
    Stage out{device_, {{}, load_.from, load_.assumptions}, first, last - first, embeds, predicts, 1};
    out.expert_groups = std::max<std::int64_t>(1, placement_.ep / (placement_.tp * placement_.cp));
    out.model.order = runs_of_part(order_, first, last);
    if (!model_.weights.mlp.empty()) {
      out.model.weights.mlp = feed_forwards(sparse_layers(model_), first, last);
    }
    out.model.stored.reset();
    if (!predicts) {
      out.model.draft.clear();
    }
    for (const std::string& assumption : weights_.assumptions) {
      out.weights.assumptions.push_back(assumption);
    }
    for (const PlacedGroup& placed : weights_.groups) {
      add_group(placed, out);
    }
    return out;
  }

  void add_group(const PlacedGroup& placed, Stage& stage) const {
    if (placed.place == StagePlace::layers) {
      if (auto group = stage_share(placed, stage.first, stage.first + stage.layers)) {
        stage.weights.groups.push_back(std::move(*group));
      }
      return;
    }
    const bool here = (stage.embeds && placed.place != StagePlace::last) ||
                      (stage.predicts && placed.place != StagePlace::first);
    WeightGroup group = placed.group;
    // A tied embedding: its rows are looked up on the first stage, and it is the head of the last.
    group.also_head = group.also_head && stage.embeds && stage.predicts;
    if (here) {
      stage.weights.groups.push_back(std::move(group));
    } else if (stage.predicts && placed.group.also_head) {
      group.part = WeightPart::head;
      stage.weights.groups.push_back(std::move(group));
    }
  }

  const Model& model_;
  const WeightLoad& load_;
  const Placement& placement_;
  const CutFor& cut_;
  Refusals refusals_;
  Model device_;
  std::vector<std::size_t> order_;
  DividedWeights weights_;
};

}  // namespace

std::string print_placement(const Placement& placement) {
  std::string out = fmt::format("TP {}", placement.tp);
  for (const auto& [name, number] : {std::pair("CP", placement.cp), std::pair("PP", placement.pp),
                                     std::pair("DP", placement.dp), std::pair("EP", placement.ep)}) {
    out += number == 1 ? "" : fmt::format(", {} {}", name, number);
  }
  return out;
}

std::optional<std::string> wrong_placement(const Placement& placement) {
  for (const auto& [name, number] :
       {std::pair("tp", placement.tp), std::pair("cp", placement.cp), std::pair("pp", placement.pp),
        std::pair("dp", placement.dp), std::pair("ep", placement.ep)}) {
    if (number < 1) {
      return fmt::format("{} is {}; expected at least 1", name, number);
    }
  }
  if (!checked_product({placement.tp, placement.cp, placement.pp, placement.dp}, limits::kBatch)) {
    return fmt::format("tp × cp × pp × dp passes {} devices", limits::kBatch);
  }
  const std::int64_t together = placement.tp * placement.cp;
  const bool within = together % placement.ep == 0;
  const bool across = placement.ep % together == 0 && placement.dp % (placement.ep / together) == 0;
  if (!within && !across) {
    return fmt::format(
        "ep {} does not fit tp × cp = {} and dp {}; expected a divisor of {}, or {} times a divisor "
        "of {}",
        placement.ep, together, placement.dp, together, together, placement.dp);
  }
  return std::nullopt;
}

std::expected<std::vector<Stage>, Sentences> stages_of(const Model& model, const WeightLoad& weights,
                                                       const Placement& placement, const CutFor& cut) {
  if (auto wrong = wrong_placement(placement)) {
    return std::unexpected(Sentences{std::move(*wrong)});
  }
  return StageCutter(model, weights, placement, cut).stages();
}

std::expected<std::vector<Stage>, Sentences> stages_of(const Model& model, const WeightLoad& weights,
                                                       const Placement& placement, Tokens context) {
  CutFor cut;
  cut.kept = [context](const Term& term) { return value_at(term, context); };
  return stages_of(model, weights, placement, cut);
}

std::vector<Term> device_terms(const Stage& stage, const Placement& placement, bool drafting) {
  std::vector<Term> terms = terms_of(stage.model, drafting);
  for (Term& term : terms) {
    // ⌈n ÷ cp⌉ = ⌊(n − 1) ÷ cp⌋ + 1: a stair whose steps are so many times as long, with the same ends.
    if (term.form == Form::stair && term.part != Part::open) {
      term.every *= placement.cp;
    }
  }
  return terms;
}

}  // namespace kvtally
