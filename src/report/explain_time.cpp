#include "report/explain_time.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "report/roofline_layout.hpp"
#include "report/roofline_words.hpp"

namespace kvtally {

namespace {

constexpr Wide kMicrosecondsASecond = 1'000'000;

// The rates as they stand in the lines below.
WorkedSection rates_section(const Rates& rates) {
  WorkedSection out{"rates",
                    "A part of a step takes the longer of two times: its bytes ÷ bandwidth, and its operations ÷ "
                    "peak, where one multiply-add is two operations. Each is a lower bound.",
                    {}};
  const Formula million = number(kMicrosecondsASecond);
  out.lines.push_back(worked("bandwidth", number(rates.bandwidth.value) / million, "bytes a microsecond"));
  const auto peak = [&](const std::string& name, OperationRate rate) {
    out.lines.push_back(worked(name, number(rate.value) / million, "operations a microsecond"));
  };
  if (rates.attention) {
    peak(fmt::format("peak in {}, for attention", rates.attention_format), *rates.attention);
  }
  for (const auto& [format, rate] : rates.matmul_of) {
    peak(fmt::format("peak for weights in {}", format), rate);
  }
  if (rates.attention) {
    out.lines.push_back(worked("ridge point", number(rates.attention->value) / number(rates.bandwidth.value),
                               "operations a byte"));
  }
  return out;
}

// The lines of one part: its bytes, its time to move them, its time to compute.
class PartSection {
 public:
  PartSection(const Stage& stage, const PartWork& work, const PartTime& time, const Rates& rates,
              const DecodeStep& step)
      : work_(work),
        time_(time),
        rates_(rates),
        lines_(time.weights ? weight_lines(stage, time, step) : std::vector<WorkedLine>{}) {}

  WorkedSection write(const std::string& stage) {
    moving();
    computing();
    const std::string what = time_.bound == Bound::compute ? "Arithmetic bounds it: computing takes longer."
                             : work_.macs.empty()          ? "It multiplies nothing: memory bounds it."
                             : !computes_                  ? "No peak is published: memory alone bounds it."
                                                           : "Memory bounds it: moving takes longer.";
    return {stage + label_of(time_), what, std::move(lines_)};
  }

 private:
  void moving() {
    const Wide bytes = time_.bytes.value + time_.written.value;
    if (time_.weights) {
      if (std::ranges::count(lines_, "bytes", &WorkedLine::unit) == 1) {
        return add_time(bytes);
      }
      lines_.push_back(worked("bytes in all", number(bytes), "bytes"));
    } else {
      const bool both = time_.bytes.value > 0 && time_.written.value > 0;
      lines_.push_back(worked(both                    ? "read and written"
                              : time_.bytes.value > 0 ? "read"
                                                      : "written",
                              both ? number(time_.bytes.value) + number(time_.written.value) : number(bytes),
                              "bytes"));
    }
    add_time(bytes);
  }

  void add_time(Wide bytes) {
    lines_.push_back(worked("to move", number(bytes) / each_microsecond(rates_.bandwidth.value), "us"));
  }

  void computing() {
    for (const auto& [format, macs] : work_.macs) {
      const auto peak = format.empty() ? rates_.attention : rates_.matmul_for(format);
      if (peak && macs.value > 0) {
        computes_ = true;
        const std::string name = work_.macs.size() > 1 ? fmt::format("to compute in {}", format) : "to compute";
        lines_.push_back(worked(name, number(2) * number(macs.value) / each_microsecond(peak->value), "us"));
      }
    }
  }

  const PartWork& work_;
  const PartTime& time_;
  const Rates& rates_;
  std::vector<WorkedLine> lines_;
  bool computes_ = false;
};

// Collects the sections of a step's time.
class StepSections {
 public:
  StepSections(const Layout& layout, const LayoutWork& work, const LayoutTime& time,
               const std::vector<Rates>& rates, std::vector<WorkedSection>& out)
      : layout_(layout), work_(work), time_(time), rates_(rates), out_(out) {}

  void write(const DecodeStep& step) {
    WorkedSection sum{"one step", "The parts one after the other.", {}};
    const std::vector<StageGroup> groups = stage_groups(layout_, time_, {});
    for (const StageGroup& group : groups) {
      const bool alone = time_.stages.size() == 1;
      stage(group, alone ? "" : stage_title(group) + ": ", step);
      add_to(sum, group, alone);
    }
    link(sum);
    sum.lines.push_back(worked_time("in all", joined(sum.lines), time_.total));
    out_.push_back(std::move(sum));
  }

