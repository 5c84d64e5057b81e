#include <vector>

#include "engine/tensorrt_llm/settings.hpp"

namespace kvtally::tensorrt_llm {

// Fields of LlmArgs and KvCacheConfig by their own names, then ours. Those marked "stated" are measured by the
// engine; here they are said.
std::span<const EngineFlag> flags() {
  static const std::vector<EngineFlag> list{
      {{"--max_seq_len", "-c", "--context"}, "TOKENS", "", "tokens of a request (default: the model's own)"},
      {{"--max_batch_size", "-b", "--batch"}, "N", "", "requests at once"},
      {{"--max_tokens"}, "N", "", "the most tokens in the pool"},
      {{"--available-memory", "--free-memory"}, "BYTES", "", "stated: free memory before the fraction is taken"},
      {{"--total-memory"}, "BYTES", "", "stated: of the device, beside --peak-memory"},
      {{"--peak-memory"}, "BYTES", "", "stated: the peak of the dry run, torch and beside it"},
      {{"--profiled-cache"}, "BYTES", "0", "stated: cache that the dry run held"},
      {{"--free_gpu_memory_fraction"}, "SHARE", "", "of the free memory (default 0.9)"},
      {{"--max_gpu_total_bytes"}, "BYTES", "", "the most bytes for the pools"},
      {{"--host_cache_size"}, "BYTES", "0", "bytes of the pool in host memory"},
      {{"--host-memory"}, "BYTES", "", "stated: free memory of the machine, for the second manager's host tier"},
      {{"--memlock"}, "BYTES", "", "stated: memory that may be locked, beside --host-memory"},
      {{"--tokens_per_block"}, "N", "", "tokens of a block (default 32; 64 and 128 where the layout asks for it)"},
      {{"--kv_cache_dtype", "--kv-dtype"},
       "FORMAT",
       "auto",
       "of keys, values and latents",
       {"auto", "bf16", "bfloat16", "f16", "float16", "fp8", "fp8_e4m3", "nvfp4"}},
      {{"--tp_size", "--tp"}, "N", "1", "tensor-parallel ranks"},
      {{"--pp_size", "--pp"}, "N", "1", "pipeline stages"},
      {{"--enable_attention_dp"}, "", "", "attention is divided over requests inside the tensor-parallel group"},
      {{"--max_attention_window"}, "LIST", "", "windows of the layers, repeated: 512,512,32768"},
      {{"--window_size_shares"}, "LIST", "", "TRTLLM_WINDOW_SIZE_SHARES: memory of each window, 0.4,0.6"},
      {{"--max_beam_width"}, "N", "1", "beams of a request"},
      {{"--sink_token_length"}, "N", "0", "first tokens that stay in the cache"},
      {{"--use_kv_cache_manager_v2"}, "", "", "the manager that counts bytes"},
      {{"--enable_block_reuse"}, "WORD", "true", "the prefix cache", {"true", "false"}},
      {{"--mamba_ssm_cache_dtype", "--state-dtype"},
       "FORMAT",
       "",
       "of recurrent states (default: the model's own)",
       {"float32", "bfloat16", "float16", "f32", "bf16", "f16"}},
      {{"--mamba_state_cache_interval"}, "N", "", "tokens between two states that the prefix cache keeps"},
      {{"--max_draft_len"}, "N", "0", "tokens that are drafted"},
      {{"--cross_kv_cache_fraction"}, "SHARE", "0.5", "of the memory, for an encoder's keys and values"},
      {{"--max_util_for_resume"}, "SHARE", "0.95", "of the pool that a resumed request may fill"},
      {{"--indexer_k_cache_dtype"}, "FORMAT", "fp8", "of DeepSeek-V4's pooled index keys", {"fp8", "fp4"}},
      {{"--compress_ratios"}, "LIST", "", "DeepSeek-V4.1: 0, 1 or 2 for each layer"},
      {{"--kv_source_layer_ids"}, "LIST", "", "DeepSeek-V4.1: layers that own a global record"},
      {{"--engine-version"}, "VERSION", "2026", "whose rules", {"2026", "1.1"}},
  };
  return list;
}

}  // namespace kvtally::tensorrt_llm
