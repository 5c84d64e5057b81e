#include "read/gguf/layer_plan.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "read/gguf/architectures.hpp"

namespace kvtally {

namespace {

// A width that is the quotient of two others.
std::int64_t derived_width(GgufRule& r, const std::vector<std::int64_t>& heads) {
  const std::int64_t width = r.need("embedding_length");
  const std::int64_t first = heads.empty() ? 0 : heads.front();
  if (first == 0 || width % first != 0) {
    r.report("attention.key_length",
             fmt::format("{} is missing, and {} is no multiple of the first block's head count",
                         r.full("attention.key_length"), r.full("embedding_length")),
             "attention.key_length and attention.value_length");
    return 1;
  }
  r.assume(fmt::format("head_dim {} = embedding_length {} ÷ {} heads", width / first, width, first));
  return width / first;
}

class Writer {
 public:
  Writer(GgufRule& r, const LayerPlan& plan) : r_(r), plan_(plan) {}

  void write(std::int64_t loops) {
    const auto first = std::ranges::find_if(plan_, [](const PlannedLayer& l) { return l.key_value_heads > 0; });
    if (first != plan_.end()) {
      general_ = *first;
      write_general("attention.head_count", "num_attention_heads", general_.query_heads);
      write_general("attention.head_count_kv", "num_key_value_heads", general_.key_value_heads);
      write_general("attention.key_length", "head_dim", general_.key_dim);
      if (general_.value_dim != general_.key_dim) {
        write_general("attention.value_length", "v_head_dim", general_.value_dim);
      }
    }
    std::vector<std::string> names;
    for (std::int64_t loop = 0; loop < loops; ++loop) {
      for (const PlannedLayer& layer : plan_) {
        names.push_back(name_of(layer));
      }
    }
    const auto trunk = names.end() - (r_.blocks() - r_.trunk());
    r_.give("num_hidden_layers", trunk - names.begin());
    r_.out().layers({names.begin(), trunk}, "");
    if (trunk != names.end()) {
      r_.out().layers({trunk, names.end()}, "", "mtp_layer_types");
    }
  }

 private:
  // From the file where it says just that, so that the value keeps its place.
  void write_general(std::string_view theirs, std::string_view ours, std::int64_t value) {
    if (r_.is_list(theirs) || r_.number(theirs) != value) {
      r_.give(ours, value);
    } else {
      r_.take(theirs, ours);
    }
  }

  // The first sort of a type has the type's name, the next ones are numbered.
  std::string name_of(const PlannedLayer& layer) {
    for (const auto& [known, name] : names_) {
      if (known == layer) {
        return name;
      }
    }
    const int sort = ++sorts_[layer.type];
    std::string name = sort == 1 ? layer.type : fmt::format("{}_{}", layer.type, sort);
    names_.emplace_back(layer, name);
    if (sort > 1) {
      r_.out().give(fmt::format("kinds.{}.layer_type", name), layer.type, "");
    }
    if (layer.key_value_heads > 0) {
      write_kind(layer, "kinds." + name + ".");
    }
    return name;
  }

  void write_kind(const PlannedLayer& layer, const std::string& kind) {
    const auto differs = [&](std::string_view key, std::int64_t value, std::int64_t general) {
      if (value != general) {
        r_.give(kind + std::string(key), value);
      }
    };
    differs("num_attention_heads", layer.query_heads, general_.query_heads);
    differs("num_key_value_heads", layer.key_value_heads, general_.key_value_heads);
    differs("head_dim", layer.key_dim, general_.key_dim);
    differs("v_head_dim", layer.value_dim,
            general_.value_dim != general_.key_dim ? general_.value_dim : layer.key_dim);
  }

  GgufRule& r_;
  const LayerPlan& plan_;
  PlannedLayer general_;
  std::map<std::string, int, std::less<>> sorts_;
  std::vector<std::pair<PlannedLayer, std::string>> names_;
};

}  // namespace

LayerPlan uniform_plan(const GgufRule& r, const std::string& type) {
  return LayerPlan(static_cast<std::size_t>(r.blocks()), PlannedLayer{.type = type});
}

LayerPlan attention_plan(GgufRule& r, const std::string& otherwise) {
  if (!r.has("attention.head_count")) {
    r.need("attention.head_count");
    return uniform_plan(r, "full_attention");
  }
  const std::vector<std::int64_t> heads = r.each("attention.head_count");
  std::vector<std::int64_t> key_value_heads = r.each("attention.head_count_kv");
  if (key_value_heads.empty()) {
    r.assume("as many key-value heads as heads: there is no attention.head_count_kv");
    key_value_heads = heads;
  }
  LayerPlan plan = uniform_plan(r, otherwise);
  if (otherwise.empty() && std::ranges::find(key_value_heads, 0) != key_value_heads.end()) {
    r.report("attention.head_count_kv",
             fmt::format("a block of '{}' without key-value heads", r.architecture().name), "at least 1 in each");
    return uniform_plan(r, "full_attention");
  }
  if (std::ranges::all_of(key_value_heads, [](std::int64_t n) { return n == 0; })) {
    r.ignore({"attention.key_length", "attention.value_length"});
    return plan;
  }
  const auto key = r.number("attention.key_length", 1);
  const auto value = r.number("attention.value_length", 1);
  const std::int64_t derived = key && value ? 0 : derived_width(r, heads);
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (key_value_heads[i] != 0) {
      plan[i] = {"full_attention", heads[i], key_value_heads[i], key.value_or(derived), value.value_or(derived)};
    }
  }
  return plan;
}

bool any_of_type(const LayerPlan& plan, std::string_view type) {
  return std::ranges::any_of(plan, [&](const PlannedLayer& layer) { return layer.type == type; });
}

void write_plan(GgufRule& r, const LayerPlan& plan) { Writer(r, plan).write(1); }
void write_looped_plan(GgufRule& r, const LayerPlan& plan, std::int64_t loops) { Writer(r, plan).write(loops); }

}  // namespace kvtally
