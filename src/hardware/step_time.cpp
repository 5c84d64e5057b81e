#include <algorithm>

#include "hardware/roofline.hpp"

namespace kvtally {

namespace {

// Operations of formats without a published peak take no time: a lower bound.
PartTime time_of(const PartWork& work, const Rates& rates) {
  PartTime part;
  part.name = work.name;
  part.kind = work.kind;
  part.weights = work.weights;
  part.bytes = work.bytes;
  part.written = work.written;
  for (const auto& [format, macs] : work.macs) {
    const Operations operations = operations_of(macs);
    part.operations += operations;
    if (const auto peak = format.empty() ? rates.attention : rates.matmul_for(format)) {
      part.computing += time_to_compute(operations, *peak);
    }
  }
  part.moving = time_to_move(part.bytes + part.written, rates.bandwidth);
  part.bound = part.computing > part.moving ? Bound::compute : Bound::memory;
  part.seconds = std::max(part.moving, part.computing);
  return part;
}

}  // namespace

StepTime time_of(const StepWork& work, const Rates& rates) {
  StepTime step;
  Seconds computing;
  for (const PartWork& each : work) {
    PartTime part = time_of(each, rates);
    if (part.bytes + part.written == Bytes{} && part.operations == Operations{}) {
      continue;
    }
    (part.weights ? step.weight_bytes : step.cache_bytes) += part.bytes;
    step.written_bytes += part.written;
    step.operations += part.operations;
    step.total += part.seconds;
    computing += part.computing;
    step.parts.push_back(std::move(part));
  }
  step.weight_seconds = time_to_move(step.weight_bytes, rates.bandwidth);
  step.cache_seconds = time_to_move(step.cache_bytes, rates.bandwidth);
  const Seconds moving = time_to_move(step.weight_bytes + step.cache_bytes + step.written_bytes, rates.bandwidth);
  step.overlapped = std::max(moving, computing);
  step.bound = computing > moving ? Bound::compute : Bound::memory;
  return step;
}

StepTime decode_time(const Model& model, const WeightLoad& weights, const DecodeStep& step, const Rates& rates) {
  return time_of(decode_work(model, weights, step), rates);
}

StepTime prefill_time(const Model& model, const WeightLoad& weights, const Prefill& prefill, const Rates& rates) {
  return time_of(prefill_work(model, weights, prefill), rates);
}

}  // namespace kvtally
