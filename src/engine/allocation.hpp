#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "account/figures.hpp"
#include "core/problem.hpp"
#include "model/adapt.hpp"
#include "model/model.hpp"

namespace kvtally {

/// A tensor, pool or group that an engine allocates on one device.
struct EngineHold {
  std::string name;         // "group 2: sliding_attention", "K (f16)"
  std::string shape;        // in the engine's own terms: "2730 blocks of 32768 B", "[1024, 1536, 1]"; may be empty
  std::int64_t layers = 0;  // of the model that it serves
  Bytes bytes;
};

/// One reason why an engine's bytes differ from what the model needs; negative where it holds less.
struct EngineCause {
  std::string what;  // "KV heads replicated over 8 ranks", "blocks of 16 tokens"
  Bytes bytes;
  std::string why;  // the rule, with the numbers of this case; may be empty
};

/// A line that the engine prints, in its format and units.
struct EngineLogLine {
  std::string text;
  std::string note;  // what misleads in it: "GB here is GiB"; may be empty
};

/// A number that the engine works out beside bytes: blocks, tokens, concurrency. An exact fraction.
struct EngineFigure {
  std::string name;  // snake case: "num_gpu_blocks", "max_concurrency"; what `check` asks for and logs print
  std::string unit;  // "bytes", "tokens", "blocks", "requests", "cells" …; "" for a pure number
  Wide numerator = 0;
  Wide denominator = 1;
};

/// What an engine allocates for a model under its flags.
///
/// All of it is for one device, the fullest; `needed` is what the model needs for these requests on any machine.
/// needed + the causes' bytes = allocated, and allocated = the sum of held: allocation_of() sees to that.
struct Allocation {
  std::string engine;   // "vllm"
  std::string version;  // whose rules these are
  Tokens context{1};    // of each request
  std::int64_t requests = 1;
  std::int64_t devices = 1;
  std::vector<EngineHold> held;
  Bytes needed;
  Bytes allocated;
  Naive naive;  // the formula that everybody types
  std::vector<EngineCause> causes;
  std::vector<EngineLogLine> log;
  std::vector<EngineFigure> figures;
  std::vector<std::string> assumptions;
  /// The engine refuses to start, in its own words; empty: it starts. `held` is then empty and allocated 0.
  std::string refusal;
};

/// The figure of that name; nullptr when the engine has none here. allocated_bytes and needed_bytes are always
/// there.
const EngineFigure* figure_named(const Allocation& allocation, std::string_view name);

/// Closes an allocation: `allocated` becomes the sum of what is held, allocated_bytes and needed_bytes are put
/// before its figures. It is a fault of ours if needed and the causes do not add up to it.
void close(Allocation& allocation);

/// The model with the formats that an engine's flags give. Refused, with the model's id: rows that a format cannot
/// hold.
Expected<Model> in_formats(const Model& model, const Adaptation& formats);

/// What the model needs for so many requests of so many tokens, all parts (figures_of), and the naive figure.
/// Refused: a figure beyond 64 bits.
Expected<Figures> needed_by(const Model& model, Tokens context, std::int64_t requests, bool drafting = false);

}  // namespace kvtally
