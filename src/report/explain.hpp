#pragma once

#include <string>
#include <vector>

#include "read/description/origin.hpp"
#include "report/explain_parts.hpp"
#include "report/explain_time.hpp"
#include "report/sheet.hpp"

namespace kvtally {

/// The layers of one sort.
struct ExplainGroup {
  std::size_t layer = 0;  // index into Model::layers
  std::int64_t count = 0;
  bool draft = false;
  std::string title;     // "61 layers of MLA (multi-head latent attention)"
  std::string sentence;  // whose memory it is, where it is not its own; that nothing is kept
  std::vector<ExplainSection> sections;
};

/// One line of a sum: the line that it was worked out in, and its value.
struct Addend {
  std::string label;
  std::string what;  // "61 × MLA, cache"
  Part part = Part::entries;
  Formula value;
  std::string reason;
};

struct Sum {
  std::string name;  // "kept", "read", "written", "multiplied", "one further token"
  std::string unit;
  std::string sentence;
  std::vector<Addend> addends;
  Formula total;                 // its value; the numbers are those of the addends
  std::vector<Addend> of_which;  // sums by part, where there are several: the label is "(1.1) + (2.1)"
};

/// Where one number of the description came from.
struct Source {
  std::string key;
  std::string value;
  std::string where;       // "modelzoo/deepseek-v3.yaml:14", or the rule that it was derived by
  std::string layer_type;  // where other layer types have another value of the key
};

/// A model's figures as arithmetic that can be redone by hand: every total is the sum of lines, every line's
/// numbers stand before it.
struct Explanation {
  Sheet sheet;
  std::vector<ExplainGroup> groups;
  std::vector<Sum> sums;
  std::vector<Source> sources;
  std::optional<DeviceExplanation> device;
};

/// `file` and `origins` are the description's. The totals equal those of `sheet.figures`, to the byte.
Explanation explain(Sheet sheet, const std::string& file, const Origins& origins);

/// For a terminal, within look.width columns.
std::string text_of(const Explanation& explanation, Units units, const Look& look);
/// Headings, sentences and tables.
std::string markdown_of(const Explanation& explanation, Units units);
/// kvtally.explain/1.
std::string json_of(const Explanation& explanation);

}  // namespace kvtally
