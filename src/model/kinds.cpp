#include "model/kinds.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace kvtally {

namespace {

// Cache classes: transformers 5.16.0.dev0, cache_utils.py, and modeling_deepseek_v4.py and
// modeling_minimax_m3_vl.py for theirs. The layer types native_sparse_attention and cross_attention are our own.
// MoE and MLP layers have an empty slot. Sharing across layers is row 4 of the lecture notes' table and no kind:
// Sharing is a part.
constexpr std::array kKinds{
    Kind{"mha", "MHA", 'F', Knob::none, "multi-head attention", "2 H_q d b S", "full_attention", "DynamicLayer",
         "Transformer, arXiv 1706.03762", 1},
    Kind{"gqa", "GQA", 'F', Knob::entry, "grouped-query attention", "2 H_kv d b S", "full_attention",
         "DynamicLayer", "GQA, arXiv 2305.13245", 3},
    Kind{"mqa", "MQA", 'F', Knob::entry, "multi-query attention", "2 d b S", "full_attention", "DynamicLayer",
         "MQA, arXiv 1911.02150", 2},
    Kind{"mla", "MLA", 'L', Knob::entry, "multi-head latent attention", "(c + r) b S", "full_attention",
         "DynamicLayer", "DeepSeek-V2, arXiv 2405.04434", 5},
    Kind{"swa", "SWA", 'S', Knob::positions, "sliding-window attention", "2 H_kv d b min(S, W)",
         "sliding_attention", "DynamicSlidingWindowLayer", "Mistral 7B, arXiv 2310.06825", 6},
    Kind{"sink_swa", "SINK", 'S', Knob::positions, "sliding window with the first tokens kept",
         "2 H_kv d b min(S, F + W)", "sliding_attention", "", "StreamingLLM, arXiv 2309.17453", 0},
    Kind{"chunked", "CHK", 'K', Knob::positions, "chunked attention", "2 H_kv d b min(S, C)", "chunked_attention",
         "DynamicSlidingWindowLayer", "Llama 4 (transformers llama4)", 6},
    Kind{"dsa", "DSA", 'D', Knob::positions, "DeepSeek sparse attention", "(c + r) b S + i b floor(S / p)",
         "deepseek_sparse_attention", "DynamicIndexedLayer", "DeepSeek-V3.2, arXiv 2512.02556", 0},
    Kind{"qsa", "QSA", 'Q', Knob::positions, "Qwen sparse attention", "2 H_kv d b S + i b floor(S / p)",
         "qwen_sparse_attention", "DynamicIndexedLayer", "transformers qwen4_exp", 0},
    Kind{"msa", "MSA", 'B', Knob::positions, "block-sparse attention of MiniMax M3", "2 H_kv d b S + i b S",
         "minimax_m3_sparse", "MiniMaxM3VLSparseCacheLayer", "transformers minimax_m3_vl", 0},
    Kind{"nsa", "NSA", 'N', Knob::positions, "native sparse attention",
         "2 H_kv d b (S + min(S, W) + floor((S - l) / s) + 1)", "native_sparse_attention", "",
         "NSA, arXiv 2502.11089", 0},
    Kind{"csa", "CSA", 'C', Knob::positions, "compressed sparse attention",
         "d b (min(S, W) + floor(S / m)) + i b floor(S / m)", "compressed_sparse_attention", "DeepseekV4CSACache",
         "DeepSeek-V4, arXiv 2606.19348", 7},
    Kind{"hca", "HCA", 'H', Knob::positions, "heavily compressed attention", "d b (min(S, W) + floor(S / m))",
         "heavily_compressed_attention", "DeepseekV4HCACache", "DeepSeek-V4, arXiv 2606.19348", 7},
    Kind{"cross", "CROSS", 'X', Knob::growth, "cross-attention to an encoder", "2 H_kv d b E", "cross_attention",
         "EncoderDecoderCache", "Transformer, arXiv 1706.03762", 0},
    Kind{"linear", "LIN", 'l', Knob::growth, "linear attention", "H d_k (d_v + 1) b", "linear_attention",
         "LinearAttentionLayer", "arXiv 2006.16236", 8},
    Kind{"retention", "RET", 'r', Knob::growth, "retention", "H d_k d_v b", "linear_attention",
         "LinearAttentionLayer", "RetNet, arXiv 2307.08621", 8},
    Kind{"lightning", "LTN", 't', Knob::growth, "lightning attention", "H d_k d_v b", "linear_attention",
         "LinearAttentionLayer", "MiniMax-01, arXiv 2501.08313", 8},
    Kind{"gla", "GLA", 'g', Knob::growth, "gated linear attention", "H d_k d_v b", "linear_attention",
         "LinearAttentionLayer", "GLA, arXiv 2312.06635", 8},
    Kind{"delta", "DN", 'd', Knob::growth, "delta rule", "H d_k d_v b + (k - 1) (2 H_k d_k + H d_v) b",
         "linear_attention", "LinearAttentionLayer", "DeltaNet, arXiv 2406.06484", 8},
    Kind{"gdn", "GDN", 'G', Knob::growth, "gated delta net", "H d_k d_v b + (k - 1) (2 H_k d_k + H d_v) b",
         "linear_attention", "LinearAttentionLayer", "Gated DeltaNet, arXiv 2412.06464", 8},
    Kind{"kda", "KDA", 'k', Knob::growth, "Kimi delta attention", "H d_k d_v b + (k - 1) (2 H_k d_k + H d_v) b",
         "linear_attention", "LinearAttentionLayer", "Kimi Linear, arXiv 2510.26692", 8},
    Kind{"mamba", "Mamba", 'm', Knob::growth, "Mamba-1", "e n b + (k - 1) e b", "linear_attention",
         "LinearAttentionLayer", "Mamba, arXiv 2312.00752", 8},
    Kind{"mamba2", "Mamba2", 'M', Knob::growth, "Mamba-2", "H P n b + (k - 1) (H P + 2 G n) b", "linear_attention",
         "LinearAttentionLayer", "Mamba-2, arXiv 2405.21060", 8},
    Kind{"rwkv7", "RWKV", 'R', Knob::growth, "RWKV-7 time mixing", "H d_k d_v b + 2 D b", "linear_attention",
         "LinearAttentionLayer", "RWKV-7, arXiv 2503.14456", 8},
    Kind{"rwkv6", "RWKV6", 'w', Knob::growth, "RWKV-5 and RWKV-6 time mixing", "H d_k d_v b + 2 D b",
         "linear_attention", "LinearAttentionLayer", "RWKV-6, arXiv 2404.05892", 8},
    Kind{"rwkv4", "RWKV4", 'W', Knob::growth, "RWKV-4 time mixing", "3 e b + 2 D b", "linear_attention",
         "LinearAttentionLayer", "RWKV-4, arXiv 2305.13048", 8},
    Kind{"rglru", "RGLRU", 'u', Knob::growth, "real-gated linear recurrent unit", "e b + (k - 1) e b",
         "linear_attention", "LinearAttentionLayer", "Griffin, arXiv 2402.19427", 8},
    Kind{"gsa", "GSA", 's', Knob::growth, "gated slot attention", "H M (d_k + d_v) b", "linear_attention",
         "LinearAttentionLayer", "GSA, arXiv 2409.07146", 8},
    Kind{"mlstm", "mLSTM", 'x', Knob::growth, "matrix memory of xLSTM", "H (d_k d_v + d_k + 1) b",
         "linear_attention", "LinearAttentionLayer", "xLSTM, arXiv 2405.04517", 8},
    Kind{"conv", "CONV", 'v', Knob::growth, "short convolution", "(k - 1) D b", "conv", "LinearAttentionLayer",
         "LFM2, arXiv 2511.23404", 0},
    Kind{"hybrid", "HYB", 'y', Knob::growth, "a state beside full attention", "state + 2 H_kv d b S", "hybrid",
         "LinearAttentionAndFullAttentionLayer", "Falcon-H1, arXiv 2507.22448", 8},
    Kind{"hybrid_sliding", "HYS", 'y', Knob::growth, "a state beside a sliding window",
         "state + 2 H_kv d b min(S, W)", "hybrid_sliding", "LinearAttentionAndSlidingWindowAttentionLayer",
         "Hymba, arXiv 2411.13676", 8},
    Kind{"moe", "MoE", '-', Knob::none, "mixture of experts alone", "0", "moe", "LinearAttentionLayer",
         "MoE, arXiv 1701.06538", 9},
    Kind{"mlp", "MLP", '-', Knob::none, "feed-forward alone", "0", "mlp", "LinearAttentionLayer",
         "Nemotron-H, arXiv 2504.03624", 9},
};

}  // namespace

std::span<const Kind> kinds() { return kKinds; }

const Kind& kind_of(std::string_view id) {
  const auto* kind = std::ranges::find(kKinds, id, &Kind::id);
  if (kind == kKinds.end()) {
    std::abort();  // a preset gave a kind that the table lacks: our own mistake, held by a test
  }
  return *kind;
}

}  // namespace kvtally
