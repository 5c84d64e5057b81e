// DeepSeek-V4: one row for key and value, a window, and pooled entries beside it (arXiv 2606.19348).

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "model/limits.hpp"
#include "read/config/rules/all.hpp"
#include "read/config/rules/common.hpp"

namespace kvtally::rules {

namespace {

// The rates by layer type, where the file has none of its own (DeepseekV4Config.default_compress_rates).
const std::map<std::string, std::string, std::less<>> kRates{{"compressed_sparse_attention", "4"},
                                                             {"heavily_compressed_attention", "128"}};

// compress_ratios: 0 a window alone, 4 and 128 pooled entries beside it.
std::string type_of_ratio(Translation& t, const std::string& ratio) {
  if (ratio == "0") {
    return "sliding_attention";
  }
  const std::string type = ratio == "4" ? "compressed_sparse_attention" : "heavily_compressed_attention";
  if (ratio != "4" && ratio != "128") {
    t.report("compress_ratios", fmt::format("the ratio {}", ratio), "0, 4 or 128");
  }
  t.give("compress_rates." + type, ratio, "");
  return type;
}

// The list is longer than the model, and what is over belongs to its draft layers.
void layers_by_ratio(Translation& t) {
  const auto count = static_cast<std::size_t>(t.layer_count());
  std::vector<std::string> types;
  std::vector<std::string> drafts;
  for (const std::string& ratio : t.list("compress_ratios")) {
    (types.size() < count ? types : drafts).push_back(type_of_ratio(t, ratio));
  }
  t.layers(types, "compress_ratios");
  const std::int64_t depth =
      t.has("num_nextn_predict_layers") ? t.number("num_nextn_predict_layers").value_or(0) : 0;
  drafts.resize(std::min(drafts.size(), static_cast<std::size_t>(depth)));
  if (!drafts.empty()) {
    t.layers(drafts, "compress_ratios", "mtp_layer_types");
  }
}

// transformers' saved form: layer_types and compress_rates by type.
void layers_by_type(Translation& t) {
  const std::vector<std::string> types = t.list("layer_types");
  for (const auto& [type, rate] : kRates) {
    const std::string key = "compress_rates." + type;
    if (std::ranges::find(types, type) == types.end()) {
      t.find(key);
    } else if (!t.take(key)) {
      t.give(key, rate, t.default_of());
    }
  }
  t.layers(types, "layer_types");
  undescribed_draft(t, "num_nextn_predict_layers");
}

}  // namespace

void deepseek_v4(Translation& t) {
  shape(t);
  t.take_all(
      {"num_key_value_heads", "head_dim", "sliding_window", "index_n_heads", "index_head_dim", "index_topk"});
  t.ignore({"qk_rope_head_dim", "q_lora_rank", "o_lora_rank"});
  t.give("shared_key_value", "true", "");
  if (t.has("layer_types")) {
    t.ignore({"compress_ratios"});
    layers_by_type(t);
  } else if (needed(t, "compress_ratios", "a ratio for each layer")) {
    layers_by_ratio(t);
  }
}

}  // namespace kvtally::rules
