#include <vector>

#include "engine/sglang/settings.hpp"

namespace kvtally::sglang {

// The server's arguments by their own names, then ours. Those marked "stated" are measured by the server; here
// they are said.
std::span<const EngineFlag> flags() {
  static const std::vector<EngineFlag> list{
      {{"--context-length", "-c", "--context"}, "TOKENS", "", "tokens of a request (default: the model's own)"},
      {{"--max-running-requests", "-b", "--batch"}, "N", "", "requests at once"},
      {{"--available-memory"}, "BYTES", "", "stated: memory that the pools may take on one device"},
      {{"--gpu-memory"}, "BYTES", "", "stated: free memory before the weights are loaded"},
      {{"--free-after-load"}, "BYTES", "", "stated: free memory after the weights are loaded"},
      {{"--mem-fraction-static"}, "SHARE", "", "of the memory before loading, for weights and pools"},
      {{"--max-total-tokens"}, "N", "", "the most tokens in the pool"},
      {{"--page-size"}, "N", "", "tokens of a page (default 1; 64 and 256 where the layout asks for it)"},
      {{"--kv-cache-dtype", "--kv-dtype"}, "FORMAT", "auto", "auto, bf16, fp8_e4m3, fp8_e5m2, fp4_e2m1, mxfp8"},
      {{"--tp-size", "--tensor-parallel-size", "--tp"}, "N", "1", "tensor-parallel ranks"},
      {{"--pp-size", "--pipeline-parallel-size", "--pp"}, "N", "1", "pipeline stages"},
      {{"--dp-size", "--data-parallel-size", "--dp"}, "N", "1", "data-parallel replicas"},
      {{"--enable-dp-attention"}, "", "", "attention is divided over requests inside the tensor-parallel group"},
      {{"--dcp-size", "--cp"}, "N", "1", "decode context parallel ranks inside the attention group"},
      {{"--swa-full-tokens-ratio"}, "SHARE", "0.8", "tokens of the sliding pool to those of the full one"},
      {{"--disable-hybrid-swa-memory"}, "", "", "sliding layers keep the rows of all tokens"},
      {{"--disable-radix-cache"}, "", "", "no prefix cache"},
      {{"--disable-overlap-schedule"}, "", "", "no overlap of scheduling and computing"},
      {{"--chunked-prefill-size"}, "N", "", "tokens of a prefill chunk, -1: none"},
      {{"--disaggregation-mode"}, "MODE", "null", "the server's part", {"null", "prefill", "decode"}},
      {{"--disaggregation-decode-extra-slots"}, "N", "0", "requests that a decode server takes in ahead"},
      {{"--swa-eviction-interval"}, "N", "128", "SGLANG_SWA_EVICTION_INTERVAL: decode steps between evictions"},
      {{"--cuda-graph-max-bs"}, "N", "0", "for the default of --mem-fraction-static"},
      {{"--speculative-algorithm"},
       "NAME",
       "",
       "what drafts",
       {"EAGLE", "EAGLE3", "NEXTN", "STANDALONE", "DFLASH"}},
      {{"--speculative-num-draft-tokens"}, "N", "0", "tokens that are verified at once"},
      {{"--speculative-num-steps"}, "N", "1", "draft steps"},
      {{"--speculative-eagle-topk"}, "N", "1", "branches of a draft step"},
      {{"--draft-layers"}, "N", "", "stated: the draft model's layers (default: the model's own draft layers)"},
      {{"--draft-kv-heads"}, "N", "0", "stated: a DFLASH draft's KV heads"},
      {{"--draft-head-dim"}, "N", "0", "stated: the width of its heads"},
      {{"--enable-hierarchical-cache"}, "", "", "pages move to host memory and back"},
      {{"--hisparse-host-to-device-ratio"},
       "N",
       "1",
       "index rows a device row, with hierarchical sparse attention"},
      {{"--dsa-prefill-backend"}, "NAME", "", "trtllm stores plain fp8 rows"},
      {{"--dsa-decode-backend"}, "NAME", "", "trtllm stores plain fp8 rows"},
      {{"--dsa-elide-shared-index"}, "WORD", "on", "no index rows where a choice is reused", {"on", "off"}},
      {{"--max-mamba-cache-size"}, "N", "", "slots for recurrent states"},
      {{"--mamba-full-memory-ratio"}, "RATIO", "0.9", "memory of recurrent states to that of rows"},
      {{"--mamba-ssm-dtype", "--state-dtype"},
       "FORMAT",
       "float32",
       "of recurrent states",
       {"float32", "bfloat16", "float16", "f32", "bf16", "f16"}},
      {{"--mamba-radix-cache-strategy"},
       "WORD",
       "no_buffer",
       "further slots a request",
       {"no_buffer", "extra_buffer", "extra_buffer_lazy"}},
      {{"--engine-version"}, "VERSION", "2026-08", "whose rules", {"2026-08", "0.5"}},
  };
  return list;
}

}  // namespace kvtally::sglang
