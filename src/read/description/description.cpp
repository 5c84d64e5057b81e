#include "read/description/description.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "read/description/layer_list.hpp"
#include "read/description/weight_facts.hpp"
#include "read/description/weight_format.hpp"
#include "read/fields.hpp"

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 10> kHeaderKeys{
    "name",  "vendor",  "released",   "parameters",        "aliases",
    "notes", "sources", "model_type", "num_hidden_layers", "max_position_embeddings"};

// For the shapes of tensors, the parameter count and the bytes of weights.
constexpr std::array<std::string_view, 2> kOfWeights{"vocab_size", "weight_format"};

// What a pasted config.json also holds and what never bears on the cache.
constexpr std::array<std::string_view, 19> kIgnoredKeys{
    "architectures",  "attention_bias", "attention_dropout",    "bos_token_id", "dtype",
    "eos_token_id",   "hidden_act",     "initializer_range",    "mlp_bias",     "pad_token_id",
    "pretraining_tp", "rms_norm_eps",   "rope_parameters",      "rope_scaling", "rope_theta",
    "rotary_dim",     "torch_dtype",    "transformers_version", "use_cache"};

std::vector<std::string_view> model_keys() {
  std::vector<std::string_view> keys;
  const auto list_keys = layer_list_keys();
  for (const std::span<const std::string_view> part :
       {std::span<const std::string_view>(kHeaderKeys), std::span<const std::string_view>(kOfWeights),
        weight_keys(), std::span<const std::string_view>(kIgnoredKeys), list_keys}) {
    for (const std::string_view key : part) {
      keys.push_back(key);
    }
  }
  return keys;
}

std::optional<std::int64_t> read_count(const Fields& fields, std::string_view key) {
  const auto text = fields.text(key);
  if (!text) {
    return std::nullopt;
  }
  const auto count = parse_parameters(*text);
  if (!count) {
    fields.report(fields.find(key)->place, fmt::format("{} is '{}': {}", key, *text, count.error()),
                  "a count such as 671B");
    return std::nullopt;
  }
  return *count;
}

Parameters read_parameters(const Fields& fields) {
  const Node* node = fields.find("parameters");
  if (node == nullptr) {
    return {};
  }
  const Fields counts(fields.tree(), *node, fields.problems(), "parameters");
  counts.refuse_unknown(std::array<std::string_view, 2>{"total", "active"});
  return {read_count(counts, "total"), read_count(counts, "active")};
}

void read_header(const Fields& fields, Model& model) {
  model.name = fields.required_text("name");
  model.vendor = fields.text("vendor").value_or("");
  model.model_type = fields.text("model_type").value_or("");
  model.notes = fields.text("notes").value_or("");
  model.sources = fields.texts("sources");
  model.parameters = read_parameters(fields);
  model.released = fields.text("released").value_or("");
  if (!model.released.empty() && !is_month(model.released)) {
    fields.report(fields.find("released")->place, fmt::format("released is '{}'", model.released),
                  "a year and month such as 2024-12");
  }
}

void read_context(const Fields& fields, Model& model) {
  const Node* node = fields.find("max_position_embeddings");
  if (node != nullptr && node->text == "unlimited") {
    model.unlimited_context = true;
    return;
  }
  model.max_position_embeddings = fields.integer("max_position_embeddings", 1, limits::kTokens);
}

NaiveShape read_naive(const Fields& fields, Problems& discarded) {
  // The values were checked where layers read them; what is wrong is not reported a second time.
  const Fields quiet(fields.tree(), fields.node(), discarded);
  const auto dimension = [&](std::string_view key) { return quiet.integer(key, 1, limits::kDimension); };
  return {quiet.integer("num_hidden_layers", 1, limits::kLayers).value_or(0), dimension("num_attention_heads"),
          dimension("num_key_value_heads"), dimension("head_dim"), dimension("hidden_size")};
}

// No layer need have read them, so that their product was bounded nowhere yet.
void check_naive(const Fields& fields, const NaiveShape& naive) {
  const std::int64_t heads = naive.num_key_value_heads.value_or(naive.num_attention_heads.value_or(0));
  if (!checked_product({heads, naive.head_dim.value_or(naive.hidden_size.value_or(0))}, limits::kElements)) {
    fields.report(fields.find(naive.head_dim ? "head_dim" : "hidden_size")->place,
                  "heads times head_dim are more than 2^36 elements", "smaller sizes");
  }
}

// What the model as a whole was read from: the number of its layers, their order, its context.
void note_origins(const Fields& fields, Origins& origins) {
  for (const std::string_view key : {"num_hidden_layers", "layer_types", "indexer_types", "num_kv_shared_layers",
                                     "mtp_layer_types", "max_position_embeddings"}) {
    if (const Node* node = fields.find(key)) {
      const bool list = node->kind == Node::Kind::list;
      origins.push_back(
          {"", std::string(key), list ? "a list" : std::string(node->text), node->key_place, "given"});
    }
  }
}

}  // namespace

std::span<const std::string_view> description_keys() {
  static const std::vector<std::string_view> keys = model_keys();
  return keys;
}

Expected<Description> read_description(const Tree& tree, std::string id) {
  Problems problems;
  Problems discarded;
  Description out;
  out.file = tree.file();
  const Fields fields(tree, tree.root(), problems);
  if (!problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  out.model.id = std::move(id);
  fields.refuse_unknown(description_keys());
  read_header(fields, out.model);
  read_context(fields, out.model);
  out.model.vocab_size = fields.integer("vocab_size", 1, limits::kDimension);
  out.aliases = fields.texts("aliases");
  Trace trace;
  note_origins(fields, trace.origins);
  read_layer_list(fields, out.model, trace);
  out.model.naive = read_naive(fields, discarded);
  out.model.weights = read_weight_facts(fields, out.model.naive.num_hidden_layers);
  out.model.weight_scheme = read_weight_format(fields);
  if (problems.empty()) {
    problems = std::move(discarded);  // of values that no layer read
  }
  if (problems.empty()) {
    check_naive(fields, out.model.naive);
  }
  out.model.assumptions = std::move(trace.assumptions);
  out.origins = std::move(trace.origins);
  if (!problems.empty()) {
    return std::unexpected(distinct(std::move(problems)));
  }
  return out;
}

}  // namespace kvtally
