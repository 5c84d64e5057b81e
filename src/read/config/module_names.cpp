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
struct NameRule {
  std::string_view piece;
  Part part;
  std::string_view tensor;
  bool vector = false;  // no matrix: nothing to keep
};

// Modules apart from the language model, whose layers are numbered on their own.
constexpr std::array kApart{
    NameRule{"vision", Part::encoder, ""},    NameRule{"visual", Part::encoder, ""},
    NameRule{"projector", Part::encoder, ""}, NameRule{"merger", Part::encoder, ""},
    NameRule{"audio", Part::encoder, ""},     NameRule{"mtp", Part::draft, ""},
    NameRule{"nextn", Part::draft, ""},       NameRule{"eh_proj", Part::draft, ""},
    NameRule{"shared_head", Part::draft, ""},
};

constexpr std::array kNameRules{
    NameRule{"norm", Part::norm, "", true},
    NameRule{"bias", Part::norm, "", true},
    NameRule{"lm_head", Part::head, ""},
    NameRule{"embed", Part::embedding, ""},
    NameRule{"shared_expert_gate", Part::experts, "", true},  // {hidden}: one dimension
    NameRule{"shared_expert", Part::experts, "shared expert"},
    NameRule{"router", Part::experts, "router"},
    NameRule{"indexers_proj", Part::attention, "index weights"},
    NameRule{"weights_proj", Part::attention, "index weights"},
    NameRule{"indexer", Part::attention, "index"},
    NameRule{"in_proj_a", Part::attention, "decay and step projections"},
    NameRule{"in_proj_b", Part::attention, "decay and step projections"},
    NameRule{"conv1d", Part::attention, "", true},
    NameRule{"q_a_proj", Part::attention, "query down-projection"},
    NameRule{"q_b_proj", Part::attention, "query projection"},
    NameRule{"q_proj", Part::attention, "query projection"},
    NameRule{"kv_a_proj", Part::attention, "latent projection"},
    NameRule{"kv_b_proj", Part::attention, "key and value up-projection"},
    NameRule{"k_proj", Part::attention, "key projection"},
    NameRule{"v_proj", Part::attention, "value projection"},
    NameRule{"o_proj", Part::attention, "output projection"},
    NameRule{"attn", Part::attention, ""},
    NameRule{"attention", Part::attention, ""},
    NameRule{"(gate|up", Part::feed_forward, ""},
    NameRule{"experts", Part::experts, ""},
    NameRule{"mlp", Part::feed_forward, ""},
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

const NameRule* name_rule_for(std::span<const NameRule> rules, std::string_view name) {
  const auto rule =
      std::ranges::find_if(rules, [&](const NameRule& r) { return name.find(r.piece) != std::string_view::npos; });
  return rule == rules.end() ? nullptr : &*rule;
}

class ModuleNameReader {
 public:
  explicit ModuleNameReader(std::int64_t layers) : layers_(layers) {}

  void read(const std::string& written) {
    std::string name = lower(written);
    std::erase(name, '\\');
    const Module module = module_of(name);
    if (const auto* apart = name_rule_for(kApart, name); apart != nullptr) {
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
    const NameRule* rule = name_rule_for(kNameRules, tail);
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
  ModuleNameReader reader(layers);
  for (const std::string& module : modules) {
    reader.read(module);
  }
  return reader.take();
}

}  // namespace kvtally
