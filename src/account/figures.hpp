#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "account/naive.hpp"
#include "account/step.hpp"
#include "account/terms.hpp"

namespace kvtally {

/// The use of a model that figures are asked for.
struct Scenario {
  Tokens context{1};  // S: tokens seen, the one being computed included; at least 1
  std::int64_t batch = 1;
  bool drafting = false;      // the model's own MTP layers draft, and keep a cache of their own
  Format naive_key = bf16();  // of the naive formula, which knows one format
  Format naive_value = bf16();
};

/// The figures of the layers of one sort, all of them together.
struct LayerFigures {
  std::size_t layer = 0;  // index into Model::layers
  std::int64_t count = 0;
  bool draft = false;
  Tally kept;
  Step step;
};

/// Everything that `show` prints, for all requests of the batch together.
struct Figures {
  Tally kept;
  Fraction<Bytes> marginal;  // bytes that each further token adds, on the piece that the context lies in
  Step step;                 // of the token that completes the context
  Naive naive;
  std::vector<LayerFigures> layers;
};

Figures figures_of(const Model& model, const Scenario& scenario);

/// Whether every figure fits into 64 bits; the inputs that make one too large are the context and the batch.
bool printable(const Figures& figures);

}  // namespace kvtally
