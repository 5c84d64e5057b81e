#include "report/explain.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <tuple>

#include "core/print.hpp"
#include "model/kinds.hpp"

namespace kvtally {

namespace {

std::string layer_label(const Layer& layer, bool draft) {
  return std::string(kind_of(layer.kind).label) + (draft ? " (draft)" : "");
}

ExplainGroup explain_group(const Sheet& sheet, const LayerFigures& figures, const Piece& piece,
                           std::size_t index) {
  const Layer& layer = sheet.model.layers[figures.layer];
  const Kind& kind = kind_of(layer.kind);
  ExplainGroup group;
  group.layer = figures.layer;
  group.count = figures.count;
  group.draft = figures.draft;
  group.title =
      fmt::format("{} {} of {} ({})", print_grouped(figures.count), figures.count == 1 ? "layer" : "layers",
                  layer_label(layer, figures.draft), kind.title);
  group.sentence = sentence_of(layer.sharing, layer.tag);
  group.sections = sections_of(
      layer, {sheet.scenario.context.value, figures.count, sheet.scenario.batch, figures.draft, piece});
  if (group.sections.empty()) {
    group.sentence = "These layers keep, read and multiply nothing of the past.";
  }
  std::size_t line_index = 0;
  for (ExplainSection& section : group.sections) {
    for (ExplainLine& line : section.lines) {
      if (line.result != Result::none) {
        line.label = fmt::format("{}.{}", index, ++line_index);
      }
    }
  }
  return group;
}

// Adds the values alone; a sum's numbers are its addends, printed one below the other.
void add_addend(Sum& sum, Addend addend) {
  const Formula total = sum.total + addend.value;
  sum.total = {"", "", total.numerator, total.denominator, Formula::Binding::sum};
  sum.addends.push_back(std::move(addend));
}

// Calls `visit` for each line of the explanation with the words that name it in a sum.
void for_each_line(const Explanation& explanation, auto&& visit) {
  for (const ExplainGroup& group : explanation.groups) {
    const std::string kind = layer_label(explanation.sheet.model.layers[group.layer], group.draft);
    for (const ExplainSection& section : group.sections) {
      for (const ExplainLine& line : section.lines) {
        visit(line, fmt::format("{} × {}, {}", print_grouped(group.count), kind,
                                line.detail.empty() ? section.title : line.detail));
      }
    }
  }
}

Sum sum_of_result(const Explanation& explanation, Result result, std::string unit, std::string sentence) {
  Sum sum{std::string(name_of(result)), std::move(unit), std::move(sentence), {}, number(0), {}};
  for_each_line(explanation, [&](const ExplainLine& line, std::string what) {
    if (line.result == result) {
      add_addend(sum, {line.label, std::move(what), line.part, line.formula, ""});
    }
  });
  return sum;
}

// As `show` calls them.
std::string_view part_title(Part part) {
  constexpr std::array<std::string_view, kParts> kWords{"keys, values, latents", "index keys",     "states",
                                                        "waiting to be pooled",  "encoder memory", "draft layers"};
  return kWords.at(static_cast<std::size_t>(part));
}

// What is kept by part, where it is of several.
std::vector<Addend> by_part(const Sum& kept) {
  std::vector<Addend> out;
  for (std::size_t i = 0; i < kParts; ++i) {
    const auto part = static_cast<Part>(i);
    Addend sum{"", std::string(part_title(part)), part, number(0), ""};
    for (const Addend& addend : kept.addends) {
      if (addend.part == part) {
        sum.label += fmt::format("{}({})", sum.label.empty() ? "" : " + ", addend.label);
        sum.value = number(sum.value.numerator + addend.value.numerator);
      }
    }
    if (!sum.label.empty()) {
      out.push_back(std::move(sum));
    }
  }
  return out.size() > 1 ? out : std::vector<Addend>{};
}

Sum growth_of(const Explanation& explanation) {
  Sum sum{"each further token",
          "bytes",
          "what it adds to what is kept; a pooled entry is spread over its tokens",
          {},
          number(0),
          {}};
  for_each_line(explanation, [&](const ExplainLine& line, std::string what) {
    if (line.growth) {
      add_addend(sum, {line.label, std::move(what), line.part, *line.growth, line.growth_reason});
    }
  });
  return sum;
}

// As they stand in the file; what was derived comes last.
std::vector<Source> sources_of(const std::string& file, Origins origins) {
  std::ranges::sort(origins, {}, [](const Origin& origin) {
    return std::tuple(origin.place.line == 0, origin.place, origin.key, origin.layer);
  });
  std::vector<Source> out;
  for (const Origin& origin : origins) {
    Source source{origin.key, origin.value,
                  origin.place.line == 0 ? origin.how : fmt::format("{}:{}", file, origin.place.line),
                  origin.layer};
    const auto known = std::ranges::find_if(out, [&](const Source& other) {
      return other.key == source.key && other.value == source.value && other.where == source.where;
    });
    if (known == out.end()) {
      out.push_back(std::move(source));
    } else {
      known->layer_type += (known->layer_type.empty() ? "" : ", ") + origin.layer;
    }
  }
  for (Source& source : out) {
    if (std::ranges::count(out, source.key, &Source::key) == 1) {
      source.layer_type.clear();
    }
  }
  return out;
}

}  // namespace

Explanation explain(Sheet sheet, const std::string& file, const Origins& origins) {
  Explanation out;
  out.sheet = std::move(sheet);
  const std::vector<Piece> pieces = pieces_of(terms_of(out.sheet.model, out.sheet.scenario.drafting));
  const Piece& piece = piece_at(pieces, out.sheet.scenario.context);
  for (const LayerFigures& figures : out.sheet.figures.layers) {
    out.groups.push_back(explain_group(out.sheet, figures, piece, out.groups.size() + 1));
  }
  out.sums.push_back(sum_of_result(out, Result::kept, "bytes", "what is in memory once S tokens have been seen"));
  out.sums.back().of_which = by_part(out.sums.back());
  out.sums.push_back(growth_of(out));
  out.sums.push_back(
      sum_of_result(out, Result::read, "bytes",
                    "what the step of this token reads; each layer reads every byte that it needs once"));
  out.sums.push_back(sum_of_result(out, Result::written, "bytes", "what this step writes"));
  out.sums.push_back(sum_of_result(out, Result::multiplied, "multiply-adds",
                                   "the useful multiply-adds of this step on what is kept"));
  Origins used = origins;
  if (!out.sheet.scenario.drafting) {
    std::erase_if(used, [](const Origin& origin) { return origin.key == "mtp_layer_types"; });
  }
  out.sources = sources_of(file, std::move(used));
  return out;
}

}  // namespace kvtally
