#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
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

/// What a placement may be: at least 1 of each, and no more devices than limits::kBatch requests. The error names
/// what is wrong: an ep that neither divides tp × cp nor is tp × cp times a number that divides dp.
std::optional<std::string> wrong_placement(const Placement& placement);

/// What one device of a pipeline stage has. All devices of a stage have the same; where a division leaves a rest,
/// this is the fullest one's.
///
/// `model` has the whole model's Model::layers, in the same order and with this device's heads, so that
/// Term::layer and Run::layer mean the same layer in both; `order`, `draft` and the feed-forwards are the stage's.
/// Model::weights still describes the whole model: count the parameters of that one, and read the device's
/// from `weights`.
///
/// In `weights` a mixture stays its E experts of which a token uses k, each with this device's mean share of it
/// (⌈E ÷ ep⌉ ÷ E): total() is what the device holds, and experts_read(E, k, B) × copy is what a step of B tokens
/// is expected to read on it, E/ep × (1−(1−k/E)^B) experts. B are the tokens of `expert_groups` dp groups
/// together: those whose tokens meet at this device's experts. A tied embedding is `also_head` where one stage is
/// both ends; else it is that no more on the first, and a group of part `head` on the last.
struct Stage {
  Model model;
  WeightLoad weights;
  std::int64_t first = 0;  // the first of the model's layers that it holds
  std::int64_t layers = 0;
  bool embeds = false;    // the first stage holds the embedding
  bool predicts = false;  // the last holds the head, and the draft layers
  std::int64_t expert_groups = 1;
};

/// What the cut of a pipeline is made for.
struct CutFor {
  std::function<Bytes(const Term&)> kept;  // what a device keeps of a term, all of the term's layers together
  Bytes last;                              // what the last stage has beside its layers and weights
  bool drafting = false;                   // draft layers and encoders count
  const Model* weighed = nullptr;          // whose weights these are, where the model's own are another's
};

/// The stages of a placement. KV heads are divided as far as they go and replicated beyond that; latents, rows
/// that serve all heads and index keys are on every device of a group, never divided; states are divided by heads.
/// The cut of `pp` is the contiguous one whose fullest stage is smallest, in bytes of weights and of what the cut
/// is made for; a layer is not parted from one whose memory or choice of entries it uses. An empty load cuts by
/// the cache alone. The errors, as sentences: heads or groups of a state that do not divide, a state whose
/// division is not known, more ep than experts, more stages than layers.
std::expected<std::vector<Stage>, std::vector<std::string>> stages_of(const Model& model,
                                                                      const WeightLoad& weights,
                                                                      const Placement& placement,
                                                                      const CutFor& cut);

/// The same, cut for one request of `context` tokens; draft layers, which the last stage has, and encoders, which
/// the first has, left out.
std::expected<std::vector<Stage>, std::vector<std::string>> stages_of(const Model& model,
                                                                      const WeightLoad& weights,
                                                                      const Placement& placement, Tokens context);

/// Terms of what one device of a stage keeps for one request: the stage's, with positions dealt in turn over cp
/// groups (the fullest group's, ⌈stored ÷ cp⌉ entries, index keys likewise; states, open buffers and an encoder's
/// memory are on each).
std::vector<Term> device_terms(const Stage& stage, const Placement& placement, bool drafting = false);

}  // namespace kvtally
