#include <fmt/format.h>

#include "report/fit.hpp"

namespace kvtally {

namespace {

std::string lacking(const Shortfall& shortfall, Units units) {
  return fmt::format("need {} on the fullest, {} more than is usable",
                     print_bytes(shortfall.memory.total(), units), print_bytes(shortfall.lacking, units));
}

std::string devices(std::int64_t number) { return number == 1 ? "1 device" : print_grouped(number) + " devices"; }

std::string refused(const FitSheet& sheet) {
  return sheet.answer.refused.empty() ? "no placement divides the model" : sheet.answer.refused.front();
}

std::string of_devices(const FitSheet& sheet, Units units) {
  const FitAnswer& answer = sheet.answer;
  if (!answer.smaller) {
    return answer.fits ? "nothing: one device is the least there is" : refused(sheet);
  }
  const Placement& placement = answer.smaller->placement;
  const std::string where =
      placement.devices() == 1 ? "1 device" : devices(placement.devices()) + ", " + print_placement(placement);
  const std::string need = lacking(*answer.smaller, units);
  if (answer.fits) {
    return fmt::format("memory: of fewer, {} {} nearest, and would {}", where,
                       placement.devices() == 1 ? "comes" : "come", need);
  }
  const std::string least = sheet.question.asked == Asked::users     ? "a single user"
                            : sheet.question.asked == Asked::context ? "a single token of each user"
                                                                     : "this";
  return fmt::format("memory: for {} {} would {}{}", least, where, need,
                     sheet.question.asked == Asked::devices
                         ? fmt::format("; more than {} were not tried", devices(sheet.question.most_devices))
                         : "");
}

}  // namespace

std::string binding_of(const FitSheet& sheet, Units units) {
  const FitAnswer& answer = sheet.answer;
  if (!answer.fits || sheet.question.asked == Asked::devices) {
    return of_devices(sheet, units);
  }
  if (answer.next) {
    return fmt::format("memory: one {} more would {}", sheet.question.asked == Asked::users ? "user" : "token",
                       lacking(*answer.next, units));
  }
  if (sheet.question.asked == Asked::context) {
    return fmt::format("the model's own maximum of {} tokens", print_grouped(sheet.question.longest.value));
  }
  if (sheet.question.asked == Asked::users) {
    return fmt::format("the most users that may be asked for, {}", print_grouped(answer.users));
  }
  return fmt::format("nothing: {} of the fullest device are free",
                     print_bytes(sheet.question.usable - answer.memory.total(), units));
}

Table table_of(const FitSheet& sheet, Units units) {
  const FitAnswer& answer = sheet.answer;
  const DeviceMemory& m = answer.fits ? answer.memory : answer.smaller ? answer.smaller->memory : DeviceMemory{};
  Table table;
  table.title = "Memory of the fullest device";
  table.columns = {{"part", "Part"},
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
