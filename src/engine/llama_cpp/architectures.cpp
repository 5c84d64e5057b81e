#include "engine/llama_cpp/architectures.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace kvtally::llama_cpp {

namespace {

struct Named {
  std::string_view model_type;
  std::string_view architecture;
};

// What llama.cpp's converter writes for a model_type of Hugging Face.
constexpr std::array kArchitectures = std::to_array<Named>({
    {"afmoe", "afmoe"},
    {"apertus", "apertus"},
    {"arcee", "arcee"},
    {"arctic", "arctic"},
    {"baichuan", "baichuan"},
    {"bailing_moe", "bailingmoe2"},
    {"bailing_moe_v2", "bailingmoe2"},
    {"bamba", "granitehybrid"},
    {"bitnet", "bitnet"},
    {"bloom", "bloom"},
    {"chameleon", "chameleon"},
    {"chatglm", "chatglm"},
    {"cohere", "command-r"},
    {"cohere2", "cohere2"},
    {"cohere2_moe", "cohere2moe"},
    {"dbrx", "dbrx"},
    {"deepseek", "deepseek"},
    {"deepseek_v2", "deepseek2"},
    {"deepseek_v3", "deepseek2"},
    {"deepseek_v32", "deepseek32"},
    {"deepseek_v4", "deepseek4"},
    {"dots1", "dots1"},
    {"ernie4_5", "ernie4_5"},
    {"ernie4_5_moe", "ernie4_5-moe"},
    {"exaone", "exaone"},
    {"exaone4", "exaone4"},
    {"exaone_moe", "exaone-moe"},
    {"falcon", "falcon"},
    {"falcon_h1", "falcon-h1"},
    {"falcon_mamba", "mamba"},
    {"gemma", "gemma"},
    {"gemma2", "gemma2"},
    {"gemma3", "gemma3"},
    {"gemma3_text", "gemma3"},
    {"gemma3n", "gemma3n"},
    {"gemma3n_text", "gemma3n"},
    {"gemma4", "gemma4"},
    {"gemma4_text", "gemma4"},
    {"gemma4_unified", "gemma4"},
    {"gemma4_unified_text", "gemma4"},
    {"glm4", "glm4"},
    {"glm4_moe", "glm4moe"},
    {"glm4_moe_lite", "deepseek2"},
    {"glm_moe_dsa", "glm-dsa"},
    {"gpt2", "gpt2"},
    {"gpt_neox", "gptneox"},
    {"gpt_oss", "gpt-oss"},
    {"gptj", "gptj"},
    {"granite", "granite"},
    {"granitemoe", "granitemoe"},
    {"granitemoehybrid", "granitehybrid"},
    {"hunyuan_v1_dense", "hunyuan-dense"},
    {"hunyuan_v1_moe", "hunyuan-moe"},
    {"hy_v3", "hy_v3"},
    {"internlm2", "internlm2"},
    {"jamba", "jamba"},
    {"kimi_k2", "deepseek2"},
    {"kimi_k25", "deepseek2"},
    {"kimi_linear", "kimi-linear"},
    {"laguna", "laguna"},
    {"lfm2", "lfm2"},
    {"lfm2_moe", "lfm2moe"},
    {"llama", "llama"},
    {"llama4", "llama4"},
    {"llama4_text", "llama4"},
    {"mamba", "mamba"},
    {"mamba2", "mamba2"},
    {"mimo_v2", "mimo2"},
    {"mimo_v2_flash", "mimo2"},
    {"minicpm", "minicpm"},
    {"minicpm3", "minicpm3"},
    {"minimax_m2", "minimax-m2"},
    {"minimax_m3", "minimax-m3"},
    {"mistral", "llama"},
    {"mixtral", "llama"},
    {"mpt", "mpt"},
    {"nemotron", "nemotron"},
    {"nemotron_h", "nemotron_h"},
    {"olmo", "olmo"},
    {"olmo2", "olmo2"},
    {"olmo3", "olmo2"},
    {"olmoe", "olmoe"},
    {"phi", "phi2"},
    {"phi3", "phi3"},
    {"phimoe", "phimoe"},
    {"plamo2", "plamo2"},
    {"plamo3", "plamo3"},
    {"plm", "plm"},
    {"qwen2", "qwen2"},
    {"qwen2_5_vl", "qwen2vl"},
    {"qwen2_moe", "qwen2moe"},
    {"qwen2_vl", "qwen2vl"},
    {"qwen3", "qwen3"},
    {"qwen3_5", "qwen35"},
    {"qwen3_5_moe", "qwen35moe"},
    {"qwen3_5_moe_text", "qwen35moe"},
    {"qwen3_5_text", "qwen35"},
    {"qwen3_moe", "qwen3moe"},
    {"qwen3_next", "qwen3next"},
    {"qwen3_vl", "qwen3vl"},
    {"qwen3_vl_moe", "qwen3vlmoe"},
    {"qwen3_vl_text", "qwen3vl"},
    {"rwkv7", "rwkv7"},
    {"seed_oss", "seed_oss"},
    {"smallthinker", "smallthinker"},
    {"smollm3", "smollm3"},
    {"stablelm", "stablelm"},
    {"starcoder2", "starcoder2"},
    {"step3p5", "step35"},
    {"t5", "t5"},
    {"xverse", "xverse"},
});
static_assert(std::ranges::is_sorted(kArchitectures, {}, &Named::model_type));

// The architectures with rules of their own (llama.cpp b10256). Their files of DeepSeek models have no MTP layers:
// logs of DeepSeek-R1 count 61 layers, of GLM-4.7-Flash 47.
constexpr std::array kRules = std::to_array<ArchitectureRules>({
    {.name = "afmoe", .slides = true},
    {.name = "bailingmoe2", .mtp_in_main = true},
    {.name = "cohere2", .slides = true},
    {.name = "cohere2moe", .slides = true, .mtp_in_main = true},
    {.name = "deepseek2", .mtp_in_main = true, .converts_mtp = false},
    {.name = "deepseek2-ocr", .expands = true},
    {.name = "deepseek4", .slides = true, .rolls_back = true},
    {.name = "dflash", .slides = true},
    {.name = "exaone-moe", .slides = true, .mtp_in_main = true},
    {.name = "exaone4", .slides = true, .mtp_in_main = true},
    {.name = "gemma2", .slides = true},
    {.name = "gemma3", .slides = true},
    {.name = "gemma3n", .slides = true, .shares = true},
    {.name = "gemma4", .slides = true, .shares = true},
    {.name = "glm4", .mtp_in_main = true},
    {.name = "glm4moe", .mtp_in_main = true},
    {.name = "gpt-oss", .slides = true},
    {.name = "laguna", .slides = true},
    {.name = "lfm2", .slides = true},
    {.name = "lfm2moe", .slides = true},
    {.name = "llama4", .slides = true},
    {.name = "mellum", .slides = true},
    {.name = "mimo2", .slides = true},
    {.name = "minicpm3", .expands = true},
    {.name = "minimax-m3", .indexes_values = true},
    {.name = "olmo2", .slides = true},
    {.name = "plamo3", .slides = true},
    {.name = "plm", .expands = true},
    {.name = "qwen35", .rolls_back = true},
    {.name = "qwen35moe", .rolls_back = true},
    {.name = "smallthinker", .slides = true, .window = 4096},
    {.name = "step35", .slides = true},
});

}  // namespace

std::optional<std::string_view> architecture_for(std::string_view model_type) {
  const auto found = std::ranges::lower_bound(kArchitectures, model_type, {}, &Named::model_type);
  return found == kArchitectures.end() || found->model_type != model_type ? std::nullopt
                                                                          : std::optional(found->architecture);
}

ArchitectureRules rules_for(const Model& model, std::vector<std::string>& assumptions) {
  const auto mapped = architecture_for(model.model_type);
  if (model.architecture.empty() && !mapped) {
    assumptions.push_back(
        fmt::format("rules by the kinds of the layers: llama.cpp's architecture for {} is not known",
                    model.model_type.empty() ? model.id : "model_type " + model.model_type));
    return {.name = {}, .slides = true, .shares = true};
  }
  const std::string_view name = model.architecture.empty() ? *mapped : std::string_view(model.architecture);
  if (model.architecture.empty()) {
    assumptions.push_back(fmt::format("architecture {}: model_type {}", name, model.model_type));
  }
  const auto found = std::ranges::find(kRules, name, &ArchitectureRules::name);
  return found == kRules.end() ? ArchitectureRules{.name = name} : *found;
}

}  // namespace kvtally::llama_cpp
