#include "check/diagnose.hpp"

#include <array>
#include <span>

#include "check/checked.hpp"

namespace kvtally::diagnose_test {

namespace {

// The causes that are found for an expected figure, with " | " between them.
std::string cause(const std::string& what, const std::string& expected) {
  const auto tree = parse_yaml("f.yaml", test::one("what: {figure: " + what + "}, expected: " + expected));
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  const auto file = read_check_file(*tree, test::compiled_in_sources(), false);
  REQUIRE_MESSAGE(file.has_value(), render(file.error()));
  const auto causes = diagnose(file->checks[0], *tree, test::compiled_in_sources());
  return fmt::format("{}", fmt::join(causes, " | "));
}

// A figure that a tool or text got wrong, and what is known of how: the thread where that is told.
struct Wrong {
  std::string_view source;
  std::string what;
  std::string printed;
  std::string_view cause;
};

std::string kv(const std::string& model, const std::string& rest) {
  return "show.kv_bytes, model: " + model + ", context: " + rest;
}

void look_for(std::span<const Wrong> all) {
  for (const Wrong& w : all) {
    CAPTURE(w.source);
    const std::string found =
        cause(w.what, w.printed + (w.printed.ends_with("bytes") ? "" : ", equal: as printed"));
    CHECK_MESSAGE(found.find(w.cause) != std::string::npos, found);
  }
}

TEST_CASE("figures that others got wrong: the cause that their users or makers found") {
  const std::array wrong{
      Wrong{"huggingface/blog#2345", kv("llama-3.1-405b", "16000"), "15.38 GiB",
            "there were twice as many KV heads"},
      Wrong{"arXiv 2408.12570", kv("llama-3.1-405b", "256K"), "252 GiB", "there were twice as many KV heads"},
      Wrong{"a post on dev.to", kv("llama-2-70b", "2048"), "5.24 GB",
            "query heads were kept, not KV heads and K were 1000 tokens"},
      Wrong{"a personal site", kv("llama-3.1-8b", "4096"), "2.1 GB", "query heads were kept, not KV heads"},
      Wrong{"vllm-project/vllm#29736", kv("llama-3.1-8b", "8192"), "4 GiB", "query heads were kept, not KV heads"},
      Wrong{"vx-lang/Vx#303", kv("llama-3.1-70b", "32K"), "80 GiB", "query heads were kept, not KV heads"},
      Wrong{"hahnyuan/LLM-Viewer#12", "show.read_bytes_per_step, model: llama-3.1-70b, context: 128K", "320 GiB",
            "query heads were kept, not KV heads"},
      Wrong{"EleutherAI cookbook", kv("llama-2-7b", "4096"), "1 GiB", "the values were left out"},
      Wrong{"rohitg00/ai-engineering-from-scratch#57", kv("llama-2-7b", "32K"), "512 MiB",
            "each layer had one KV head"},
      Wrong{"withcatai/node-llama-cpp#608", kv("llama-2-7b", "4096, kv_dtype: q8_0"), "34 GiB",
            "an element took the bytes of a whole block"},
      Wrong{"withcatai/node-llama-cpp#608", kv("llama-2-7b", "4096, kv_dtype: q4_0"), "18 GiB",
            "an element took the bytes of a whole block"},
      Wrong{"llmfit 3f44fd3", kv("llama-2-7b", "4096, kv_dtype: q8_0"), "1 GiB",
            "entries were in fp8, without scales"},
      Wrong{"NVIDIA/Model-Optimizer#2482", "show.marginal_bytes_per_token, model: gpt-oss-20b, context: 128K",
            "17280 bytes", "a head were as wide as hidden_size ÷ num_attention_heads"},
      Wrong{"node-llama-cpp 3.22.1", kv("deepseek-v3", "128K"), "17397972992 bytes",
            "values were kept beside the latent"},
      Wrong{"gpustack/gguf-parser-go#32", kv("gpt-oss-20b", "128K"), "6 GiB", "every layer kept every position"},
      Wrong{"hf-mem 0.5.5, run", kv("gemma-3-27b", "128K"), "62 GiB", "every layer kept every position"},
      Wrong{"redhat-performance/configiq#112", "show.marginal_bytes_per_token, model: gemma-4-31b, context: 128K",
            "901120 bytes", "windows and chunks kept every position"},
      Wrong{"unslothai/unsloth#5225", kv("gemma-3n-e4b", "32K"), "499122176 bytes",
            "layers that share another's cache had their own"},
      Wrong{"huggingface/blog#2345", kv("llama-3.1-70b", "128K"), "39.06 GiB", "K were 1000 tokens"},
      Wrong{"gpustack/gguf-parser-go#28", kv("qwen3.5-35b-a3b", "256K"), "20 GiB",
            "every layer kept every position"},
      Wrong{"LMCache/LMCache#3080", "show.marginal_bytes_per_token, model: qwen3.5-27b, context: 128K",
            "262144 bytes", "every layer kept every position"},
      Wrong{"lmstudio-ai/lmstudio-bug-tracker#1862", kv("qwen3.6-27b", "256K"), "64 GiB",
            "every layer kept every position"},
      Wrong{"NVIDIA/TensorRT-LLM#9072", kv("qwen3-next-80b-a3b", "128K"), "12 GiB",
            "every layer kept every position"},
      Wrong{"LLM-Viewer, run", kv("gpt-oss-120b", "128K"), "6.3281 GiB",
            "every layer had num_key_value_heads of hidden_size ÷ num_attention_heads"},
      Wrong{"sgl-project/sglang#11309",
            "show.total_bytes, model: deepseek-v3.2, context: 128K, kv_dtype: fp8_ds_mla", "5244977152 bytes",
            "index keys were left out"},
      Wrong{"sgl-project/sglang#30531", "show.indexer_bytes, model: glm-5.2, context: 128K", "2617245696 bytes",
            "every indexer had keys of its own"},
  };
  look_for(wrong);
}

TEST_CASE("latents that others counted wrongly") {
  const std::string v3 = "show.marginal_bytes_per_token, model: deepseek-v3, context: 128K";
  const std::string k3 = "show.marginal_bytes_per_token, model: kimi-k3, context: 128K";
  look_for(std::array{
      // 2 x 512 elements in each of 61 layers
      Wrong{"LMCache/LMCache#694", v3, "124928 bytes",
            "the latent were kept for keys and again for values and rotary rows were left out"},
      // 576 elements in all 93 layers, of which 24 have a latent
      Wrong{"LMCache/LMCache#4278", k3, "107136 bytes", "every layer kept every position"},
      Wrong{"unslothai/unsloth#7616", kv("kimi-k3", "1M"), "104.6 GiB", "every layer kept every position"},
      // 12 of 96 heads with 576 elements each in 24 layers are 331,776 bytes, or 308.99 kB where a GiB is written
      // as a GB; 27,648 bytes are 25.75 kB then
      Wrong{"ROCm/ATOM#1959, with the plugin", k3, "309 kB",
            "every query head of one of 8 devices kept a latent of its own and the kB came from dividing GiB "
            "that were called GB"},
      Wrong{"ROCm/ATOM#1959, without it", k3, "26 kB", "the kB came from dividing GiB that were called GB"},
      Wrong{"tenstorrent/tt-xla#5861", v3, "8784 bytes", "the latent were divided over 8 devices"},
  });
}

TEST_CASE("two mistakes together, where no single one explains the figure") {
  // The EleutherAI cookbook, run for llama-3.1-70b
  CHECK(cause(kv("llama-3.1-70b", "128K"), "160.00 GiB, equal: as printed")
            .find("query heads were kept, not KV heads and the values were left out") != std::string::npos);
  // 48 layers for 12, and heads of 2048 / 16 = 128 for 256
  CHECK(cause(kv("qwen3-next-80b-a3b", "128K"), "6442450944 bytes").find("hidden_size") != std::string::npos);
  CHECK(cause(kv("llama-3.1-8b", "4096"), "2 GB, equal: as printed") == "query heads were kept, not KV heads");
  CHECK(cause(kv("llama-3.1-8b", "4096"), "2.00 GB, equal: as printed") ==
        "query heads were kept, not KV heads and GB were GiB");
}

TEST_CASE("what no mistake explains, and what is no number") {
  CHECK(cause(kv("llama-3.1-8b", "4096"), "3 bytes") == "");
  CHECK(cause("model.released, model: llama-3.1-8b", "2024-08") == "");
  CHECK(cause(kv("llama-3.1-8b", "4096"), "3 tokens") == "");
}

}  // namespace

}  // namespace kvtally::diagnose_test
