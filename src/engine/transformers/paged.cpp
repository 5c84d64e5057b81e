#include "engine/transformers/paged.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/transformers/paged_report.hpp"

namespace kvtally::transformers {

namespace {

constexpr std::int64_t kLeastBlockSize = 4;
constexpr std::int64_t kFallbackBlocksPerRequest = 32;

class PagedAllocation {
 public:
  PagedAllocation(const Model& model, const std::vector<PlacedLayer>& layers, const GenerateSetting& setting,
                  Allocation& out)
      : model_(model), layers_(layers), setting_(setting), asked_(setting.paged), out_(out) {}

  Expected<bool> allocate() {
    if (auto problems = read_rows(); !problems.empty()) {
      return std::unexpected(std::move(problems));
    }
    group();
    out_.refusal = first_error();
    if (!out_.refusal.empty()) {
      return false;
    }
    if (auto problems = size(); !problems.empty()) {
      return std::unexpected(std::move(problems));
    }
    if (out_.refusal.empty()) {
      count_blocks();
      report_paged(layout_, layers_, setting_, out_);
    }
    return out_.refusal.empty();
  }

 private:
  Problem problem(std::string what) const { return {model_.id, {}, std::move(what), {}, {}, {}}; }

  // One shape for all: the cache has num_key_value_heads and head_dim of the config.
  Problems read_rows() {
    for (const PlacedLayer& layer : layers_) {
      const auto& store = layer.parts.key_values;
      if (layer.parts.latent || layer.parts.shared || layer.parts.cross) {
        return {
            problem(fmt::format("a paged cache holds keys and values of heads alone, and layers of kind {} hold "
                                "something else",
                                layer.layer->kind))};
      }
      if (store && !rows_) {
        rows_ = store;
      }
      if (store && (store->heads != rows_->heads || store->key_dim != rows_->key_dim ||
                    store->value_dim != rows_->key_dim)) {
        return {
            problem("a paged cache has one number of heads and one head size for keys and values of all layers, "
                    "and this model's differ")};
      }
      if (store && store->window) {
        layout_.window = store->window;
      }
    }
    return rows_ ? Problems{} : Problems{problem("no layer has keys and values")};
  }

  void group() {
    std::vector<std::string> types;
    for (const PlacedLayer& layer : layers_) {
      types.push_back(layer.layer->tag);
    }
    layout_.groups = group_layers(types);
    for (const std::string& type : layout_.groups.types) {
      layout_.rule.full_groups += type == "full_attention" ? 1 : 0;
      layout_.rule.sliding_groups += type == "sliding_attention" ? 1 : 0;
    }
    layout_.rule.sliding_blocks =
        layout_.window ? static_cast<std::int64_t>(ceil_div(*layout_.window, asked_.block_size)) : 0;
    layout_.rows = *rows_;
    layout_.max_blocks_per_request = layout_.rule.sliding_groups > 0 ? 0 : blocks_per_request();
    layout_.heads = setting_.attention_divided ? rows_->heads / setting_.tp : rows_->heads;
  }

  std::string first_error() const {
    if (asked_.block_size < kLeastBlockSize) {
      return fmt::format("ValueError: Block size must be at least {}, but got {}", kLeastBlockSize,
                         asked_.block_size);
    }
    if (setting_.attention_divided && rows_->heads % setting_.tp != 0) {
      return fmt::format("ValueError: Number of key value heads {} must be divisible by tensor parallel size {}.",
                         rows_->heads, setting_.tp);
    }
    for (const std::string& type : layout_.groups.types) {
      if (type != "full_attention" && type != "sliding_attention") {
        return fmt::format("ValueError: Invalid group type: {}", type);
      }
    }
    return {};
  }

  // The decode fast path needs flash attention; tensors are sized before sliding groups turn it off.
  std::int64_t blocks_per_request() const {
    return asked_.attention_masks ? 0 : asked_.max_blocks_per_request.value_or(kFallbackBlocksPerRequest);
  }

  Problems read_shape() {
    Problems problems;
    const auto need = [&](std::optional<std::int64_t> value, const char* name) {
      if (!value) {
        problems.push_back(problem(fmt::format("{} is not known, and the memory of a batch depends on it", name)));
      }
      return value.value_or(0);
    };
    layout_.shape.block_size = asked_.block_size;
    layout_.shape.head_dim = rows_->key_dim;
    layout_.shape.num_key_value_heads = rows_->heads;
    layout_.shape.num_attention_heads = rows_->query_heads;
    layout_.shape.hidden_size = need(model_.naive.hidden_size, "hidden_size");
    layout_.shape.vocab_size = need(model_.vocab_size, "vocab_size");
    layout_.shape.num_groups = static_cast<std::int64_t>(layout_.groups.types.size());
    layout_.shape.group_size = layout_.groups.group_size;
    layout_.shape.attention_masks = !asked_.attention_masks ? 0 : layout_.rule.sliding_groups > 0 ? 2 : 1;
    layout_.shape.max_blocks_per_request = blocks_per_request();
    layout_.shape.output_rows = asked_.return_logprobs ? 2 : 1;
    layout_.shape.io_sets = asked_.use_async_batching ? 2 : 1;
    layout_.shape.element_bytes = setting_.dtype.bytes;
    return problems;
  }

  Problems size() {
    if (asked_.max_blocks_per_request.value_or(0) > 0 && asked_.attention_masks) {
      out_.assumptions.emplace_back("max_blocks_per_request is 0: the decode fast path needs flash attention");
    }
    if (!asked_.available) {
      layout_.num_blocks = asked_.num_blocks ? std::optional<Wide>(*asked_.num_blocks) : std::nullopt;
      layout_.max_batch_tokens =
          asked_.max_batch_tokens ? std::optional<Wide>(*asked_.max_batch_tokens) : std::nullopt;
      return {};
    }
    if (auto problems = read_shape(); !problems.empty()) {
      return problems;
    }
    const PagedSizes sizes = paged_sizes(layout_.shape, asked_);
    out_.refusal = sizes.error;
    layout_.num_blocks = sizes.num_blocks;
    layout_.max_batch_tokens = sizes.max_batch_tokens;
    return {};
  }

  // Of one prompt: complete blocks of the prompt in full groups are there once for all its sequences; the others
  // are each sequence's own, copied when the prompt is forked.
  void count_blocks() {
    const Wide asked = ceil_div(setting_.context.value, asked_.block_size);
    const Wide at_fork = blocks_needed(layout_.rule, ceil_div(setting_.prefill, asked_.block_size), 0);
    const Wide complete = asked_.allow_block_sharing ? Wide{setting_.prefill} / asked_.block_size : Wide{0};
    const Wide shareable = complete * layout_.rule.full_groups;
    const Wide others = setting_.per_prompt - 1;
    layout_.per_request = blocks_needed(layout_.rule, asked, 0);
    layout_.shared_blocks = others * shareable;
    layout_.fork_blocks = others * (at_fork - shareable);
    layout_.filled = setting_.batch * (layout_.per_request * setting_.per_prompt - layout_.shared_blocks);
  }

  const Model& model_;
  const std::vector<PlacedLayer>& layers_;
  const GenerateSetting& setting_;
  const ContinuousBatching& asked_;
  Allocation& out_;
  std::optional<KeyValueStore> rows_;
  PagedLayout layout_;
};

}  // namespace

Expected<bool> allocate_paged(const Model& model, const std::vector<PlacedLayer>& layers,
                              const GenerateSetting& setting, Allocation& out) {
  return PagedAllocation(model, layers, setting, out).allocate();
}

}  // namespace kvtally::transformers
