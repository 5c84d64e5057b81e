#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "account/pieces.hpp"
#include "account/terms.hpp"
#include "model/model.hpp"
#include "report/explain_formula.hpp"

namespace kvtally {

/// Which total a line is an addend of; none: it is an intermediate value.
enum class Result : std::uint8_t { none, kept, read, written, multiplied };
std::string_view name_of(Result result);

/// One value worked out: `name` = formula = numbers = value.
struct ExplainLine {
  Result result = Result::none;
  Part part = Part::entries;
  std::string name;
  std::string unit;
  Formula formula;
  std::optional<Formula> growth;  // of a kept line: what one further token adds to it
  std::string growth_reason;      // why that is nothing, or a fraction
  std::string label;              // of an addend: "2.5", by which totals refer to it
  std::string detail;             // its name in a sum, where the section's title is not enough
};

/// One part of a layer: a memory, its index keys, what waits, a state.
struct ExplainSection {
  std::string title;
  std::string sentence;
  std::vector<ExplainLine> lines;
};

/// The layers that are explained together, and the use that is made of them.
struct ExplainUse {
  Wide seen = 1;  // S
  std::int64_t layers = 1;
  std::int64_t batch = 1;
  bool draft = false;
  Piece piece;  // of the whole model, which S lies in
};

/// What such layers keep, read, write and multiply, part by part. Follows the parts alone; the account works the
/// same figures out on its own, and a test holds the two together.
std::vector<ExplainSection> sections_of(const Layer& layer, const ExplainUse& use);

// ---- the sentences of explain_words.cpp

/// "Every position stays, and all are read. One position holds latent 512 + rope 64, bf16 (2 bytes an element)."
std::string sentence_of(const Memory& memory);
std::string sentence_of(const Indexer& indexer);
std::string sentence_of(const Open& open);
std::string sentence_of(const State& state);
/// Whose memory is read; empty for layers with one of their own.
std::string sentence_of(const Sharing& sharing, const std::string& layer_type);

// ---- what the parts of the sections share

/// Bytes of an entry, row by row.
Formula entry_formula(const Entry& entry);

/// Adds the lines of a section; results are for all layers and requests together.
class SectionWriter {
 public:
  SectionWriter(const ExplainUse& use, std::string title, std::string sentence)
      : use_(&use), section_{std::move(title), std::move(sentence), {}} {}

  /// An intermediate value, and the symbol that stands for it from here on.
  Formula measure(Part part, std::string name, std::string unit, const Formula& formula);
  /// An addend of a total: `formula` for one layer and request, times layers and requests.
  ExplainLine& result(Result result, Part part, const Formula& formula);
  /// What one further token adds to the kept line last added: `formula` for each `every` tokens from the first
  /// step at `from` to the last at `to`.
  void grows(const Formula& formula, std::int64_t every, std::int64_t from, std::optional<std::int64_t> to);
  void stays(std::string reason);

  Wide seen() const { return use_->seen; }
  const ExplainUse& use() const { return *use_; }
  ExplainSection take() { return std::move(section_); }

 private:
  Formula scaled(const Formula& formula) const;

  const ExplainUse* use_;
  ExplainSection section_;
};

/// The sections of a memory: itself, its index keys, what waits.
void add_memory_sections(const Memory& memory, bool own, const ExplainUse& use, std::vector<ExplainSection>& out);
ExplainSection state_section(const State& state, const ExplainUse& use);

}  // namespace kvtally