 private:
  void stage(const StageGroup& group, const std::string& title, DecodeStep step) {
    const auto i = static_cast<std::size_t>(group.first - 1);
    step.dealing.expert_groups = layout_.stages[i].expert_groups;
    for (const PartTime& part : group.decode.parts) {
      const auto work = std::ranges::find_if(
          work_.stages[i], [&](const PartWork& w) { return w.name == part.name && w.kind == part.kind; });
      out_.push_back(PartSection(layout_.stages[i], *work, part, rates_[i], step).write(title));
    }
  }

  static void add_to(WorkedSection& sum, const StageGroup& group, bool alone) {
    if (alone) {
      for (const PartTime& part : group.decode.parts) {
        sum.lines.push_back(worked_time(label_of(part), "", part.seconds));
      }
      return;
    }
    const auto count = static_cast<double>(group.last - group.first + 1);
    const WorkedLine one = worked_time("", "", group.decode.total);
    const std::string numbers = group.last > group.first ? fmt::format("{} × {}", count, one.value) : "";
    sum.lines.push_back(worked_time(stage_title(group), numbers, {group.decode.total.value * count}));
  }

  void link(WorkedSection& sum) {
    if (!work_.sent || work_.sent->total() == Bytes{}) {
      return;
    }
    WorkedSection sent{"link", "What one device sends in a step, at the link's rate in one direction.", {}};
    for (const Sent& way : sent_by(*work_.sent)) {
      sent.lines.push_back(worked(way.name, number(way.bytes.value), "bytes"));
      if (time_.link_rate) {
        const Formula time = number(way.bytes.value) / each_microsecond(time_.link_rate->value);
        sent.lines.push_back(worked("to send", time, "us"));
        sum.lines.push_back(worked_time(way.name + " (link)", "", time_to_move(way.bytes, *time_.link_rate)));
      }
    }
    out_.push_back(std::move(sent));
  }

  static std::string joined(const std::vector<WorkedLine>& lines) {
    std::string out;
    for (const WorkedLine& line : lines) {
      out += (out.empty() ? "" : " + ") + line.value;
    }
    return out;
  }

  const Layout& layout_;
  const LayoutWork& work_;
  const LayoutTime& time_;
  const std::vector<Rates>& rates_;
  std::vector<WorkedSection>& out_;
};

}  // namespace

WorkedLine worked(std::string name, const Formula& formula, std::string unit) {
  const double amount = static_cast<double>(formula.numerator) / static_cast<double>(formula.denominator);
  return {std::move(name), formula.numbers, print_value(formula), std::move(unit), amount};
}

WorkedLine worked_time(std::string name, const std::string& numbers, Seconds time) {
  const double microseconds = time.value * 1e6;
  Formula value;
  value.numerator = nearest_whole(microseconds * 1e3);
  value.denominator = 1000;
  // from 31 years on thousandths say nothing
  const std::string text = microseconds < 1e15 ? print_value(value) : print_nearest(microseconds);
  return {std::move(name), numbers.empty() ? text : numbers, text, "us", microseconds};
}

Formula each_microsecond(Wide rate) {
  return rate % kMicrosecondsASecond == 0 ? number(rate / kMicrosecondsASecond)
                                          : number(rate) / number(kMicrosecondsASecond);
}

std::expected<DeviceExplanation, std::vector<std::string>> explain_on(const Model& model,
                                                                      const WeightLoad& weights,
                                                                      const DeviceQuestion& question) {
  const auto layout = lay_out(model, weights, question.placement, question.demand);
  if (!layout) {
    return std::unexpected(layout.error());
  }
  const auto rates = rates_of(*layout, question.device, false);
  if (!rates) {
    return std::unexpected(rates.error());
  }
  DeviceExplanation out;
  out.device = question.device;
  out.placement = question.placement;
  out.users = question.users;
  const LayoutWork work = step_work(*layout, model, question.demand, question.users, question.reading);
  const LayoutTime time = time_of(work, question.placement, question.device, *rates);
  DecodeStep step;
  step.context = timed_context(question.demand);
  step.sequences = static_cast<std::int64_t>(
      ceil_div(ceil_div(question.users, question.placement.dp) * question.demand.samples, question.placement.pp));
  step.reading = question.reading;
  out.sections.push_back(rates_section(rates->front()));
  StepSections(*layout, work, time, *rates, out.sections).write(step);
  add_memory_sections(model, weights, *layout, question, out.sections);
  out.facts = facts_of(question.device);
  out.assumptions = weights.assumptions;
  out.assumptions.insert(out.assumptions.end(), time.notes.begin(), time.notes.end());
  return out;
}

}  // namespace kvtally
