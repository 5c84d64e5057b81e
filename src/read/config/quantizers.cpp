#include "read/config/quantizers.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "core/text.hpp"
#include "model/limits.hpp"

namespace kvtally {

namespace {

using Blocks = WeightScheme::Blocks;

Format named(std::string_view name) { return parse_format(name).value_or(bf16()); }

// Two formats side by side, as many of each as fill whole bytes: a scale and a packed zero point.
Format beside(const Format& scale, std::int64_t bits) {
  const auto text = fmt::format("int4@1+{}+int{}", scale.name, bits);
  const auto scheme = parse_weight_scheme(text);
  return scheme ? scheme->blocks->scale : scale;
}

/// One quantization_config.
class QuantizationReader {
 public:
  QuantizationReader(const Node& node, WeightScheme& scheme) : node_(node), scheme_(scheme) {}

  Quantizer read() {
    out_.method = lower(text("quant_method"));
    if (out_.method.empty() && member(node_, "quant_algo") != nullptr) {
      out_.method = "modelopt";
    }
    using Method = std::pair<std::string_view, void (QuantizationReader::*)()>;
    constexpr std::array kMethods{
        Method{"fp8", &QuantizationReader::fp8},
        Method{"fbgemm_fp8", &QuantizationReader::fbgemm},
        Method{"mxfp4", &QuantizationReader::mxfp4},
        Method{"modelopt", &QuantizationReader::modelopt},
        Method{"awq", &QuantizationReader::packed},
        Method{"gptq", &QuantizationReader::packed},
        Method{"auto-round", &QuantizationReader::packed},
        Method{"bitsandbytes", &QuantizationReader::bitsandbytes},
        Method{"compressed-tensors", &QuantizationReader::compressed},
    };
    const auto* method = std::ranges::find(kMethods, out_.method, &Method::first);
    if (method == kMethods.end()) {
      unread(fmt::format("quant_method '{}'", out_.method));
    } else {
      (this->*method->second)();
    }
    return std::move(out_);
  }

 private:
  const Node* find(const Node& map, std::string_view key) {
    const Node* found = map.kind == Node::Kind::map ? member(map, key) : nullptr;
    if (&map == &node_) {
      out_.used.push_back(key);
    }
    return found == nullptr || found->kind == Node::Kind::null ? nullptr : found;
  }
  std::string text(const Node& map, std::string_view key) {
    const Node* found = find(map, key);
    return found == nullptr ? "" : std::string(found->text);
  }
  std::string text(std::string_view key) { return text(node_, key); }
  std::optional<std::int64_t> number(const Node& map, std::string_view key) {
    const Node* found = find(map, key);
    const auto value = parse_integer(found == nullptr ? "" : found->text);
    if (found != nullptr && found->text == "-1") {  // all of them
      return -1;
    }
    return value && *value <= limits::kDimension ? std::optional(*value) : std::nullopt;
  }
  void unread(std::string what) { scheme_.unread.push_back(std::move(what)); }
  void assume(std::string what) { scheme_.assumed.push_back(std::move(what)); }
  // A list of two sizes; nothing where it is absent or null.
  std::optional<Blocks> blocks(const Node& map, std::string_view key) {
    const Node* list = find(map, key);
    if (list == nullptr || list->kind != Node::Kind::list) {
      return std::nullopt;
    }
    std::vector<std::int64_t> sizes;
    for (const Node& size : Children(*list)) {
      sizes.push_back(parse_integer(size.text).value_or(0));
    }
    if (sizes.size() != 2 || std::ranges::min(sizes) < 1 || std::ranges::max(sizes) > limits::kDimension) {
      unread(fmt::format("{}, which is no pair of sizes", key));
      return std::nullopt;
    }
    return Blocks{sizes[0], sizes[1], f32()};
  }

  // transformers' fine-grained fp8 and DeepSeek's own: scales of blocks; without block sizes one a matrix.
  void fp8() {
    scheme_.matrices = named(text("fmt").find("e5m2") == std::string::npos ? "fp8_e4m3" : "fp8_e5m2");
    scheme_.blocks = blocks(node_, "weight_block_size");
    assume("scales of fp8 weights in f32: quantization_config does not give their format");
    if (!scheme_.blocks) {
      scheme_.blocks = Blocks{0, 0, f32()};
      scheme_.matrix_bytes = text("activation_scheme") == "static" ? 4 : 0;  // the activations' scale
    }
    if (const std::string experts = text("moe_quant_algo"); experts == "NVFP4") {  // modelopt, experts alone
      scheme_.parts.emplace(WeightPart::experts, named("nvfp4"));
      scheme_.kept.push_back({WeightPart::experts, "shared expert", {}, true});
      out_.lists_apply = false;  // they name what is not NVFP4, and is fp8
      out_.used.insert(out_.used.end(), {"quantized_layers", "group_size", "config_groups"});
    } else if (!experts.empty()) {
      unread(fmt::format("moe_quant_algo '{}'", experts));
    }
  }

  // One scale a row (torch fbgemm).
  void fbgemm() {
    scheme_.matrices = named("fp8_e4m3");
    scheme_.blocks = Blocks{1, 0, f32()};
  }

  // Experts alone (gpt-oss).
  void mxfp4() {
    scheme_.matrices = scheme_.rest;
    scheme_.parts.emplace(WeightPart::experts, named("mxfp4"));
    out_.lists_apply = false;
  }

