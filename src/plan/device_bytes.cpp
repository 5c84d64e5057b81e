#include "plan/device_bytes.hpp"

namespace kvtally {

namespace {

// One request on all tp × cp devices of a stage. Heads are divided evenly or replicated, so that all tp devices
// keep the same; entries that are dealt are kept once by the cp groups together.
Bytes of_group(const Stage& stage, const Placement& placement, Tokens seen, bool drafting) {
  const std::vector<Term> undealt = terms_of(stage.model, drafting);
  const std::vector<Term> dealt = device_terms(stage, placement, drafting);
  Bytes sum;
  for (std::size_t i = 0; i < dealt.size(); ++i) {
    sum += value_at(undealt[i], seen) * (dealt[i] == undealt[i] ? placement.tp * placement.cp : placement.tp);
  }
  return sum;
}

}  // namespace

DeviceBytes device_bytes(const std::vector<Stage>& stages, const Placement& placement, Tokens seen,
                         std::int64_t batch, bool drafting) {
  DeviceBytes out;
  const auto share = static_cast<std::int64_t>(ceil_div(batch, placement.dp));
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const Bytes kept = tally(device_terms(stages[i], placement, drafting), seen, share).total();
    out.stages.push_back(kept);
    if (kept > out.fullest) {
      out.fullest = kept;
      out.fullest_stage = i;
    }
    out.all += of_group(stages[i], placement, seen, drafting) * batch;
  }
  return out;
}

}  // namespace kvtally
