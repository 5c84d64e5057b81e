#include "engine/vllm/settings.hpp"

namespace kvtally::vllm {

namespace {

std::vector<EngineFlag> sizes() {
  return {
      {{"--engine-version"},
       "VERSION",
       "2026-08-17",
       "the day whose rules hold",
       {"2026-08-17", "2026-07-07", "2026-04-27", "2026-02-10"}},
      {{"--max-model-len", "-c", "--context"}, "TOKENS", "", "tokens of a request at most, or auto: what fits"},
      {{"-b", "--batch"}, "N", "1", "requests at once, each of --max-model-len tokens"},
      {{"--max-num-seqs"}, "N", "", "requests that run at once at most; it bears on no size"},
      {{"--block-size"}, "TOKENS", "", "tokens of a block; without it what the attention backend wants"},
      {{"--kv-cache-dtype", "--kv-dtype"},
       "DTYPE",
       "auto",
       "of keys, values and latents",
       {"auto", "bfloat16", "float16", "fp8", "fp8_e4m3", "fp8_e5m2", "int8_per_token_head", "fp8_per_token_head",
        "int4_per_token_head", "nvfp4", "fp8_ds_mla", "turboquant_k8v4", "turboquant_4bit_nc",
        "turboquant_k3v4_nc", "turboquant_3bit_nc"}},
      {{"--dtype"}, "DTYPE", "bfloat16", "of the model", {"bfloat16", "float16", "float32"}},
      {{"--indexer-dtype"},
       "DTYPE",
       "auto",
       "of index keys: fp8 with scales, of MiniMax-M3 bfloat16; mxfp4 for DeepSeek-V4 alone",
       {"auto", "fp8", "mxfp4", "bfloat16"}},
      {{"--encoder-tokens"}, "N", "", "encoder positions of an encoder-decoder; without it the model's"},
  };
}

std::vector<EngineFlag> deployment() {
  return {
      {{"--tensor-parallel-size", "-tp", "--tp"}, "N", "1", "ranks that heads are divided over"},
      {{"--pipeline-parallel-size", "-pp", "--pp"}, "N", "1", "stages that layers are divided over"},
      {{"--decode-context-parallel-size", "-dcp", "--dcp", "--cp"},
       "N",
       "1",
       "ranks that tokens are divided over"},
      {{"--max-num-batched-tokens"}, "TOKENS", "2048", "of one step; windows and chunks keep as many more"},
      {{"--async-scheduling"}, "", "", "one step more is scheduled before the last is settled"},
      {{"--enable-prefix-caching"}, "", "", "sets --mamba-cache-mode align where nothing is said"},
      {{"--disable-hybrid-kv-cache-manager"}, "", "", "windows and chunks are stored in full"},
      {{"--no-block-stride"}, "", "", "the attention backend cannot read padded pages"},
      {{"--mamba-cache-mode"}, "MODE", "", "states kept for prefix caching", {"none", "align", "all"}},
      {{"--mamba-block-size"}, "TOKENS", "", "chunk of a state's kernel, for --mamba-cache-mode all"},
      {{"--mamba-cache-dtype"}, "DTYPE", "auto", "of convolutions", {"auto", "bfloat16", "float16", "float32"}},
      {{"--mamba-ssm-cache-dtype"},
       "DTYPE",
       "auto",
       "of recurrent states",
       {"auto", "bfloat16", "float16", "float32"}},
  };
}

std::vector<EngineFlag> budget() {
  return {
      {{"--num-speculative-tokens"}, "N", "0", "draft tokens a step; the model's own draft layers keep a cache"},
      {{"--draft-layers"}, "N", "", "layers of the drafter; without heads like the model's own draft layer"},
      {{"--draft-kv-heads"}, "N", "", "KV heads of a draft model"},
      {{"--draft-head-dim"}, "N", "", "head_dim of a draft model"},
      {{"--draft-sliding-window"}, "TOKENS", "", "sliding_window of a draft model"},
      {{"--extract-hidden-states"}, "N", "", "layers whose hidden states are kept in the cache too"},
      {{"--gpu-memory"}, "BYTES", "", "memory of one device"},
      {{"--gpu-memory-utilization"}, "SHARE", "0.92", "part of it that vLLM takes (0.9 until 2026-04-20)"},
      {{"--non-kv-memory"}, "BYTES", "", "weights, activations and graphs on one device"},
      {{"--kv-cache-memory-bytes", "--kv-cache-memory"}, "BYTES", "", "for the KV cache of one device"},
      {{"--num-gpu-blocks-override"}, "N", "", "blocks, whatever the memory"},
  };
}

}  // namespace

std::span<const EngineFlag> flags() {
  static const std::vector<EngineFlag> list = [] {
    std::vector<EngineFlag> all;
    for (const auto& part : {sizes(), deployment(), budget()}) {
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return list;
}

}  // namespace kvtally::vllm
