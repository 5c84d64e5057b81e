#include <fmt/format.h>

#include "account/weight_load.hpp"
#include "published/zoo_truths.hpp"

namespace kvtally::test {

namespace {

// modelzoo/families/ fills these in for a config.json, which says nothing of them.
bool in_configs(std::string_view size) { return size != "norms_per_layer" && size != "final_norms"; }

// The tensors of the language model by layer type and name.
std::map<std::string, std::string> tensors_of(const Model& model) {
  std::map<std::string, std::string> out;
  const ParameterCount count = count_parameters(model);
  for (const ParameterTensor& tensor : count.tensors) {
    if (count.known() && tensor.part != WeightPart::norm && tensor.part != WeightPart::draft) {
      out[tensor.layer + " " + tensor.name] += fmt::format(
          "{} in {} layers, {} of {};", fmt::join(tensor.shape, "x"), tensor.layers, tensor.active, tensor.copies);
    }
  }
  return out;
}

class Comparison {
 public:
  std::set<std::string> differences;

  void say(const std::string& name, bool differs) {
    if (differs) {
      differences.insert(name);
    }
  }
  template <class T>
  void both(const std::string& name, const std::optional<T>& config, const std::optional<T>& ours) {
    say(name, config && ours && *config != *ours);
  }
};

void compare_weights(const Model& config, const Model& ours, Comparison& out) {
  for (const auto& [key, value] : config.weights.sizes) {
    if (in_configs(key)) {
      out.both(key, std::optional(value), ours.weights.size(key));
    }
  }
  out.say("feed-forwards",
          config.weights.described && ours.weights.described && config.weights.mlp != ours.weights.mlp);
  const auto mine = tensors_of(ours);
  for (const auto& [name, shape] : tensors_of(config)) {
    const auto found = mine.find(name);
    out.say("tensor " + name, found != mine.end() && found->second != shape);
  }
}

void compare_formats(const Model& config, const Model& ours, Comparison& out) {
  if (!config.weight_scheme || !ours.weight_scheme) {
    return;
  }
  const WeightScheme& theirs = *config.weight_scheme;
  out.say("blocks of weights", theirs.blocks != ours.weight_scheme->blocks);
  if (!theirs.unread.empty()) {
    return;
  }
  const auto load = load_in(ours, *ours.weight_scheme);
  const auto as_config = load_in(ours, theirs);
  out.say("bytes of weights", load && as_config && load->total() != as_config->total());
}

}  // namespace

std::set<std::string> differences(const Model& config, const Model& ours) {
  Comparison out;
  out.say("layers", config.layers != ours.layers || config.order != ours.order);
  out.say("draft layers", config.draft != ours.draft);
  out.both("max_position_embeddings", config.max_position_embeddings, ours.max_position_embeddings);
  out.both("num_attention_heads", config.naive.num_attention_heads, ours.naive.num_attention_heads);
  out.both("num_key_value_heads", config.naive.num_key_value_heads, ours.naive.num_key_value_heads);
  out.both("head_dim", config.naive.head_dim, ours.naive.head_dim);
  out.both("hidden_size", config.naive.hidden_size, ours.naive.hidden_size);
  out.both("vocab_size", config.vocab_size, ours.vocab_size);
  compare_weights(config, ours, out);
  compare_formats(config, ours, out);
  return std::move(out.differences);
}

}  // namespace kvtally::test
