#include "read/gguf/architectures.hpp"

#include <algorithm>
#include <array>

namespace kvtally {

namespace {

constexpr std::string_view kEncoder = "a model that reads a whole text at once and keeps no cache";
constexpr std::string_view kDiffusion =
    "a diffusion model, which writes a text in passes over all of it and keeps no cache";
constexpr std::string_view kProjector = "the vision or audio part of a model, which keeps no cache";
constexpr std::string_view kVocoder = "a decoder from audio tokens to sound, which keeps no cache";
constexpr std::string_view kAssistant = "a draft model that reads its target's cache and keeps none of its own";

constexpr Architecture full(std::string_view name) { return {name, describe_full, {}, {}}; }
constexpr Architecture sliding(std::string_view name, WindowShape window) {
  return {name, describe_sliding, {}, window};
}
constexpr Architecture without_cache(std::string_view name, std::string_view reason) {
  return {name, nullptr, reason, {}};
}

constexpr std::array kArchitectures{
    sliding("afmoe", {0, 4}),
    full("apertus"),
    full("arcee"),
    full("arctic"),
    Architecture{"arwkv7", describe_rwkv7, {}, {}},
    full("baichuan"),
    full("bailingmoe"),
    full("bailingmoe2"),
    without_cache("bert", kEncoder),
    full("bitnet"),
    full("bloom"),
    full("chameleon"),
    full("chatglm"),
    without_cache("clip", kProjector),
    full("codeshell"),
    full("cogvlm"),
    sliding("cohere2", {0, 4, false, true}),
    sliding("cohere2moe", {0, 4, true, true}),
    full("command-r"),
    full("dbrx"),
    full("deci"),
    full("deepseek"),
    Architecture{"deepseek2", describe_latent, {}, {}},
    Architecture{"deepseek2-ocr", describe_expanded, {}, {}},
    Architecture{"deepseek32", describe_sparse_latent, {}, {}},
    Architecture{"deepseek4", describe_deepseek4, {}, {}},
    Architecture{"dflash", describe_drafter, {}, {}},
    full("dots1"),
    without_cache("dream", kDiffusion),
    full("eagle3"),
    full("ernie4_5"),
    full("ernie4_5-moe"),
    without_cache("eurobert", kEncoder),
    full("exaone"),
    sliding("exaone-moe", {128, 4}),
    Architecture{"exaone4", describe_exaone4, {}, {4096, 4}},
    full("falcon"),
    Architecture{"falcon-h1", describe_parallel_hybrid, {}, {}},
    full("gemma"),
    without_cache("gemma-embedding", kEncoder),
    sliding("gemma2", {4096, 2}),
    sliding("gemma3", {0, 6}),
    Architecture{"gemma3n", describe_gemma3n, {}, {0, 5, false, true}},
    Architecture{"gemma4", describe_gemma4, {}, {0, 0, false, true}},
    without_cache("gemma4-assistant", kAssistant),
    Architecture{"glm-dsa", describe_sparse_latent, {}, {}},
    full("glm4"),
    full("glm4moe"),
    sliding("gpt-oss", {0, 2, false, true}),
    full("gpt2"),
    full("gptj"),
    full("gptneox"),
    full("granite"),
    Architecture{"granitehybrid", describe_mamba2_hybrid, {}, {}},
    full("granitemoe"),
    full("grok"),
    full("grovemoe"),
    full("hunyuan-dense"),
    full("hunyuan-moe"),
    full("hunyuan_vl"),
    full("hy_v3"),
    full("internlm2"),
    full("jais"),
    full("jais2"),
    Architecture{"jamba", describe_mamba_hybrid, {}, {}},
    without_cache("jina-bert-v2", kEncoder),
    without_cache("jina-bert-v3", kEncoder),
    Architecture{"kimi-linear", describe_kimi_linear, {}, {}},
    sliding("laguna", {0, 4, true}),
    Architecture{"lfm2", describe_short_convolution, {}, {}},
    Architecture{"lfm2moe", describe_short_convolution, {}, {}},
    without_cache("llada", kDiffusion),
    without_cache("llada-moe", kDiffusion),
    full("llama"),
    without_cache("llama-embed", kEncoder),
    Architecture{"llama4", describe_llama4, {}, {0, 4}},
    full("maincoder"),
    Architecture{"mamba", describe_mamba, {}, {}},
    Architecture{"mamba2", describe_mamba2, {}, {}},
    sliding("mellum", {0, 4}),
    sliding("mimo2", {0, 0, false, true}),
    full("minicpm"),
    Architecture{"minicpm3", describe_expanded, {}, {}},
    full("minimax-m2"),
    Architecture{"minimax-m3", describe_block_sparse, {}, {}},
    full("mistral3"),
    Architecture{"mistral4", describe_latent, {}, {}},
    without_cache("modern-bert", kEncoder),
    full("mpt"),
    Architecture{"nanbeige", describe_looped, {}, {}},
    full("nemotron"),
    Architecture{"nemotron_h", describe_nemotron_h, {}, {}},
    Architecture{"nemotron_h_moe", describe_nemotron_h, {}, {}},
    without_cache("neo-bert", kEncoder),
    without_cache("nomic-bert", kEncoder),
    without_cache("nomic-bert-moe", kEncoder),
    full("olmo"),
    sliding("olmo2", {0, 4}),
    full("olmoe"),
    full("openelm"),
    full("orion"),
    full("paddleocr"),
    full("pangu-embedded"),
    full("phi2"),
    Architecture{"phi3", describe_phi3, {}, {}},
    full("phimoe"),
    full("plamo"),
    Architecture{"plamo2", describe_mamba_hybrid, {}, {}},
    sliding("plamo3", {0, 8}),
    Architecture{"plm", describe_expanded, {}, {}},
    full("qwen"),
    full("qwen2"),
    full("qwen2moe"),
    full("qwen2vl"),
    full("qwen3"),
    Architecture{"qwen35", describe_gated_delta, {}, {}},
    Architecture{"qwen35moe", describe_gated_delta, {}, {}},
    full("qwen3moe"),
    Architecture{"qwen3next", describe_gated_delta, {}, {}},
    full("qwen3vl"),
    full("qwen3vlmoe"),
    full("refact"),
    without_cache("rnd1", kDiffusion),
    Architecture{"rwkv6", describe_rwkv6, {}, {}},
    Architecture{"rwkv6qwen2", describe_rwkv6, {}, {}},
    Architecture{"rwkv7", describe_rwkv7, {}, {}},
    full("seed_oss"),
    sliding("smallthinker", {4096, 4, true}),
    full("smollm3"),
    full("stablelm"),
    full("starcoder"),
    full("starcoder2"),
    sliding("step35", {0, 0, false, true}),
    Architecture{"t5", describe_encoder_decoder, {}, {}},
    without_cache("t5encoder", kEncoder),
    full("talkie"),
    without_cache("wavtokenizer-dec", kVocoder),
    full("xverse"),
};

}  // namespace

std::span<const Architecture> architectures() { return kArchitectures; }

const Architecture* architecture_of(std::string_view name) {
  const auto* found = std::ranges::find(kArchitectures, name, &Architecture::name);
  return found == kArchitectures.end() ? nullptr : found;
}

}  // namespace kvtally
