#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/explain_time.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kSectionIndent = 3;
constexpr std::size_t kLeastNameWidth = 24;

std::string step_heading(const DeviceExplanation& e) {
  return fmt::format("A decode step on {} ({}){}, {} {}", e.device.name, e.device.id,
                     e.placement.devices() == 1 ? "" : ", " + print_placement(e.placement), print_grouped(e.users),
                     e.users == 1 ? "request" : "requests");
}

std::string note_of(const DeviceExplanation& e) {
  return e.placement.devices() == 1
             ? "us are microseconds. Each part of the step is worked out by itself; 'one step' adds them up."
             : "us are microseconds. Every figure is of one device. Each part of the step is worked out by "
               "itself; "
               "'one step' adds them up.";
}

class TimeWriter {
 public:
  TimeWriter(Units units, const Look& look) : units_(units), look_(look) {}

  void paragraph(const std::string& text, const std::string& first, const std::string& rest) {
    std::string lead = first;
    for (const std::string& line : wrap(text, look_.width - display_width(rest))) {
      out_ += lead + line + '\n';
      lead = rest;
    }
  }

  void section(const WorkedSection& section) {
    const std::string indent(kSectionIndent, ' ');
    out_ += '\n';
    paragraph(fmt::format("{}: {}", section.title, section.sentence), indent, indent);
    std::size_t name = kLeastNameWidth;
    for (const WorkedLine& line : section.lines) {
      name = std::max(name, std::min(display_width(line.name), look_.width / 2));
    }
    for (const WorkedLine& line : section.lines) {
      const std::string padding(name - std::min(name, display_width(line.name)), ' ');
      const std::string result = fmt::format("{} {}{}", line.value, line.unit, size_of(line));
      paragraph(line.numbers == line.value ? "= " + result : fmt::format("= {} = {}", line.numbers, result),
                fmt::format("{}  {}{} ", indent, line.name, padding),
                std::string(kSectionIndent + 2 + name + 3, ' '));
    }
  }

  void blank() { out_ += '\n'; }
  std::string take() { return std::move(out_); }

 private:
  // From a GiB on digits alone are hard to read.
  std::string size_of(const WorkedLine& line) const {
    return line.unit == "bytes" && line.amount >= 0x1p30
               ? " = " + print_bytes(Bytes{static_cast<Wide>(line.amount)}, units_)
               : "";
  }

  Units units_;
  const Look& look_;
  std::string out_;
};

std::string section_table(const WorkedSection& section) {
  Table table;
  table.columns = {titled_column(""), titled_column("Numbers"), titled_column("Value", Align::right),
                   titled_column("Unit")};
  for (const WorkedLine& line : section.lines) {
    table.rows.push_back(
        {text_cell(line.name), text_cell(line.numbers), text_cell(line.value), text_cell(line.unit)});
  }
  return section.lines.empty() ? "" : write_markdown(table) + '\n';
}

}  // namespace

std::string text_of(const DeviceExplanation& explanation, Units units, const Look& look) {
  TimeWriter out(units, look);
  out.blank();
  out.paragraph(step_heading(explanation), "", "");
  out.paragraph(note_of(explanation), "", "");
  for (const WorkedSection& section : explanation.sections) {
    out.section(section);
  }
  out.blank();
  out.paragraph("Where the device's figures come from", "", "");
  std::string before;
  for (const DeviceFact& fact : explanation.facts) {
    const std::string where = fact.where == before ? "the same" : fact.where;
    before = fact.where;
    out.paragraph(fmt::format("{} = {}: {}", fact.key, fact.value, where), "  ", "    ");
  }
  for (const std::string& assumption : explanation.assumptions) {
    out.paragraph(assumption, "- ", "  ");
  }
  return out.take();
}

std::string markdown_of(const DeviceExplanation& explanation) {
  std::string out = fmt::format("## {}\n\n{}\n\n", step_heading(explanation), note_of(explanation));
  for (const WorkedSection& section : explanation.sections) {
    out += fmt::format("**{}**: {}\n\n{}", section.title, section.sentence, section_table(section));
  }
  out += "### Where the device's figures come from\n\n";
  for (const DeviceFact& fact : explanation.facts) {
    out += fmt::format("- {} = {}: {}\n", fact.key, fact.value, fact.where);
  }
  for (const std::string& assumption : explanation.assumptions) {
    out += fmt::format("- {}\n", assumption);
  }
  return out + '\n';
}

}  // namespace kvtally
