#pragma once

#include <string>
#include <vector>

#include "core/print.hpp"
#include "plan/search.hpp"
#include "report/table.hpp"

namespace kvtally {

/// What `plan` says of a model.
struct PlanSheet {
  PlanQuestion question;
  Plan plan;
  std::vector<std::string> assumptions;
};

bool several_formats(const PlanSheet& sheet);

/// Why candidates of one class do not do, and how many they are.
std::string line_of(const PlanRejection& rejection);

/// One row a deployment on the front; without any, notes say why the candidates do not do.
Table table_of(const PlanSheet& sheet, Units units);

/// For a terminal: the front, how many candidates there were, why the others do not do, what was assumed.
std::string text_of(const PlanSheet& sheet, Units units, const Look& look);

/// kvtally.plan/1.
std::string json_of(const PlanSheet& sheet);

}  // namespace kvtally
