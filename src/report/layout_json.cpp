#include "report/layout_json.hpp"

#include "plan/engine_cache.hpp"

namespace kvtally {

Json json_of(const Placement& placement) {
  return {{"tp", placement.tp}, {"cp", placement.cp}, {"pp", placement.pp},
          {"dp", placement.dp}, {"ep", placement.ep}, {"devices", placement.devices()}};
}

Json json_of(const DeviceMemory& memory) {
  return {{"stage", memory.stage},
          {"weight_bytes", number(memory.weights)},
          {"cache_bytes", number(memory.cache)},
          {"state_bytes", number(memory.state)},
          {"open_bytes", number(memory.open)},
          {"activation_bytes", number(memory.activations)},
          {"reserve_bytes", number(memory.reserve)},
          {"total_bytes", number(memory.total())}};
}

void add_engine(Json& out, const Demand& demand) {
  out["engine"] = demand.engine ? Json(demand.engine->engine().name) : Json(nullptr);
  out["engine_flags"] = demand.engine ? Json(demand.engine->words()) : Json(nullptr);
}

}  // namespace kvtally
