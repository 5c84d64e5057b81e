#include "report/parameters.hpp"

#include <fmt/format.h>

#include "core/print.hpp"
#include "core/text.hpp"

namespace kvtally {

namespace {

std::string percent(Wide part, Wide whole) {
  return fmt::format("{:+.3f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string parts_apart(const ParameterCount& count) {
  std::string out;
  for (const WeightPart part : {WeightPart::draft, WeightPart::encoder}) {
    if (const Wide apart = count.total_of(part); apart != 0) {
      out += fmt::format("{}{} {}", out.empty() ? "apart: " : ", ", print_grouped(apart), name_of(part));
    }
  }
  return out;
}

// The parts that the published total counts beside the language model or leaves out.
std::string published_terms(const Model& model) {
  std::string out;
  for (const WeightPart part : model.weights.published_with) {
    out += fmt::format(", with the {} weights", name_of(part));
  }
  for (const WeightPart part : model.weights.published_without) {
    out += fmt::format(", without the part '{}'", name_of(part));
  }
  return out;
}

std::vector<ParameterLine> computed_lines(const Model& model, const ParameterCount& count) {
  if (!count.known()) {
    return {{"parameters, computed", "none", fmt::format("missing: {}", fmt::join(count.missing, ", "))}};
  }
  std::vector<ParameterLine> out{{"parameters, computed", print_grouped(count.total()), parts_apart(count)}};
  if (count.active() != count.total()) {
    out.push_back({"  active for one token", print_grouped(count.active()), ""});
  }
  const auto comparison = compare_published(model, count);
  if (comparison && comparison->published != 0) {
    out.push_back({"  off the published total", print_grouped(comparison->difference()),
                   percent(comparison->difference(), comparison->published) + published_terms(model)});
  }
  return out;
}

std::vector<Column> columns() {
  return {{"part", "Part", Align::left, kEverywhere, false},
          {"layers", "Layers", Align::left, kEverywhere, false},
          {"tensor", "Tensor", Align::left, kEverywhere, false},
          {"arithmetic", "Arithmetic", Align::left, kEverywhere, false},
          {"parameters", "Parameters", Align::right, kEverywhere, false},
          {"active", "Active", Align::right, kEverywhere, false},
          {"bytes", "Bytes", Align::right, kEverywhere, false}};
}

std::string layers_words(const ParameterTensor& tensor) {
  return tensor.layer.empty() ? "" : fmt::format("{} {}", tensor.layers, tensor.layer);
}

Table parameter_table(const ParameterSheet& sheet) {
  Table table;
  table.columns = columns();
  const auto row = [&](std::vector<std::string> texts) {
    std::vector<Cell>& cells = table.rows.emplace_back();
    for (std::string& text : texts) {
      cells.push_back({std::move(text), "", {}, {}});
    }
  };
  const std::vector<std::optional<Bytes>> bytes = bytes_by_tensor(sheet);
  for (std::size_t i = 0; i < sheet.count.tensors.size(); ++i) {
    const ParameterTensor& tensor = sheet.count.tensors[i];
    row({std::string(name_of(tensor.part)), layers_words(tensor), tensor.name, arithmetic_of(tensor),
         print_grouped(tensor.total_count()), print_grouped(tensor.active_count()),
         bytes[i] ? print_grouped(bytes[i]->value) : ""});
  }
  if (sheet.count.known()) {
    row({"total", "", "", "", print_grouped(sheet.count.total()), print_grouped(sheet.count.active()),
         sheet.weights ? print_grouped(sheet.weights->total().value) : ""});
  }
  return table;
}

// The bytes of the weights: how many, in what, of which parts, and what was taken for granted.
void note_bytes(const ParameterSheet& sheet, std::vector<std::string>& out) {
  if (!sheet.weights) {
    out.push_back(
        fmt::format("The bytes of the weights are not known: {}.", fmt::join(sheet.weights.error(), "; ")));
    return;
  }
  const WeightLoad& load = *sheet.weights;
  out.push_back(fmt::format("Bytes: {}; {} in all, of which a step of one token reads {}.", load.from,
                            print_grouped(load.total().value), print_grouped(load.active().value)));
  std::string parts;
  for (const PartBytes& part : bytes_by_part(load)) {
    parts +=
        fmt::format("{}{} {}", parts.empty() ? "" : ", ", name_of(part.part), print_grouped(part.total.value));
    parts += part.active == part.total ? "" : fmt::format(" ({} read)", print_grouped(part.active.value));
  }
  out.push_back(fmt::format("By part: {}.", parts));
  for (const std::string& assumption : load.assumptions) {
    out.push_back(fmt::format("Assumed: {}.", assumption));
  }
}

std::vector<std::string> parameter_notes(const ParameterSheet& sheet) {
  std::vector<std::string> out;
  if (!sheet.count.known()) {
    out.push_back(
        fmt::format("There is no total: the description does not say {}.", fmt::join(sheet.count.missing, ", ")));
  }
  out.emplace_back(
      "Arithmetic: layers x copies x shape. Active leaves out the experts that a token is not sent to. Draft "
      "layers "
      "and encoders stand apart: the total does not count them.");
  if (const auto& c = sheet.comparison; c && c->published != 0) {
    out.push_back(fmt::format("Published: {}; computed in its terms {}, which is {} off.",
                              print_parameters(c->published), print_grouped(c->computed),
                              percent(c->difference(), c->published)));
  }
  if (sheet.stored) {
    out.push_back(fmt::format("Stored: {} elements in {}.", print_grouped(*sheet.stored), sheet.stored_from));
  }
  note_bytes(sheet, out);
  return out;
}

std::string parameter_title(const ParameterSheet& sheet) {
  return fmt::format("Parameters of {} ({})", sheet.name, sheet.id);
}

}  // namespace

ParameterSheet parameter_sheet(const Model& model, const std::optional<WeightScheme>& asked) {
  ParameterSheet sheet{model.name,
                       model.id,
                       model.parameters,
                       count_parameters(model),
                       {},
                       stored_elements(model),
                       {},
                       weight_load_for(model, asked)};
  sheet.comparison = compare_published(model, sheet.count);
  if (model.stored) {
    sheet.stored_from = model.stored->from;
  }
  return sheet;
}

std::vector<ParameterLine> parameter_lines(const Model& model) {
  std::vector<ParameterLine> out;
  if (const auto& published = model.parameters; published.total) {
    out.push_back({"parameters, published", print_parameters(*published.total),
                   published.active ? print_parameters(*published.active) + " active" : ""});
  }
  for (ParameterLine& line : computed_lines(model, count_parameters(model))) {
    out.push_back(std::move(line));
  }
  if (const auto stored = stored_elements(model)) {
    out.push_back({"parameters, stored", print_grouped(*stored), "in " + model.stored->from});
  }
  return out;
}

std::string arithmetic_of(const ParameterTensor& tensor) {
  std::vector<std::string> factors;
  for (const std::int64_t factor : {tensor.layers, tensor.copies}) {
    if (factor != 1) {
      factors.push_back(print_grouped(factor));
    }
  }
  for (const std::int64_t size : tensor.shape) {
    if (size != 1 || tensor.shape.size() == 1) {
      factors.push_back(print_grouped(size));
    }
  }
  return fmt::format("{}", fmt::join(factors, " x "));
}

std::string text_of(const ParameterSheet& sheet, const Look& look) {
  std::string out = parameter_title(sheet) + "\n\n" + write_text(parameter_table(sheet), look);
  for (const std::string& note : parameter_notes(sheet)) {
    out += '\n';
    for (const std::string& line : wrap(note, look.width)) {
      out += line + '\n';
    }
  }
  return out;
}

std::string markdown_of(const ParameterSheet& sheet) {
  Table table = parameter_table(sheet);
  table.title = parameter_title(sheet);
  table.notes = parameter_notes(sheet);
  return write_markdown(table);
}

}  // namespace kvtally
