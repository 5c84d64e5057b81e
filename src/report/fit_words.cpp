#include <fmt/format.h>

#include "report/fit.hpp"

namespace kvtally {

namespace {

std::string need(const Shortfall& shortfall, Units units) {
  return fmt::format("need {} on the fullest, {} more than is usable",
                     print_bytes(shortfall.memory.total(), units), print_bytes(shortfall.lacking, units));
}

std::string devices(const Placement& placement) {
  return placement.devices() == 1
             ? "1 device"
             : fmt::format("{} devices ({})", print_grouped(placement.devices()), print_placement(placement));
}

std::string refused(const FitSheet& sheet) {
  return sheet.answer.refused.empty() ? "no placement divides the model" : sheet.answer.refused.front();
}

// Of a single user, where users are asked for; of a single token, where the context is.
std::string least_of(Asked asked) {
  switch (asked) {
    case Asked::users: return " for a single user";
    case Asked::context: return " for a single token of each user";
    default: return "";
  }
}

std::string of_devices(const FitSheet& sheet, Units units) {
  const FitAnswer& answer = sheet.answer;
  if (!answer.smaller) {
    return answer.fits ? "nothing: one device is the least there is" : refused(sheet);
  }
  const std::string where = devices(answer.smaller->placement);
  if (answer.fits) {
    return fmt::format("memory: the nearest of fewer, {}, would {}", where, need(*answer.smaller, units));
  }
  std::string out =
      fmt::format("memory: {} would{} {}", where, least_of(sheet.question.asked), need(*answer.smaller, units));
  if (sheet.question.asked == Asked::devices && !sheet.question.placement) {
    out += fmt::format("; more than {} devices were not tried", print_grouped(sheet.question.most_devices));
  }
  return out;
}

}  // namespace

std::string requests_of(const FitSheet& sheet) {
  const Demand& demand = sheet.question.demand;
  const auto tokens = [](Tokens t) { return print_grouped(t.value); };
  std::string out;
  if (demand.contexts.size() > 1) {
    for (const ContextClass& c : demand.contexts) {
      const double percent = 100.0 * static_cast<double>(c.up_to) / static_cast<double>(c.out_of);
      out += (out.empty() ? "" : ", ") + (c.up_to == c.out_of ? "all" : fmt::format("{:g} %", percent)) +
             (out.empty() ? " of requests up to " : " up to ") + tokens(c.context) +
             (out.empty() ? " tokens" : "");
    }
  } else if (demand.prompt && *demand.prompt < sheet.answer.context) {
    out = fmt::format("{} + {} tokens a request", tokens(*demand.prompt),
                      tokens(sheet.answer.context - *demand.prompt));
  } else {
    out = tokens(sheet.answer.context) +
          (sheet.answer.context == Tokens{1} ? " token a request" : " tokens a request");
  }
  out += demand.samples > 1 ? fmt::format(" in {} samples", demand.samples) : "";
  out += demand.shared_prefix > Tokens{}
             ? fmt::format(", the first {} shared by all", tokens(demand.shared_prefix))
             : "";
  return out;
}

std::string binding_of(const FitSheet& sheet, Units units) {
  const FitAnswer& answer = sheet.answer;
  if (!answer.fits || sheet.question.asked == Asked::devices) {
    return of_devices(sheet, units);
  }
  if (answer.next) {
    return fmt::format("memory: one {} more would {}", sheet.question.asked == Asked::users ? "user" : "token",
                       need(*answer.next, units));
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
