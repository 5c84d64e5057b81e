#include "page/knob_lanes.hpp"

#include <algorithm>
#include <set>

#include "core/parse.hpp"
#include "model/mixture.hpp"

namespace kvtally {

namespace {

std::vector<std::string> kinds_of(const TableRow& row) {
  std::vector<std::string> out;
  for (const std::string& id : row.row->kinds) {
    const std::string label(kind_of(id).label);
    if (std::ranges::find(out, label) == out.end()) {
      out.push_back(label);
    }
  }
  if (shares_layers(row.model)) {
    out.emplace_back("CLA");
  }
  return out;
}

}  // namespace

KnobLane lane_of(const Model& model) {
  const bool positions = turns(model, Knob::positions);
  const bool growth = turns(model, Knob::growth);
  return positions && growth ? KnobLane::both
         : growth            ? KnobLane::growth
         : positions         ? KnobLane::positions
                             : KnobLane::entry;
}

bool shares_layers(const Model& model) {
  return some_layer(model, [](const Layer& layer) { return layer.sharing.owner == Sharing::Owner::layer_before; });
}

std::vector<DatedModel> by_date(const std::vector<TableRow>& rows) {
  std::vector<DatedModel> out;
  for (const TableRow& row : rows) {
    if (is_month(row.row->released)) {
      out.push_back({&row, lane_of(row.model), {}});
    }
  }
  std::ranges::stable_sort(out, {}, [](const DatedModel& one) { return one.row->row->released; });
  std::set<std::string> known;
  for (DatedModel& one : out) {
    for (const std::string& label : kinds_of(*one.row)) {
      if (known.insert(label).second) {
        one.fresh.push_back(label);
      }
    }
  }
  return out;
}

const DatedModel* first_where(const std::vector<DatedModel>& models,
                              const std::function<bool(const Model&)>& holds) {
  const auto found = std::ranges::find_if(models, [&](const DatedModel& one) { return holds(one.row->model); });
  return found == models.end() ? nullptr : &*found;
}

int month_of(const std::string& released) {
  return 12 * std::stoi(released.substr(0, 4)) + std::stoi(released.substr(5)) - 1;
}

Gap longest_gap(const std::vector<DatedModel>& models, const std::string& since) {
  Gap out;
  std::string last;
  for (const DatedModel& one : models) {
    const std::string& month = one.row->row->released;
    if (one.fresh.empty() || month < since) {
      continue;
    }
    const int months = last.empty() ? 0 : month_of(month) - month_of(last);
    if (months > out.months) {
      out = {months, {}};
    }
    if (months > 0 && months == out.months) {
      out.spans.emplace_back(last, month);
    }
    last = month;
  }
  return out;
}

}  // namespace kvtally
