#include "read/config/families.hpp"

#include <doctest/doctest.h>
#include <set>
#include <tuple>

#include "read/config/rules.hpp"

namespace kvtally::families_test {

namespace {

TEST_CASE("each rule is some model type's, each model type has a rule or a part with one") {
  std::set<std::string, std::less<>> used;
  for (const std::string_view type : family_types()) {
    CAPTURE(type);
    const Family family = *family_of(type);
    used.insert(family.rule);
    CHECK((!family.rule.empty() || !family.part.empty()));
    CHECK((family.rule.empty() || rule_of(family.rule) != nullptr));
    CHECK((family.inner.empty() || !family_of(family.inner)->rule.empty()));
    CHECK_FALSE(refusal_of(type).has_value());
  }
  for (const Rule& rule : all_rules()) {
    CAPTURE(rule.name);
    CHECK(used.contains(rule.name));
  }
  CHECK_FALSE(family_of("no such type").has_value());
  CHECK_FALSE(family_of("").has_value());
}

TEST_CASE("a type that is like another has its rule, and more irrelevant keys") {
  const Family k2 = *family_of("kimi_k2");
  CHECK(k2.rule == "latent");
  CHECK(k2.class_name == "DeepseekV3Config");
  CHECK(k2.defaults.at("kv_lora_rank") == "512");
  CHECK(k2.model_type == "kimi_k2");
}

TEST_CASE("the classes' defaults are those of transformers 5.16") {
  const std::tuple<const char*, const char*, const char*, const char*> rows[] = {
      {"bamba", "BambaConfig", "mamba_n_heads", "128"},
      {"deepseek_v3", "DeepseekV3Config", "kv_lora_rank", "512"},
      {"deepseek_v32", "DeepseekV32Config", "index_topk", "2048"},
      {"deepseek_v4", "DeepseekV4Config", "num_hidden_layers", "43"},
      {"gemma2", "Gemma2Config", "sliding_window", "4096"},
      {"gemma3_text", "Gemma3TextConfig", "num_key_value_heads", "4"},
      {"gemma4_text", "Gemma4TextConfig", "sliding_window", "512"},
      {"glm4_moe", "Glm4MoeConfig", "num_attention_heads", "96"},
      {"glm_moe_dsa", "GlmMoeDsaConfig", "qk_nope_head_dim", "192"},
      {"gpt_oss", "GptOssConfig", "hidden_size", "2880"},
      {"hy_v3", "HYV3Config", "num_hidden_layers", "80"},
      {"jamba", "JambaConfig", "attn_layer_offset", "4"},
      {"llama4_text", "Llama4TextConfig", "attention_chunk_size", "8192"},
      {"mimo_v2_flash", "MiMoV2FlashConfig", "head_dim", "192"},
      {"minimax_m2", "MiniMaxM2Config", "num_hidden_layers", "62"},
      {"mistral", "MistralConfig", "num_key_value_heads", "8"},
      {"qwen2", "Qwen2Config", "num_key_value_heads", "32"},
      {"qwen3_5_moe_text", "Qwen3_5MoeTextConfig", "linear_num_value_heads", "32"},
      {"qwen3_next", "Qwen3NextConfig", "linear_conv_kernel_dim", "4"},
  };
  for (const auto& [type, class_name, key, value] : rows) {
    CAPTURE(type);
    const Family family = *family_of(type);
    CHECK(family.class_name == class_name);
    CHECK(family.defaults.at(key) == value);
  }
  CHECK_FALSE(family_of("llama")->defaults.contains("num_key_value_heads"));  // as many as query heads
}

}  // namespace

}  // namespace kvtally::families_test
