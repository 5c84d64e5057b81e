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
      {"dsa", run_dsa},
      {"dsa_pooled", run_dsa_pooled},
      {"dsa_shared", run_dsa_shared},
      {"mla", run_mla},
      {"mla_reference", run_mla_reference},
      {"nsa", run_nsa},
      {"nsa_paper", run_nsa_paper},
      {"paged", run_paged},
      {"qsa", run_qsa},
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
