#include "engine/vllm/vllm.hpp"

#include "engine/vllm/examples.hpp"

namespace kvtally::vllm_test {

namespace {

constexpr std::int64_t kPage = 16384;  // a state of vLLM's tests
constexpr Wide kGiB = Wide{1} << 30;

using test::described;
using test::VllmExample;

std::vector<VllmExample> plain_examples() {
  const Model llama = test::zoo_model("llama-3.1-8b");
  const Model wide = described("full_attention x32", 32, 32, 128);
  const Model four = described("full_attention x4", 4, 8, 128);
  return {
      {"1: 32 full layers, 2 GiB",
       llama,
       "-c 4096 --max-num-batched-tokens 2048 --kv-cache-memory-bytes 2GiB",
       {{"page_bytes", 65536},
        {"num_gpu_blocks", 1024},
        {"allocated_bytes", 32 * Wide{67'108'864}},
        {"max_concurrency", 4},
        {"kv_cache_tokens", 16384}}},
      {"2: 512 MiB for 8192 tokens",
       llama,
       "-c 8192 --kv-cache-memory-bytes 512MiB",
       {{"kv_bytes_for_max_len", kGiB}, {"estimated_max_len", 4096}}},
      {"3: 8 GiB for 16385 tokens",
       wide,
       "-c 16385 --kv-cache-memory-bytes 8GiB",
       {{"kv_bytes_for_max_len", 1025 * 32 * Wide{262144}}, {"estimated_max_len", 16384}}},
      {"13: fp8",
       four,
       "-c 4096 --kv-cache-dtype fp8 --kv-cache-memory-bytes 256MiB",
       {{"page_bytes", 32768}, {"num_gpu_blocks", 2048}}},
      {"14: int8 per token and head",
       four,
       "-c 4096 --kv-cache-dtype int8_per_token_head --kv-cache-memory-bytes 256MiB",
       {{"page_bytes", 33792}, {"num_gpu_blocks", 1985}}},
      {"17: dcp 1", four, "-c 1000", {{"blocks_per_request", 63}}},
      {"17: dcp 2", four, "-c 1000 -tp 2 -dcp 2", {{"blocks_per_request", 32}}},
      {"17: dcp 4", four, "-c 1000 -tp 4 -dcp 4", {{"blocks_per_request", 16}}},
      {"18: 1500 encoder positions",
       test::zoo_model("whisper-large-v3"),
       "-c 16",
       {{"blocks_per_request", 94 + 1}}},
      {"23: Llama-3.1-8B", llama, "", {{"block_bytes", 2'097'152}}},
  };
}

std::vector<VllmExample> window_examples() {
  const std::string full512 = "sliding_window: 1024\nkinds:\n  full_attention: {head_dim: 512}\n";
  return {
      {"4: like Gemma 3",
       described("[sliding_attention x5, full_attention] x4, sliding_attention x2", 26, 1, 256,
                 "sliding_window: 512\n"),
       "-c 8192 --max-num-batched-tokens 2048 --kv-cache-memory-bytes 1GiB",
       {{"page_bytes", 16384},
        {"kv_cache_groups", 7},
        {"num_gpu_blocks", 16384},
        {"block_bytes", 4 * Wide{268'435'456} / 16384},
        {"max_concurrency", 16384, 6 * 161 + 512}}},
      {"5: like gpt-oss",
       described("[sliding_attention, full_attention] x12", 24, 8, 64, "sliding_window: 128\n"),
       "-c 8192 --max-num-batched-tokens 2048 --kv-cache-memory-bytes 1GiB",
       {{"page_bytes", 32768},
        {"num_gpu_blocks", 2730},
        {"allocated_bytes", 12 * Wide{89'456'640}},
        {"max_concurrency", 2730, 137 + 512}}},
      {"10: windows of 4x256 beside full layers of 4x512",
       described("[sliding_attention x5, full_attention] x2", 12, 4, 256, full512),
       "-c 8192 --max-num-batched-tokens 2048 --kv-cache-memory-bytes 1GiB",
       {{"page_bytes", 131072},
        {"kv_cache_groups", 6},
        {"num_gpu_blocks", 4096},
        {"max_concurrency", 4096, 512 + 5 * 97}}},
      {"11: full and chunked 1024, 2000 pages",
       described("full_attention, chunked_attention", 2, 2, 64, "attention_chunk_size: 1024\n"),
       "-c 4096 --dtype float32 --max-num-batched-tokens 512 --num-gpu-blocks-override 2000",
       {{"max_concurrency", 2000, 96 + 256}}},
      {"12: without the hybrid manager",
       described("full_attention, sliding_attention", 2, 2, 64, "sliding_window: 1024\n"),
       "-c 4096 --dtype float32 --disable-hybrid-kv-cache-manager --kv-cache-memory-bytes 32768000B",
       {{"num_gpu_blocks", 1000}, {"kv_cache_groups", 1}, {"max_concurrency", 390625, 100000}}},
  };
}

std::vector<VllmExample> latent_examples() {
  return {
      {"7: four latent layers",
       test::latent_model("full_attention", 4),
       "-c 4096 --block-size 64 --kv-cache-memory-bytes 256MiB",
       {{"page_bytes", 73728}, {"num_gpu_blocks", 910}, {"max_concurrency", 1421875, 100000}}},
      {"8: like V3.2, fp8_ds_mla",
       test::latent_model("deepseek_sparse_attention", 2),
       "-c 4096 --block-size 64 --kv-cache-dtype fp8_ds_mla --kv-cache-memory-bytes 64MiB",
       {{"block_bytes", 100'864},
        {"num_gpu_blocks", 665},
        {"page_bytes", 27'919'360, 665},
        {"max_concurrency", 10390625, 1000000}}},
      {"9: like V3.2, bf16",
       test::latent_model("deepseek_sparse_attention", 2),
       "-c 4096 --block-size 64 --kv-cache-memory-bytes 64MiB",
       {{"block_bytes", 164'352}, {"num_gpu_blocks", 408}, {"max_concurrency", 6375, 1000}}},
      {"19: like V4",
       test::compressed_model(),
       "-c 8192 --max-num-batched-tokens 2048 --kv-cache-dtype fp8_ds_mla --kv-cache-memory-bytes 256MiB",
       {{"block_bytes", 95'616},
        {"kv_cache_groups", 5},
        {"num_gpu_blocks", 2807},
        {"allocated_bytes", 268'394'112},
        {"max_concurrency", 2807, 890}}},
  };
}

std::vector<VllmExample> state_examples() {
  const Model qwen = test::zoo_model("qwen3-next-80b-a3b");
  const Model tested = test::with_tested_state(1);
  return {
      {"15: full and a state, 100 pages",
       tested,
       "-c 1024 --dtype float32 --num-gpu-blocks-override 100",
       {{"page_bytes", kPage}, {"mamba_page_bytes", kPage}, {"max_concurrency", 100, 65}}},
      {"21: Qwen3-Next",
       qwen,
       "-c 4096",
       {{"state_bytes", 1'097'728},
        {"attention_block_size", 544},
        {"page_bytes", 1'114'112},
        {"mamba_padding_percent", (1'114'112 - 1'097'728) * Wide{100}, 1'097'728}}},
      {"22: Qwen3-Next with f32 states",
       qwen,
       "-c 4096 --mamba-ssm-cache-dtype float32",
       {{"state_bytes", 2'146'304}, {"attention_block_size", 1056}, {"page_bytes", 2'162'688}}},
  };
}

TEST_CASE("the worked examples of vLLM's rules") {
  const int count = test::check_examples(plain_examples()) + test::check_examples(window_examples()) +
                    test::check_examples(latent_examples()) + test::check_examples(state_examples());
  MESSAGE("vllm: " << count << " figures of worked examples");
  CHECK(count == 60);
}

TEST_CASE("the two errors") {
  CHECK(
      test::allocated(test::zoo_model("llama-3.1-8b"), "-c 8192 --kv-cache-memory-bytes 512MiB").refusal ==
      "To serve at least one request with the model's max seq len (8192), (1.0 GiB KV cache is needed, which is "
      "larger than the available KV cache memory (0.5 GiB). Based on the available memory, the estimated maximum "
      "model length is 4096. Try increasing `gpu_memory_utilization` (which also controls CPU memory on the CPU "
      "backend) or decreasing `max_model_len` when initializing the engine. See "
      "https://docs.vllm.ai/en/latest/configuration/conserving_memory/ for more details.");
  CHECK(
      test::allocated(described("full_attention x32", 32, 32, 128), "-c 16385 --kv-cache-memory-bytes 8GiB")
          .refusal.starts_with("To serve at least one request with the model's max seq len (16385), (8.01 GiB KV "
                               "cache is needed, which is larger than the available KV cache memory (8.0 GiB). "
                               "Based on the available memory, the estimated maximum model length is 16384. "));
}

TEST_CASE("more than 64 bits is refused, whatever the flags") {
  CHECK(test::refused(test::zoo_model("llama-3.1-8b"), "-c 1000000000000 -b 16000000") ==
        "llama-3.1-8b: what is allocated passes 2^63 bytes; expected a shorter context or fewer requests\n");
  CHECK(test::refused(test::zoo_model("gemma-3-27b"),
                      "-c 1000000000000 -b 16000000 --max-num-batched-tokens 1000000000000 -pp 60000 -tp 1")
            .find("passes 2^63") != std::string::npos);
  CHECK(test::refused(test::zoo_model("llama-3.1-8b"), "-c 1 --num-gpu-blocks-override 1000000000000000") ==
        "--num-gpu-blocks-override: '1000000000000000' is not a number from 1 to 1099511627776\n");
}

TEST_CASE("an unsupported kind is refused by name") {
  CHECK(test::refused(test::zoo_model("rwkv-7"), "-c 4096") ==
        "rwkv-7: vLLM has no rule for states of kind rwkv7\n");
  CHECK(test::refused(test::zoo_model("qwen3.8-flash-next"), "-c 4096") ==
        "qwen3.8-flash-next: vLLM has no rule for index keys beside keys and values of heads (layers of kind "
        "qsa)\n");
  CHECK(test::refused(test::zoo_model("glm-5.3-flash"), "-c 4096") ==
        "glm-5.3-flash: vLLM has no rule for index keys that are pooled over 4 tokens\n");
}

}  // namespace

}  // namespace kvtally::vllm_test
