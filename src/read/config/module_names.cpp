#include "read/config/module_names.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>

#include "core/parse.hpp"
#include "core/text.hpp"

namespace kvtally {

namespace {

using Part = WeightPart;

// A module, by a piece of its name; the first that is found holds. `tensor`: as account/parameters_*.cpp name it.
struct Rule {
  std::string_view piece;
  Part part;
  std::string_view tensor;
  bool vector = false;  // no matrix: nothing to keep
};

// Modules apart from the language model, whose layers are numbered on their own.
constexpr std::array kApart{
    Rule{"vision", Part::encoder, ""}, Rule{"visual", Part::encoder, ""}, Rule{"projector", Part::encoder, ""},
    Rule{"merger", Part::encoder, ""}, Rule{"audio", Part::encoder, ""},  Rule{"mtp", Part::draft, ""},
    Rule{"nextn", Part::draft, ""},    Rule{"eh_proj", Part::draft, ""},  Rule{"shared_head", Part::draft, ""},
};

constexpr std::array kRules{
    Rule{"norm", Part::norm, "", true},
    Rule{"bias", Part::norm, "", true},
    Rule{"lm_head", Part::head, ""},
    Rule{"embed", Part::embedding, ""},
    Rule{"shared_expert_gate", Part::experts, "", true},  // {hidden}: one dimension
    Rule{"shared_expert", Part::experts, "shared expert"},
    Rule{"router", Part::experts, "router"},
    Rule{"indexers_proj", Part::attention, "index weights"},
    Rule{"weights_proj", Part::attention, "index weights"},
    Rule{"indexer", Part::attention, "index"},
    Rule{"in_proj_a", Part::attention, "decay and step projections"},
    Rule{"in_proj_b", Part::attention, "decay and step projections"},
    Rule{"conv1d", Part::attention, "", true},
    Rule{"q_a_proj", Part::attention, "query down-projection"},
    Rule{"q_b_proj", Part::attention, "query projection"},
    Rule{"q_proj", Part::attention, "query projection"},
    Rule{"kv_a_proj", Part::attention, "latent projection"},
    Rule{"kv_b_proj", Part::attention, "key and value up-projection"},
    Rule{"k_proj", Part::attention, "key projection"},
    Rule{"v_proj", Part::attention, "value projection"},
    Rule{"o_proj", Part::attention, "output projection"},
    Rule{"attn", Part::attention, ""},
    Rule{"attention", Part::attention, ""},
    Rule{"(gate|up", Part::feed_forward, ""},
    Rule{"experts", Part::experts, ""},
    Rule{"mlp", Part::feed_forward, ""},
};

// The three matrices of a feed-forward are one tensor here: it is unconverted when all of them are.
constexpr std::array<std::string_view, 3> kProjections{"gate_proj", "up_proj", "down_proj"};

// `model.layers.12.mlp.gate`: 12 and ".mlp.gate".
struct Module {
  std::optional<std::int64_t> layer;
  std::string tail;  // the whole name where it names no layer
};

Module module_of(const std::string& name) {
  constexpr std::string_view kLayers = "layers.";
  const std::size_t at = name.find(kLayers);
  if (at == std::string::npos) {
    return {{}, name};
  }
  const std::size_t begin = at + kLayers.size();
  const std::size_t end = std::min(name.find_first_not_of("0123456789", begin), name.size());
  const auto layer = parse_integer(std::string_view(name).substr(begin, end - begin));
  return layer ? Module{*layer, name.substr(end)} : Module{{}, name};
}

bool is_router(std::string_view tail) { return tail == "gate" || tail.ends_with(".gate"); }

const Rule* rule_for(std::span<const Rule> rules, std::string_view name) {
  const auto rule =
      std::ranges::find_if(rules, [&](const Rule& r) { return name.find(r.piece) != std::string_view::npos; });
  return rule == rules.end() ? nullptr : &*rule;
}

class Reader {
 public:
  explicit Reader(std::int64_t layers) : layers_(layers) {}

  void read(const std::string& written) {
    std::string name = lower(written);
    std::erase(name, '\\');
    const Module module = module_of(name);
    if (const auto* apart = rule_for(kApart, name); apart != nullptr) {
      keep(apart->part, "", {});
    } else if (module.layer && *module.layer >= layers_) {
      keep(Part::draft, "", {});
    } else if (module.layer && (module.tail.empty() || module.tail == "*" || module.tail == ".*")) {
      for (const Part part : {Part::attention, Part::feed_forward, Part::experts}) {
        keep(part, "", module.layer);
      }
    } else if (is_router(module.tail)) {
      keep(Part::experts, "router", module.layer);
    } else if (!projection(module)) {
      by_rule(module, written);
    }
  }

  UnconvertedModules take() {
    for (const auto& [layer, seen] : projections_) {
      if (seen.size() == kProjections.size()) {
        keep(Part::feed_forward, "", layer);
      } else {
        out_.unread.emplace_back("a part of the projections of a feed-forward");
      }
    }
    for (const auto& [what, layers] : kept_) {
      const bool all = layers.contains(std::nullopt) || static_cast<std::int64_t>(layers.size()) == layers_;
      WeightScheme::Kept kept{what.first, what.second, {}, false};
      for (const auto& layer : layers) {
        if (!all && layer) {
          kept.layers.push_back(*layer);
        }
      }
      out_.kept.push_back(std::move(kept));
    }
    return std::move(out_);
  }

 private:
  void keep(Part part, std::string_view tensor, std::optional<std::int64_t> layer) {
    kept_[{part, std::string(tensor)}].insert(layer);
  }

  bool projection(const Module& module) {
    const std::string_view tail = module.tail;
    const auto* found =
        std::ranges::find_if(kProjections, [&](std::string_view name) { return tail.ends_with(name); });
    const bool experts = tail.find("expert") != std::string_view::npos;
    if (found == kProjections.end() || experts || tail.find('|') != std::string_view::npos) {
      return false;
    }
    projections_[module.layer].insert(*found);
    return true;
  }

  void by_rule(const Module& module, const std::string& written) {
    const std::string& tail = module.tail;
    if (tail == "head") {
      keep(Part::head, "", {});
      return;
    }
    const Rule* rule = rule_for(kRules, tail);
    if (rule == nullptr) {
      out_.unread.push_back("the module '" + written + "'");
    } else if (!rule->vector) {
      keep(rule->part, rule->tensor, module.layer);
    }
  }

  std::int64_t layers_;
  UnconvertedModules out_;
  std::map<std::pair<Part, std::string>, std::set<std::optional<std::int64_t>>> kept_;
  std::map<std::optional<std::int64_t>, std::set<std::string_view>> projections_;
};

}  // namespace

UnconvertedModules unconverted(const std::vector<std::string>& modules, std::int64_t layers) {
  Reader reader(layers);
  for (const std::string& module : modules) {
    reader.read(module);
  }
  return reader.take();
}

}  // namespace kvtally
