#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "account/terms.hpp"
#include "account/weight_load.hpp"
#include "model/model.hpp"

namespace kvtally {

/// How a model is laid over devices.
///
///   tp  tensor parallel: each layer's heads and matrices are divided over so many devices
///   cp  context parallel: the positions of a request are dealt in turn to so many such groups, which hold the
///   same
///       attention weights and divide the rest of the layer further (Helix, arXiv 2507.07120)
///   pp  pipeline parallel: contiguous runs of layers
///   dp  data parallel: whole copies of the above, with requests of their own
///   ep  expert parallel: the experts of a layer are divided, whole, over so many of the tp × cp × dp devices
///       that hold the layer; 1: each expert is divided like other matrices
struct Placement {
  std::int64_t tp = 1;
  std::int64_t cp = 1;
  std::int64_t pp = 1;
  std::int64_t dp = 1;
  std::int64_t ep = 1;

  std::int64_t devices() const { return tp * cp * pp * dp; }
  friend bool operator==(const Placement&, const Placement&) = default;
};

/// "TP 8", "TP 4, PP 2, DP 2, EP 8".
std::string print_placement(const Placement& placement);

/// What one device of a pipeline stage has. All devices of a stage have the same; where a division leaves a rest,
/// this is the fullest one's.
struct Stage {
  Model model;             // the stage's layers with this device's heads: every figure of the account holds for it
  WeightLoad weights;      // this device's
  std::int64_t first = 0;  // the first of the model's layers that it holds
  std::int64_t layers = 0;
  bool embeds = false;    // the first stage holds the embedding
  bool predicts = false;  // the last holds the head
};

/// The stages of a placement. KV heads are divided as far as they go and replicated beyond that; latents, rows
/// that serve all heads and index keys are on every device of a group, never divided; states are divided by heads.
/// The cut of `pp` is the contiguous one whose fullest stage is smallest, in bytes of weights and of cache at
/// `context`. The errors, as sentences: heads, groups of a state or experts that do not divide, more stages
/// than layers.
std::expected<std::vector<Stage>, std::vector<std::string>> stages_of(const Model& model,
                                                                      const WeightLoad& weights,
                                                                      const Placement& placement, Tokens context);

/// Terms of what one device of a stage keeps for one request: the stage's, with positions dealt over cp groups
/// (the fullest group's, ⌈stored ÷ cp⌉ entries; states and open buffers are on each).
std::vector<Term> device_terms(const Stage& stage, const Placement& placement, bool drafting = false);

/// Bytes that one device sends in a step of `tokens` tokens over all of the model's layers, by what for.
struct LinkTraffic {
  Bytes all_reduce;  // 2 a layer (attention, feed-forward), ring: 2(n−1)/n of tokens × hidden_size each
  Bytes all_to_all;  // tokens × experts chosen × hidden_size × (ep−1)/ep, there and back
  Bytes stages;      // hidden states to the next stage
  Bytes context;     // partial sums and their logarithms among cp groups
};
LinkTraffic link_traffic(const Model& model, const Placement& placement, std::int64_t tokens,
                         const Format& activation);

}  // namespace kvtally
