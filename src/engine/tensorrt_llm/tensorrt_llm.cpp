#include "engine/tensorrt_llm/tensorrt_llm.hpp"

#include "engine/bounds.hpp"
#include "engine/tensorrt_llm/logs.hpp"
#include "engine/tensorrt_llm/pools.hpp"

namespace kvtally::tensorrt_llm {

namespace {

Expected<Allocation> allocate(const Model& model, const FlagTexts& given) {
  const auto request = read_request(model, given);
  if (!request) {
    return std::unexpected(request.error());
  }
  const auto needed = needed_by(request->adapted, request->demand.context, request->requests);
  if (!needed) {
    return std::unexpected(needed.error());
  }
  Allocation out;
  out.engine = "tensorrt-llm";
  out.version = request->settings.version;
  out.context = request->demand.context;
  out.requests = request->requests;
  out.devices = request->settings.devices();
  out.needed = needed->kept.total();
  out.naive = needed->naive;
  out.assumptions = request->assumptions;

  const Sizes sizes = sizes_of(request->rank, request->settings, request->demand);
  Pools pools;
  add_division(pools, needed->kept, *request);
  add_pools(pools, *request, sizes);
  add_figures(pools, *request, sizes);
  out.figures = std::move(pools.figures);
  out.refusal = sizes.refusal;
  if (out.refusal.empty()) {
    out.held = std::move(pools.held);
    out.causes = pools.causes.list();
    out.log = pool_lines(*request, sizes);
  }
  close(out);
  return within_bounds(model, std::move(out));
}

}  // namespace

}  // namespace kvtally::tensorrt_llm

namespace kvtally {

Engine tensorrt_llm_engine() {
  return {"tensorrt-llm",        "TensorRT-LLM",         {"2026", "1.1"},
          tensorrt_llm::flags(), tensorrt_llm::allocate, tensorrt_llm::read_line};
}

}  // namespace kvtally
