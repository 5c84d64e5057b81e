#pragma once

#include "account/weight_load.hpp"
#include "report/compiled_in.hpp"
#include "report/fit.hpp"

namespace kvtally::test {

/// A sheet of a question about Llama 2 7B at 4096 tokens, without times.
inline FitSheet fit_sheet(Asked asked, std::int64_t users, Bytes usable, std::optional<std::int64_t> devices,
                          const std::string& id = "llama-2-7b") {
  FitSheet sheet;
  sheet.model = model_of(id);
  const auto weights = weight_load_for(sheet.model, std::nullopt);
  REQUIRE(weights.has_value());
  sheet.device.id = "mine";
  sheet.device.name = "Mine";
  sheet.device.stated_memory = "24 GB";
  sheet.kv_dtype = "bf16";
  sheet.weights_from = "computed";
  sheet.question.asked = asked;
  sheet.question.demand = demand_of(Tokens{4096});
  sheet.question.users = users;
  sheet.question.devices = devices;
  sheet.question.usable = usable;
  sheet.question.longest = Tokens{4096};
  sheet.answer = answer_fit(sheet.model, *weights, sheet.question);
  return sheet;
}

inline Bytes gib(std::int64_t count) { return Bytes{Wide{count} << 30}; }

}  // namespace kvtally::test
