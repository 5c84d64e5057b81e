#include <fmt/format.h>

#include "report/fit.hpp"

namespace kvtally {

namespace {

// One sentence: what keeps the answer from being better.
class BindingSentence {
 public:
  BindingSentence(const FitSheet& sheet, Units units, const Say& say)
      : question_(sheet.question), answer_(sheet.answer), units_(units), say_(say) {}

  std::string sentence() const {
    if (!answer_.fits || question_.asked == Asked::devices) {
      return of_devices();
    }
    if (answer_.next) {
      return say_(question_.asked == Asked::users ? "memory: one user more would {need}"
                                                  : "memory: one token more would {need}",
                  {{"need", need(*answer_.next)}});
    }
    if (question_.asked == Asked::context) {
      return say_("the model's own maximum of {tokens} tokens",
                  {{"tokens", print_grouped(question_.longest.value)}});
    }
    if (question_.asked == Asked::users) {
      return say_("the most users that may be asked for, {users}", {{"users", print_grouped(answer_.users)}});
    }
    return say_("nothing: {free} of the fullest device are free",
                {{"free", print_bytes(question_.usable - answer_.memory.total(), units_)}});
  }

 private:
  std::string need(const Shortfall& shortfall) const {
    return say_("need {total} on the fullest, {lacking} more than is usable",
                {{"total", print_bytes(shortfall.memory.total(), units_)},
                 {"lacking", print_bytes(shortfall.lacking, units_)}});
  }

  std::string devices(const Placement& placement) const {
    return placement.devices() == 1
               ? say_("1 device", {})
               : say_("{devices} devices ({placement})", {{"devices", print_grouped(placement.devices())},
                                                          {"placement", print_placement(placement)}});
  }

  // Of a single user, where users are asked for; of a single token, where the context is.
  std::string least() const {
    switch (question_.asked) {
      case Asked::users: return say_(" for a single user", {});
      case Asked::context: return say_(" for a single token of each user", {});
      default: return "";
    }
  }

  std::string without_smaller() const {
    return answer_.fits              ? say_("nothing: one device is the least there is", {})
           : answer_.refused.empty() ? say_("no placement divides the model", {})
                                     : answer_.refused.front();
  }

  std::string of_devices() const {
    if (!answer_.smaller) {
      return without_smaller();
    }
    const Values values{{"where", devices(answer_.smaller->placement)},
                        {"least", least()},
                        {"need", need(*answer_.smaller)},
                        {"devices", print_grouped(question_.most_devices)}};
    if (answer_.fits) {
      return say_("memory: the nearest of fewer, {where}, would {need}", values);
    }
    std::string out = say_("memory: {where} would{least} {need}", values);
    if (question_.asked == Asked::devices && !question_.placement) {
      out += say_("; more than {devices} devices were not tried", values);
    }
    return out;
  }

  const FitQuestion& question_;
  const FitAnswer& answer_;
  Units units_;
  const Say& say_;
};

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

std::string binding_of(const FitSheet& sheet, Units units, const Say& say) {
  return BindingSentence(sheet, units, say).sentence();
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
