#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/problem.hpp"
#include "hardware/device.hpp"
#include "report/sheet.hpp"

namespace kvtally {

/// A model, as it is or with another attention.
struct ComparedRow {
  std::string as = "as-is";     // the attention that it was given
  bool counterfactual = false;  // no such model exists
  Sheet sheet;
};

/// What fits on one device, before weights.
struct ComparedDevice {
  std::string device;
  Bytes usable;       // more than 0
  std::string basis;  // where that was printed, or by which rule it was taken
};

/// The device's memory, with its name and what the user set otherwise. Refused where that is not published.
Expected<ComparedDevice> compared_device(const Device& device);

/// What `compare` says: models side by side, or one with other attentions.
struct Comparison {
  std::vector<Model> models;  // as they are, each once
  std::vector<ComparedRow> rows;
  bool attentions = false;  // the rows are given attentions (--as)
  std::optional<ComparedDevice> device;
};

/// What the first row keeps over what this one keeps (total_bytes): how many times smaller this one is. Nothing
/// where this one keeps nothing.
std::optional<Fraction<Bytes>> ratio_to_first(const Comparison& comparison, const ComparedRow& row);

/// What the row keeps (total_bytes, no weights) over the usable memory of one device; nothing without a device.
std::optional<Fraction<Bytes>> devices_exact(const Comparison& comparison, const ComparedRow& row);

/// For a terminal: the rows and what their layers keep, the fields in which the models differ, the assumptions.
std::string text_of(const Comparison& comparison, Units units, const Look& look);

/// The same as tables, for Markdown and LaTeX.
std::vector<Table> printed_tables(const Comparison& comparison, Units units);

/// One row for each row, for CSV and the wide form.
Table table_of(const Comparison& comparison, Units units);

/// The fields in which the models differ, a column a model; no rows where there is one model, or they are alike.
Table fields_of(const std::vector<Model>& models);

/// kvtally.compare/1.
std::string json_of(const Comparison& comparison);

}  // namespace kvtally
