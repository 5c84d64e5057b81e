#include "report/explain_parts.hpp"

#include <fmt/format.h>

#include "core/print.hpp"

namespace kvtally {

namespace {

std::string row_name(Role role) {
  switch (role) {
    case Role::key_and_value: return "row";
    case Role::rope: return "rotary key";
    default: return std::string(name_of(role));
  }
}

// Bytes of one head's row, of `width` elements.
Formula row_formula(const Format& format, const Formula& width) {
  Formula bytes =
      format.elements == 1 ? width * number(format.bytes) : width / number(format.elements) * number(format.bytes);
  return format.head_bytes == 0 ? bytes : bytes + number(format.head_bytes);
}

}  // namespace

std::string_view name_of(Result result) {
  switch (result) {
    case Result::none: return "";
    case Result::kept: return "kept";
    case Result::read: return "read";
    case Result::written: return "written";
    case Result::multiplied: return "multiplied";
  }
  return "";
}

Formula entry_formula(const Entry& entry) {
  if (!entry.empty() && entry.front().format.whole_entry) {
    return symbol("the size that its format fixes", fixed_entry_bytes(entry).value_or(Bytes{}).value);
  }
  std::optional<Formula> sum;
  for (const Row& row : entry) {
    const std::string name = row_name(row.role);
    Formula bytes = row_formula(row.format, symbol(name + " width", row.dim));
    bytes = row.heads == 1 ? bytes : symbol(name + " heads", row.heads) * bytes;
    sum = sum ? *sum + bytes : bytes;
  }
  return sum.value_or(number(0));
}

Formula SectionWriter::measure(Part part, std::string name, std::string unit, const Formula& formula) {
  Formula named = symbol(name, formula.numerator);
  section_.lines.push_back({Result::none, part, std::move(name), std::move(unit), formula, {}, {}, {}, {}});
  return named;
}

Formula SectionWriter::scaled(const Formula& formula) const {
  const Formula layers = symbol("layers", use_->layers);
  return use_->batch == 1 ? layers * formula : layers * symbol("requests", use_->batch) * formula;
}

ExplainLine& SectionWriter::result(Result result, Part part, const Formula& formula) {
  // What draft layers keep is counted apart, but for rows that wait (account/terms.cpp).
  const bool drafts = use_->draft && result == Result::kept && part != Part::open;
  section_.lines.push_back({result,
                            drafts ? Part::draft : part,
                            std::string(name_of(result)),
                            result == Result::multiplied ? "multiply-adds" : "bytes",
                            scaled(formula),
                            {},
                            {},
                            {},
                            {}});
  return section_.lines.back();
}

void SectionWriter::grows(const Formula& formula, std::int64_t every, std::int64_t from,
                          std::optional<std::int64_t> to) {
  const Piece& piece = use_->piece;
  if (piece.to && from > *piece.to) {
    stays(fmt::format("the first comes at S = {}", print_grouped(from)));
  } else if (to && piece.from >= *to) {
    stays(fmt::format("full since S = {}", print_grouped(*to)));
  } else {
    section_.lines.back().growth = every == 1 ? scaled(formula) : scaled(formula) / symbol("every", every);
    section_.lines.back().growth_reason =
        every == 1 ? "" : fmt::format("one entry every {} tokens", print_grouped(every));
  }
}

void SectionWriter::stays(std::string reason) {
  section_.lines.back().growth = number(0);
  section_.lines.back().growth_reason = std::move(reason);
}

std::vector<ExplainSection> sections_of(const Layer& layer, const ExplainUse& use) {
  std::vector<ExplainSection> out;
  for (const Memory& memory : layer.memories) {
    add_memory_sections(memory, layer.sharing.owner == Sharing::Owner::own, use, out);
  }
  if (!layer.state.tensors.empty() || !layer.state.work.empty()) {
    out.push_back(state_section(layer.state, use));
  }
  return out;
}

}  // namespace kvtally
