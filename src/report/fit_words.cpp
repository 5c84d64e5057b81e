#include <fmt/format.h>

#include "report/fit.hpp"

namespace kvtally {

namespace {

std::string lacking(const Shortfall& shortfall, Units units, const std::string& with) {
  return fmt::format("{} would need {} on a device{}, {} more than is usable",
                     print_placement(shortfall.placement), print_bytes(shortfall.memory.total(), units), with,
                     print_bytes(shortfall.lacking, units));
}

std::string refused(const FitSheet& sheet) {
  return sheet.answer.refused.empty() ? "no placement divides the model" : sheet.answer.refused.front();
}

std::string of_devices(const FitSheet& sheet, Units units) {
  const FitAnswer& answer = sheet.answer;
  if (answer.smaller) {
    return fmt::format("memory: with {} {}, {}", answer.smaller->placement.devices(),
                       answer.smaller->placement.devices() == 1 ? "device" : "devices",
                       lacking(*answer.smaller, units, ""));
  }
  return answer.fits ? "one device is the least there is" : refused(sheet);
}

}  // namespace

std::string binding_of(const FitSheet& sheet, Units units) {
  const FitAnswer& answer = sheet.answer;
  if (!answer.fits || sheet.question.asked == Asked::devices) {
    return of_devices(sheet, units);
  }
  if (answer.next) {
    return "memory: " +
           lacking(*answer.next, units,
                   sheet.question.asked == Asked::users ? " for one user more" : " for one token more");
  }
  if (sheet.question.asked == Asked::context) {
    return fmt::format("the model's own maximum of {} tokens", print_grouped(sheet.question.longest.value));
  }
  if (sheet.question.asked == Asked::users) {
    return fmt::format("the most users that may be asked for, {}", print_grouped(answer.users));
  }
  return fmt::format("nothing: {} are left on the fullest device",
                     print_bytes(sheet.question.usable - answer.memory.total(), units));
}

Table table_of(const FitSheet& sheet, Units units) {
  const FitAnswer& answer = sheet.answer;
  const DeviceMemory& m = answer.fits ? answer.memory : answer.smaller ? answer.smaller->memory : DeviceMemory{};
  Table table;
  table.title = fmt::format("{} on {}", sheet.model.name, sheet.device.id);
  table.columns = {{"part", "On the fullest device"},
                   {"bytes", "Bytes", Align::right},
                   {"size", "Size", Align::right, kTerminal | kWide | kMarkdown},
                   {"share_percent", "Share", Align::right}};
  const auto add = [&](const std::string& name, Bytes bytes) {
    const double share =
        100.0 * static_cast<double>(bytes.value) / static_cast<double>(sheet.question.usable.value);
    table.rows.push_back({{name, "", {}, {}},
                          {print_grouped(bytes.value), fmt::format("{}", bytes.value), {}, {}},
                          {print_bytes(bytes, units), "", {}, {}},
                          {fmt::format("{:.1f} %", share), fmt::format("{:.3f}", share), {}, {}}});
  };
  add("weights", m.weights);
  add("cache", m.cache);
  if (m.state.value > 0) {
    add("states", m.state);
  }
  if (m.open.value > 0) {
    add("waiting to be pooled", m.open);
  }
  add("activations", m.activations);
  add("reserve", m.reserve);
  if (answer.fits) {
    add("free", sheet.question.usable - m.total());
  } else {
    add("in all", m.total());
  }
  return table;
}

}  // namespace kvtally
