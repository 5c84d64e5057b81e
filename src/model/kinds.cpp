#include "model/kinds.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace kvtally {

namespace {

constexpr std::array kKinds{
    Kind{"mha", "MHA", 'F', Knob::none, "multi-head attention"},
    Kind{"gqa", "GQA", 'F', Knob::entry, "grouped-query attention"},
    Kind{"mqa", "MQA", 'F', Knob::entry, "multi-query attention"},
    Kind{"mla", "MLA", 'L', Knob::entry, "multi-head latent attention"},
    Kind{"swa", "SWA", 'S', Knob::positions, "sliding-window attention"},
    Kind{"sink_swa", "SINK", 'S', Knob::positions, "sliding window with the first tokens kept"},
    Kind{"chunked", "CHK", 'K', Knob::positions, "chunked attention"},
    Kind{"dsa", "DSA", 'D', Knob::positions, "DeepSeek sparse attention"},
    Kind{"qsa", "QSA", 'Q', Knob::positions, "Qwen sparse attention"},
    Kind{"msa", "MSA", 'B', Knob::positions, "block-sparse attention of MiniMax M3"},
    Kind{"nsa", "NSA", 'N', Knob::positions, "native sparse attention"},
    Kind{"csa", "CSA", 'C', Knob::positions, "compressed sparse attention"},
    Kind{"hca", "HCA", 'H', Knob::positions, "heavily compressed attention"},
    Kind{"cross", "CROSS", 'X', Knob::growth, "cross-attention to an encoder"},
    Kind{"linear", "LIN", 'l', Knob::growth, "linear attention"},
    Kind{"retention", "RET", 'r', Knob::growth, "retention"},
    Kind{"lightning", "LTN", 't', Knob::growth, "lightning attention"},
    Kind{"gla", "GLA", 'g', Knob::growth, "gated linear attention"},
    Kind{"delta", "DN", 'd', Knob::growth, "delta rule"},
    Kind{"gdn", "GDN", 'G', Knob::growth, "gated delta net"},
    Kind{"kda", "KDA", 'k', Knob::growth, "Kimi delta attention"},
    Kind{"mamba", "Mamba", 'm', Knob::growth, "Mamba-1"},
    Kind{"mamba2", "Mamba2", 'M', Knob::growth, "Mamba-2"},
    Kind{"rwkv7", "RWKV", 'R', Knob::growth, "RWKV-7 time mixing"},
    Kind{"conv", "CONV", 'v', Knob::growth, "short convolution"},
    Kind{"hybrid", "HYB", 'y', Knob::growth, "a state beside full attention"},
    Kind{"hybrid_sliding", "HYS", 'y', Knob::growth, "a state beside a sliding window"},
    Kind{"moe", "MoE", '-', Knob::none, "mixture of experts alone"},
    Kind{"mlp", "MLP", '-', Knob::none, "feed-forward alone"},
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
