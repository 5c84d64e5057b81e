#pragma once

#include <optional>
#include <string>
#include <vector>

#include "account/figures.hpp"
#include "core/print.hpp"
#include "model/model.hpp"
#include "plan/device_bytes.hpp"
#include "report/table.hpp"

namespace kvtally {

/// What the devices of a placement keep of it.
struct SheetDevices {
  Placement placement;
  std::vector<Stage> stages;
  DeviceBytes kept;
};

/// What `show` says of one model: its figures and what they rest on.
struct Sheet {
  Model model;  // with the formats of the request
  Scenario scenario;
  std::string kv_dtype;  // as the request writes it
  Figures figures;
  std::vector<std::string> assumptions;
  std::optional<SheetDevices> devices;  // where a placement was asked for
};

/// For a terminal: the layers, what each keeps and does, the totals, the naive figure and the assumptions.
std::string text_of(const Sheet& sheet, Units units, const Look& look);

/// One row a model, for Markdown, CSV and the wide form.
Table table_of(const std::vector<Sheet>& sheets, Units units);

/// kvtally.show/1.
std::string json_of(const std::vector<Sheet>& sheets);

}  // namespace kvtally