  void modelopt() {
    out_.used.insert(out_.used.end(), {"config_groups", "group_size"});
    if (const std::string algorithm = text("quant_algo"); algorithm == "NVFP4") {
      nvfp4();
    } else if (algorithm == "FP8") {
      scheme_.matrices = named("fp8_e4m3");
      scheme_.blocks = Blocks{0, 0, f32()};
      scheme_.matrix_bytes = 4;
    } else {
      unread(fmt::format("quant_algo '{}'", algorithm));
    }
  }

  // Two scales in f32 beside the blocks': of the weights and of the activations.
  void nvfp4() {
    scheme_.matrices = named("nvfp4");
    scheme_.matrix_bytes = 8;
  }

  // Groups along the inputs with scales in f16 and packed zero points: AWQ where it has them, GPTQ always, which
  // also keeps the order of groups (g_idx, int32).
  void packed() {
    const auto bits = number(node_, "bits");
    const auto group = number(node_, "group_size");
    if (!bits || !parse_format(fmt::format("int{}", *bits)) || !group || *group == 0) {
      unread(fmt::format("{} without bits of 2, 3, 4 or 8 and a group_size", out_.method));
      return;
    }
    const bool zeros = out_.method != "awq" || text("zero_point") != "false";
    scheme_.matrices = named(fmt::format("int{}", *bits));
    scheme_.blocks = Blocks{1, *group < 0 ? 0 : *group, zeros ? beside(named("f16"), *bits) : named("f16")};
    scheme_.input_bytes = out_.method == "gptq" ? 4 : 0;
    if (out_.method == "auto-round") {
      assume("auto-round's zero points are stored as GPTQ's");
    }
  }

  // LLM.int8: a scale a row; NF4 and FP4: one of 64 elements, in f32, or in 8 bits with scales of its own.
  void bitsandbytes() {
    const bool four = text("load_in_4bit") == "true";
    const bool twice = text("bnb_4bit_use_double_quant") == "true";
    if (four == (text("load_in_8bit") == "true")) {
      unread("bitsandbytes without one of load_in_4bit and load_in_8bit");
      return;
    }
    scheme_.matrices = named(four ? "int4" : "int8");
    scheme_.blocks = Blocks{1, 0, f32()};
    if (four) {
      scheme_.blocks = Blocks{1, 64, twice ? named("int8") : f32()};
      assume("the tables of bitsandbytes (about 1 KiB a matrix) and scales of scales are not counted");
    }
  }

  void compressed() {
    const Node* groups = find(node_, "config_groups");
    if (groups == nullptr || groups->kind != Node::Kind::map || Children(*groups).count() != 1) {
      unread("config_groups of another number than one");
      return;
    }
    const Node& group = *Children(*groups).begin();
    const Node* targets = find(group, "targets");
    const bool linear =
        targets != nullptr && Children(*targets).count() == 1 && Children(*targets).begin()->text == "Linear";
    const Node* weights = find(group, "weights");
    if (!linear || weights == nullptr) {
      unread("config_groups that is not of the weights of Linear");
      return;
    }
    compressed_weights(*weights);
  }

  void compressed_weights(const Node& weights) {
    const auto bits = number(weights, "num_bits").value_or(0);
    const std::string type = text(weights, "type");
    const std::string strategy = text(weights, "strategy");
    const auto group = number(weights, "group_size").value_or(0);
    const bool zeros = text(weights, "symmetric") == "false";
    if (type == "float" && bits == 4 && group == 16) {
      nvfp4();
    } else if (type == "float" && bits == 4 && group == 32) {
      scheme_.matrices = named("mxfp4");
    } else if ((type == "float" && bits == 8) || (type == "int" && (bits == 4 || bits == 8))) {
      scheme_.matrices = type == "float" ? named("fp8_e4m3") : named(fmt::format("int{}", bits));
      compressed_scales(weights, strategy, group, zeros ? beside(scheme_.rest, bits) : scheme_.rest);
      scheme_.matrix_bytes = text("format") == "pack-quantized" ? 16 : 0;  // the shape, two int64
    } else {
      unread(fmt::format("weights of {} bits of type '{}' in groups of {}", bits, type, group));
    }
  }

  void compressed_scales(const Node& weights, const std::string& strategy, std::int64_t group,
                         const Format& scale) {
    if (strategy == "group" && group > 0) {
      scheme_.blocks = Blocks{1, group, scale};
    } else if (strategy == "channel" || strategy == "tensor") {
      scheme_.blocks = Blocks{strategy == "channel" ? 1 : 0, 0, scale};
    } else if (strategy == "block") {
      scheme_.blocks = blocks(weights, "block_structure");
      if (scheme_.blocks) {
        scheme_.blocks->scale = scale;
        return;
      }
      unread("a block_structure that is missing");
    } else {
      unread(fmt::format("the strategy '{}' of the weights", strategy));
    }
    assume(fmt::format("scales of compressed-tensors in {}, as what is not quantised", scheme_.rest.name));
  }

  const Node& node_;
  WeightScheme& scheme_;
  Quantizer out_;
};

}  // namespace

Quantizer apply_quantizer(const Node& quantization, WeightScheme& scheme) {
  return QuantizationReader(quantization, scheme).read();
}

}  // namespace kvtally
