#include "report/weights_yaml.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "read/description/weight_facts.hpp"
#include "report/cycle.hpp"
#include "report/yaml_text.hpp"

namespace kvtally {

namespace {

std::string truth(bool value) { return value ? "true" : "false"; }

std::string yaml_line(std::string_view key, std::string_view value, std::string_view indent = "") {
  return fmt::format("{}{}: {}\n", indent, key, value);
}

// A comma is plain text in a line of its own, but not inside braces.
std::string inside_braces(const std::string& text) {
  const std::string scalar = yaml_scalar(text);
  return scalar == text && text.find(',') != std::string::npos ? fmt::format("\"{}\"", text) : scalar;
}

std::string sizes(const WeightFacts& facts) {
  std::string out;
  for (const std::string_view key : weight_keys()) {
    if (const auto value = facts.size(key)) {
      out += yaml_line(key, key == "tie_word_embeddings" ? truth(*value != 0) : fmt::format("{}", *value));
    }
  }
  return out;
}

// Where it is not what the other keys say.
std::string feed_forwards(const Model& model) {
  const WeightFacts& facts = model.weights;
  if (facts.mlp.empty() || (facts.described && facts.mlp == usual_mlp(facts, model.naive.num_hidden_layers))) {
    return "";
  }
  std::vector<std::string> names;
  for (const MlpRun& run : facts.mlp) {
    names.insert(names.end(), static_cast<std::size_t>(run.count), run.sparse ? "sparse" : "dense");
  }
  return yaml_line("mlp_layer_types", fmt::format("\"{}\"", print_cycle(find_cycle(names))));
}

std::string features(const WeightFacts& facts) {
  std::string out;
  for (const auto& [key, choice] : facts.features) {
    const bool list = !choice.all && !choice.tags.empty();
    out += yaml_line(key, list ? fmt::format("[{}]", fmt::join(choice.tags, ", ")) : truth(choice.all), "  ");
  }
  return out;
}

std::string parts(std::string_view key, const std::vector<WeightPart>& parts) {
  std::vector<std::string_view> names;
  for (const WeightPart part : parts) {
    names.push_back(name_of(part));
  }
  return names.empty() ? "" : yaml_line(key, fmt::format("[{}]", fmt::join(names, ", ")), "  ");
}

std::string tensors(const WeightFacts& facts) {
  std::string out;
  for (const GivenTensor& tensor : facts.tensors) {
    out += fmt::format("    - {{part: {}, name: {}, shape: [{}]", name_of(tensor.part), inside_braces(tensor.name),
                       fmt::join(tensor.shape, ", "));
    out += tensor.copies == 1 ? "" : fmt::format(", copies: {}", tensor.copies);
    out += tensor.active == tensor.copies ? "" : fmt::format(", active: {}", tensor.active);
    out += "}\n";
  }
  return out.empty() ? "" : "  tensors:\n" + out;
}

std::string listed(const WeightFacts& facts) {
  std::string out;
  for (const std::string_view key : {"norms_per_layer", "final_norms"}) {
    const auto count = facts.size(key);
    out += count ? yaml_line(key, fmt::format("{}", *count), "  ") : "";
  }
  for (const std::string_view key : {"mtp_sparse", "mtp_dense"}) {
    const auto value = facts.size(key);
    out += value ? yaml_line(key, truth(*value != 0), "  ") : "";
  }
  out += features(facts) + parts("published_with", facts.published_with) +
         parts("published_without", facts.published_without) + tensors(facts);
  return out.empty() ? "weights: {}\n" : "weights:\n" + out;
}

std::string sentences(std::string_view key, const std::vector<std::string>& texts) {
  std::string out = texts.empty() ? "" : fmt::format("  {}:\n", key);
  for (const std::string& text : texts) {
    out += fmt::format("    - {}\n", yaml_scalar(text));
  }
  return out;
}

// One line where it says all of it.
std::string weight_format(const WeightScheme& scheme) {
  const std::string text = print(scheme);
  auto read = parse_weight_scheme(text);
  if (read) {
    read->from = "weight_format: " + text;
    if (*read == scheme) {
      return yaml_line("weight_format", yaml_scalar(text));
    }
  }
  std::string out = "weight_format:\n" + yaml_line("format", yaml_scalar(text), "  ");
  out += scheme.matrix_bytes == 0 ? "" : yaml_line("matrix_bytes", fmt::format("{}", scheme.matrix_bytes), "  ");
  out += scheme.input_bytes == 0 ? "" : yaml_line("input_bytes", fmt::format("{}", scheme.input_bytes), "  ");
  out += yaml_line("from", yaml_scalar(scheme.from), "  ");
  return out + sentences("unread", scheme.unread) + sentences("assumed", scheme.assumed);
}

}  // namespace

std::string weights_yaml(const Model& model) {
  return sizes(model.weights) + feed_forwards(model) + (model.weights.described ? listed(model.weights) : "") +
         (model.weight_scheme ? weight_format(*model.weight_scheme) : "");
}

}  // namespace kvtally
