#include "verify/vectors/runner.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace kvtally {

std::span<const VectorRunner> vector_runners() {
  static const std::vector<VectorRunner> kRunners{
      {"block_sparse_m3", run_block_sparse_m3},
      {"cache_quantised", run_cache_quantised},
      {"cache_sliding", run_cache_sliding},
      {"cross_attention", run_cross_attention},
      {"deepseek_v4_csa", run_deepseek_v4},
      {"deepseek_v4_hca", run_deepseek_v4},
      {"deepseek_v4_sliding", run_deepseek_v4},
      {"delta_rule", run_delta_rule},
      {"dplr", run_dplr},
      {"dsa", run_dsa},
      {"dsa_pooled", run_dsa_pooled},
      {"dsa_shared", run_dsa_shared},
      {"elman", run_elman},
      {"gated_delta_rule", run_gated_delta_rule},
      {"gated_deltanet_layer", run_gated_deltanet_layer},
      {"gla", run_gla},
      {"gsa", run_gsa},
      {"hybrid", run_hybrid},
      {"kda", run_kda},
      {"kda_layer", run_kda_layer},
      {"lightning", run_lightning},
      {"linear_attention", run_linear_attention},
      {"lstm", run_lstm},
      {"mamba1", run_mamba1},
      {"mamba1_scan", run_mamba1_scan},
      {"mamba2", run_mamba2},
      {"mamba2_scan", run_mamba2_scan},
      {"mla", run_mla},
      {"mla_reference", run_mla_reference},
      {"mlstm", run_mlstm},
      {"nsa", run_nsa},
      {"nsa_paper", run_nsa_paper},
      {"paged", run_paged},
      {"qsa", run_qsa},
      {"retention", run_retention},
      {"rglru", run_rglru},
      {"rwkv4", run_rwkv4},
      {"rwkv6", run_rwkv6},
      {"rwkv7", run_rwkv7},
      {"shared_layers", run_shared_layers},
      {"short_conv", run_short_conv},
      {"simple_gla", run_simple_gla},
      {"sink_window", run_sink_window},
      {"softmax_alibi", run_softmax_alibi},
      {"softmax_core", run_softmax_core},
      {"softmax_diff", run_softmax_diff},
      {"softmax_layer", run_softmax_layer},
  };
  return kRunners;
}

Expected<std::vector<Check>> run_vector(std::string file, std::string text) {
  const auto vector = VectorFile::parse(std::move(file), std::move(text));
  if (!vector) {
    return std::unexpected(vector.error());
  }
  const std::string kind = (*vector)->kind();
  const std::span<const VectorRunner> runners = vector_runners();
  const auto runner = std::ranges::find(runners, kind, &VectorRunner::kind);
  if (runner == runners.end()) {
    (*vector)->root()["kind"].refuse(fmt::format("no runner knows vectors of the kind '{}'", kind));
    return std::unexpected((*vector)->problems());
  }
  Checks checks{"vectors." + (*vector)->name(), kind};
  runner->run(**vector, checks);
  if (!(*vector)->failed()) {
    (*vector)->note_unread();
  }
  if ((*vector)->failed()) {
    return std::unexpected(distinct((*vector)->problems()));
  }
  return checks.take();
}

}  // namespace kvtally
