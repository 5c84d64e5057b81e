#include "report/json.hpp"

namespace kvtally {

Json document(const std::string& name) { return Json{{"schema", "kvtally." + name + "/1"}}; }

std::string print(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n'; }

}  // namespace kvtally
