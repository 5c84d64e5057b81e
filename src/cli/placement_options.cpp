#include "cli/placement_options.hpp"

#include "cli/values.hpp"
#include "model/limits.hpp"

namespace kvtally::cli {

std::vector<Option> PlacementOptions::options() {
  return {
      {{"--tp", "--tensor-parallel-size"},
       "N",
       "tensor parallel: each layer's heads over N devices; KV heads are replicated past their number, latents "
       "and "
       "index keys are on each (1)",
       &tp},
      {{"--pp", "--pipeline-parallel-size"}, "N", "pipeline parallel: the layers in N contiguous stages (1)", &pp},
      {{"--dp", "--data-parallel-size"},
       "N",
       "data parallel: N whole copies, each with requests of its own (1)",
       &dp},
      {{"--ep", "--expert-parallel-size"},
       "N",
       "expert parallel: whole experts over N of the tp x cp x dp devices (1: each expert is divided)",
       &ep},
      {{"--cp", "--context-parallel-size"},
       "N",
       "context parallel: the positions of a request dealt to N groups of tp devices (1)",
       &cp},
  };
}

std::optional<Placement> parse_placement(const PlacementOptions& options) {
  ValueReader reader;
  Placement out;
  out.tp = reader.integer("--tp", options.tp, 1, limits::kBatch).value_or(1);
  out.pp = reader.integer("--pp", options.pp, 1, limits::kBatch).value_or(1);
  out.dp = reader.integer("--dp", options.dp, 1, limits::kBatch).value_or(1);
  out.ep = reader.integer("--ep", options.ep, 1, limits::kBatch).value_or(1);
  out.cp = reader.integer("--cp", options.cp, 1, limits::kBatch).value_or(1);
  if (reader.failed()) {
    return std::nullopt;
  }
  if (const auto wrong = wrong_placement(out)) {
    complain(*wrong);
    return std::nullopt;
  }
  return out;
}

}  // namespace kvtally::cli
