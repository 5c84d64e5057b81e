#include "report/json.hpp"

namespace kvtally {

Json document(const std::string& name) { return Json{{"schema", "kvtally." + name + "/1"}}; }

Json number_or_null(const std::optional<std::int64_t>& value) { return value ? Json(*value) : Json(nullptr); }

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

std::string print(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n'; }

}  // namespace kvtally
