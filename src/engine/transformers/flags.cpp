#include "engine/transformers/setting.hpp"

namespace kvtally::transformers {

namespace {

std::vector<EngineFlag> flags_of_generate() {
  return {
      {{"--context", "-c"}, "TOKENS", "", "tokens that the cache has seen (default: the model's maximum)"},
      {{"--max-length"}, "TOKENS", "", "generate()'s max_length; the last token is never fed back"},
      {{"--max-new-tokens"}, "TOKENS", "", "generate()'s max_new_tokens, behind --prefill"},
      {{"--prefill"}, "TOKENS", "", "tokens of the prompt; the rest is decoded one by one"},
      {{"--batch-size", "-b", "--batch"}, "N", "1", "prompts"},
      {{"--num-beams"}, "N", "1", "beams of each prompt"},
      {{"--num-return-sequences"}, "N", "1", "sequences sampled for each prompt"},
      {{"--cache-implementation"},
       "NAME",
       "dynamic",
       "generate()'s cache_implementation",
       {"dynamic", "static", "offloaded", "offloaded_static", "quantized", "paged", "sliding_window", "hybrid",
        "hybrid_chunked", "offloaded_hybrid", "offloaded_hybrid_chunked"}},
      {{"--max-cache-len"}, "TOKENS", "", "least length of a static cache"},
      {{"--dtype", "--kv-dtype"}, "FORMAT", "bf16", "of the model's activations: f32, f16 or bf16"},
      {{"--encoder-tokens"}, "N", "", "encoder positions (default: the model's own)"},
      {{"--tp", "--tp-size"}, "N", "1", "ranks of tensor parallelism"},
      {{"--offload-only-non-sliding"}, "", "", "offloaded caches keep sliding layers on the device"},
      {{"--backend"}, "NAME", "quanto", "of a quantized cache", {"quanto", "hqq"}},
      {{"--nbits"}, "N", "4", "bits of a quantized cache"},
      {{"--axis-key"}, "N", "0", "axis along which keys are grouped"},
      {{"--axis-value"}, "N", "0", "axis along which values are grouped"},
      {{"--q-group-size"}, "N", "64", "elements that share a scale"},
      {{"--residual-length"}, "N", "128", "decoded tokens kept in full precision"},
  };
}

std::vector<EngineFlag> flags_of_batching() {
  return {
      {{"--block-size"}, "TOKENS", "256", "tokens of a block of the paged cache"},
      {{"--num-blocks"}, "N", "", "blocks of the paged cache"},
      {{"--max-batch-tokens"}, "TOKENS", "", "tokens of one batch"},
      {{"--max-blocks-per-request"}, "N", "", "blocks in a request's block table; 0: no decode fast path"},
      {{"--max-memory-percent"}, "SHARE", "0.9", "of the free memory that the paged cache may take"},
      {{"--total-memory"}, "BYTES", "", "memory of the device"},
      {{"--used-memory"}, "BYTES", "", "of it allocated or reserved before, weights included"},
      {{"--available-memory"}, "BYTES", "", "what the cache may take, max_memory_percent applied"},
      {{"--attn-implementation"},
       "NAME",
       "sdpa",
       "attention kernel",
       {"eager", "sdpa", "flash_attention_2", "flash_attention_3"}},
      {{"--use-async-batching"},
       "BOOL",
       "",
       "two sets of input and output tensors (default: with flash attention)",
       {"true", "false"}},
      {{"--return-logprobs"}, "", "", "log probabilities beside the output ids"},
      {{"--allow-block-sharing"},
       "BOOL",
       "true",
       "complete blocks are there once for all that have them",
       {"true", "false"}},
      {{"--cpu-offload-space"}, "BYTES", "", "CPU memory for blocks of waiting requests"},
      {{"--engine-version"}, "VERSION", "5.16", "whose rules", versions()},
  };
}

}  // namespace

const std::vector<std::string_view>& versions() {
  static const std::vector<std::string_view> list{"5.16", "5.15", "5.14", "5.13"};
  return list;
}

const std::vector<EngineFlag>& flags() {
  static const std::vector<EngineFlag> list = [] {
    std::vector<EngineFlag> all = flags_of_generate();
    const std::vector<EngineFlag> batching = flags_of_batching();
    all.insert(all.end(), batching.begin(), batching.end());
    return all;
  }();
  return list;
}

}  // namespace kvtally::transformers
