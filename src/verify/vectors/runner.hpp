#pragma once

#include <span>
#include <string_view>

#include "verify/check.hpp"
#include "verify/vector_file.hpp"

namespace kvtally {

/// How the vectors of one kind are run: reads all that it needs (problems are noted in the file), returns if the
/// file has failed, computes, and compares every recorded figure.
struct VectorRunner {
  std::string_view kind;  // the file's "kind"
  void (*run)(VectorFile& file, Checks& checks);
};

/// All runners.
std::span<const VectorRunner> vector_runners();

/// The comparisons of one file. The problems: a kind that no runner knows, a figure or parameter that nothing
/// reads, a value of the wrong sort or shape.
Expected<std::vector<Check>> run_vector(std::string file, std::string text);

// ---- the runners, each in the file of its name

void run_block_sparse_m3(VectorFile& file, Checks& checks);
void run_cache_quantised(VectorFile& file, Checks& checks);
void run_cache_sliding(VectorFile& file, Checks& checks);
void run_cross_attention(VectorFile& file, Checks& checks);
void run_deepseek_v4(VectorFile& file, Checks& checks);
void run_delta_rule(VectorFile& file, Checks& checks);
void run_dplr(VectorFile& file, Checks& checks);
void run_dsa(VectorFile& file, Checks& checks);
void run_dsa_pooled(VectorFile& file, Checks& checks);
void run_dsa_shared(VectorFile& file, Checks& checks);
void run_elman(VectorFile& file, Checks& checks);
void run_gated_delta_rule(VectorFile& file, Checks& checks);
void run_gated_deltanet_layer(VectorFile& file, Checks& checks);
void run_gla(VectorFile& file, Checks& checks);
void run_gsa(VectorFile& file, Checks& checks);
void run_hybrid(VectorFile& file, Checks& checks);
void run_kda(VectorFile& file, Checks& checks);
void run_kda_layer(VectorFile& file, Checks& checks);
void run_lightning(VectorFile& file, Checks& checks);
void run_linear_attention(VectorFile& file, Checks& checks);
void run_lstm(VectorFile& file, Checks& checks);
void run_mamba1(VectorFile& file, Checks& checks);
void run_mamba1_scan(VectorFile& file, Checks& checks);
void run_mamba2(VectorFile& file, Checks& checks);
void run_mamba2_scan(VectorFile& file, Checks& checks);
void run_mla(VectorFile& file, Checks& checks);
void run_mla_reference(VectorFile& file, Checks& checks);
void run_mlstm(VectorFile& file, Checks& checks);
void run_nsa(VectorFile& file, Checks& checks);
void run_nsa_paper(VectorFile& file, Checks& checks);
void run_paged(VectorFile& file, Checks& checks);
void run_qsa(VectorFile& file, Checks& checks);
void run_retention(VectorFile& file, Checks& checks);
void run_rglru(VectorFile& file, Checks& checks);
void run_rwkv4(VectorFile& file, Checks& checks);
void run_rwkv6(VectorFile& file, Checks& checks);
void run_rwkv7(VectorFile& file, Checks& checks);
void run_shared_layers(VectorFile& file, Checks& checks);
void run_short_conv(VectorFile& file, Checks& checks);
void run_simple_gla(VectorFile& file, Checks& checks);
void run_sink_window(VectorFile& file, Checks& checks);
void run_softmax_alibi(VectorFile& file, Checks& checks);
void run_softmax_core(VectorFile& file, Checks& checks);
void run_softmax_diff(VectorFile& file, Checks& checks);
void run_softmax_layer(VectorFile& file, Checks& checks);

}  // namespace kvtally
