#include "read/config/quantization.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "core/text.hpp"
#include "read/config/module_names.hpp"
#include "read/config/quantizers.hpp"

namespace kvtally {

namespace {

// Of no bearing on how many bytes there are: how activations are treated, what the tool was, how it searched.
constexpr std::array<std::string_view, 53> kIrrelevant{"_load_in_4bit",
                                                       "_load_in_8bit",
                                                       "bnb_4bit_quant_type",
                                                       "bnb_4bit_quant_storage",
                                                       "sym",
                                                       "block_name_to_quantize",
                                                       "format",
                                                       "quant_method",
                                                       "quant_algo",
                                                       "fmt",
                                                       "scale_fmt",
                                                       "activation_scheme",
                                                       "activation_scale_ub",
                                                       "version",
                                                       "producer",
                                                       "kv_cache_scheme",
                                                       "kv_cache_quant_algo",
                                                       "quantization_status",
                                                       "global_compression_ratio",
                                                       "transform_config",
                                                       "dequantize",
                                                       "weight_per_tensor",
                                                       "act_per_tensor",
                                                       "batch_size",
                                                       "low_gpu_mem_usage",
                                                       "autoround_version",
                                                       "data_type",
                                                       "packing_format",
                                                       "iters",
                                                       "nsamples",
                                                       "seqlen",
                                                       "lr",
                                                       "minmax_lr",
                                                       "enable_quanted_input",
                                                       "damp_percent",
                                                       "desc_act",
                                                       "static_groups",
                                                       "true_sequential",
                                                       "model_name_or_path",
                                                       "model_file_base_name",
                                                       "checkpoint_format",
                                                       "dataset",
                                                       "tokenizer",
                                                       "use_exllama",
                                                       "exllama_config",
                                                       "backend",
                                                       "do_fuse",
                                                       "fuse_max_seq_len",
                                                       "bnb_4bit_compute_dtype",
                                                       "llm_int8_threshold",
                                                       "llm_int8_enable_fp32_cpu_offload",
                                                       "llm_int8_has_fp16_weight",
                                                       "pad_token_id"};

constexpr std::array<std::string_view, 4> kLists{"ignore", "modules_to_not_convert", "ignored_layers",
                                                 "llm_int8_skip_modules"};

std::optional<Format> dtype_of(const Fields& whole, const Fields& part, std::string& key) {
  for (const Fields& fields : {part, whole}) {
    for (const std::string_view name : {"torch_dtype", "dtype"}) {
      const Node* node = fields.find(name);
      const auto format = node == nullptr ? std::unexpected(std::string()) : parse_format(node->text);
      if (format && is_plain_float(*format)) {
        key = fmt::format("{}: {}", name, node->text);
        return *format;
      }
    }
  }
  return std::nullopt;
}

std::vector<std::string> modules_of(const Node& quantization) {
  std::vector<std::string> out;
  for (const std::string_view key : kLists) {
    const Node* list = member(quantization, key);
    if (list != nullptr && list->kind == Node::Kind::list) {
      for (const Node& module : Children(*list)) {
        out.emplace_back(module.text);
      }
    }
  }
  return out;
}

bool empty(const Node& node) {
  return node.kind == Node::Kind::null || node.text == "false" ||
         ((node.kind == Node::Kind::map || node.kind == Node::Kind::list) && Children(node).count() == 0);
}

void note_unread(const Node& quantization, const std::vector<std::string_view>& used, WeightScheme& scheme) {
  for (const Node& child : Children(quantization)) {
    const bool known = std::ranges::find(kIrrelevant, child.key) != kIrrelevant.end() ||
                       std::ranges::find(kLists, child.key) != kLists.end() ||
                       std::ranges::find(used, child.key) != used.end();
    if (!known && !empty(child)) {
      scheme.unread.push_back(fmt::format("quantization_config.{}", child.key));
    }
  }
}

// DeepSeek-V4: the chosen experts in 4 bits, the shared one as everything else.
void note_expert_dtype(const Fields& whole, const Fields& part, WeightScheme& scheme) {
  const Node* own = part.find("expert_dtype");
  const Node* node = own == nullptr ? whole.find("expert_dtype") : own;
  if (node == nullptr || scheme.parts.contains(WeightPart::experts)) {
    return;
  }
  if (node->text == "fp4") {
    scheme.parts.emplace(WeightPart::experts, *parse_format("mxfp4"));
    scheme.kept.push_back({WeightPart::experts, "shared expert", {}, true});
  } else if (const auto format = parse_format(node->text); !format || *format != scheme.matrices) {
    scheme.unread.push_back(fmt::format("expert_dtype '{}'", node->text));
  }
}

}  // namespace

std::optional<WeightScheme> read_quantization(const Fields& whole, const Fields& part, std::int64_t layers) {
  const Node* own = part.find("quantization_config");
  const Node* node = own == nullptr ? whole.find("quantization_config") : own;
  WeightScheme scheme;
  std::string key;
  const auto dtype = dtype_of(whole, part, key);
  if (node == nullptr || node->kind != Node::Kind::map || empty(*node)) {
    if (!dtype) {
      return std::nullopt;
    }
    scheme.matrices = *dtype;
    scheme.rest = *dtype;
    scheme.from = key;
    return scheme;
  }
  scheme.rest = dtype.value_or(bf16());
  if (!dtype) {
    scheme.assumed.emplace_back("what is not quantised in bf16: there is no torch_dtype");
  }
  const Quantizer quantizer = apply_quantizer(*node, scheme);
  if (quantizer.lists_apply) {
    UnconvertedModules modules = unconverted(modules_of(*node), layers);
    scheme.kept.insert(scheme.kept.end(), modules.kept.begin(), modules.kept.end());
    scheme.unread.insert(scheme.unread.end(), modules.unread.begin(), modules.unread.end());
  }
  note_unread(*node, quantizer.used, scheme);
  note_expert_dtype(whole, part, scheme);
  WeightScheme formats = scheme;
  formats.kept.clear();  // lists of layers would fill lines
  scheme.from = fmt::format("quantization_config: {}, {}", quantizer.method, print(formats));
  return scheme;
}

}  // namespace kvtally
