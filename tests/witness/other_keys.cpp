#include "witness/other_keys.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <variant>

namespace kvtally::test {

namespace {

constexpr std::uint32_t kFloat = 6;
constexpr std::uint32_t kArray = 9;

struct OtherKey {
  std::string_view architecture;
  std::string_view key;
  std::variant<std::int64_t, float> value;
};

// What one architecture's loader needs beside the common keys.
constexpr std::array kOwn = std::to_array<OtherKey>({
    {"cohere2", "logit_scale", 0.25F},
    {"deepseek4", "attention.output_group_count", 8},
    {"deepseek4", "attention.output_lora_rank", 64},
    {"deepseek4", "attention.compress_rope_freq_base", 160000.0F},
    {"deepseek4", "rope.dimension_count", 64},
    {"deepseek4", "hyper_connection.count", 4},
    {"deepseek4", "hyper_connection.sinkhorn_iterations", 20},
    {"deepseek4", "hyper_connection.epsilon", 1e-6F},
    {"deepseek4", "hash_layer_count", 0},
    {"deepseek4", "swiglu_clamp_exp", 10.0F},
    {"gemma4", "embedding_length_per_layer_input", 0},
    {"granite", "attention.scale", 0.0078125F},
    {"granite", "embedding_scale", 12.0F},
    {"granite", "logit_scale", 16.0F},
    {"granite", "residual_scale", 0.22F},
    {"llama4", "interleave_moe_layer_step", 1},
    {"rwkv7", "attention.decay_lora_rank", 64},
    {"rwkv7", "attention.iclr_lora_rank", 64},
    {"rwkv7", "attention.value_residual_mix_lora_rank", 32},
    {"rwkv7", "attention.gate_lora_rank", 128},
});

// Their queries have a rank of their own, whatever its size.
constexpr std::array<std::string_view, 4> kQueryRanks{"deepseek2", "deepseek32", "deepseek4", "glm-dsa"};
constexpr std::array<std::string_view, 4> kSections{"qwen35", "qwen35moe", "deepseek32", "glm-dsa"};

class OtherKeys {
 public:
  OtherKeys(GgufWriter& out, const std::string& architecture) : out_(out), architecture_(architecture) {}

  void write(const Model& model) {
    real("attention.layer_norm_epsilon", 1e-6F);
    real("attention.layer_norm_rms_epsilon", 1e-6F);
    out_.set("vocab_size", 32);
    out_.global("tokenizer.ggml.model", "none");
    if (model.weights.size("num_experts").value_or(0) > 0) {
      experts(model);
    }
    if (std::ranges::find(kQueryRanks, architecture_) != kQueryRanks.end()) {
      out_.set("attention.q_lora_rank", 64);
    }
    if (std::ranges::find(kSections, architecture_) != kSections.end()) {
      out_.raw(architecture_ + ".rope.dimension_sections", kArray,
               u32(5) + u64(4) + u32(11) + u32(11) + u32(10) + u32(0));
    }
    for (const OtherKey& own : kOwn) {
      if (own.architecture == architecture_) {
        write_own(own);
      }
    }
  }

 private:
  void real(std::string_view key, float value) {
    out_.raw(architecture_ + "." + std::string(key), kFloat, u32(std::bit_cast<std::uint32_t>(value)));
  }

  void write_own(const OtherKey& own) {
    if (const auto* whole = std::get_if<std::int64_t>(&own.value)) {
      out_.set(std::string(own.key), *whole);
    } else {
      real(own.key, std::get<float>(own.value));
    }
  }

  // 2: sigmoid; 4: the square root of softplus, the only one of DeepSeek-V4.
  void experts(const Model& model) {
    out_.set("expert_count", 4).set("expert_used_count", 2).set("expert_feed_forward_length", 32);
    out_.set("expert_gating_func", architecture_ == "deepseek4" ? 4 : 2);
    real("expert_weights_scale", 1.0F);
    out_.set("expert_weights_norm", true);
    const std::int64_t shared = model.weights.size("num_shared_experts").value_or(0);
    const bool latent = std::ranges::find(kQueryRanks, architecture_) != kQueryRanks.end();
    out_.set("expert_shared_count", std::max<std::int64_t>(shared, latent ? 1 : 0));
    out_.set("expert_shared_feed_forward_length", 32);
  }

  GgufWriter& out_;
  const std::string& architecture_;
};

}  // namespace

void write_other_keys(GgufWriter& out, const std::string& architecture, const Model& model) {
  OtherKeys(out, architecture).write(model);
}

}  // namespace kvtally::test
