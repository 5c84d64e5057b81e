#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"
#include "core/quantity.hpp"
#include "model/format.hpp"

namespace kvtally {

/// A flag of an engine as data: the command line, its help, check files and `explain-log` read the same list.
struct EngineFlag {
  std::vector<std::string_view> names;  // the engine's own first, then ours: "--max-model-len", "-c", "--context"
  std::string_view value;               // the word for its value; empty for a switch
  std::string_view fallback;            // what the engine takes without it, as text; empty: nothing
  std::string_view help;
  std::vector<std::string_view>
      choices{};  // all values, where they are few; NOLINT(readability-redundant-member-init)
};

/// A part of a whole: 0.92 is 92/100.
struct EngineShare {
  Wide numerator = 0;
  Wide denominator = 1;
};

/// The values that were given, by the flag's first name; "" for a switch.
using FlagTexts = std::map<std::string, std::string, std::less<>>;

/// The flags in a line of text as a shell would part it at spaces: "--max-model-len 8192 -tp=8". Refused, all at
/// once: an unknown flag, one without its value, one given twice, a word that is no flag.
Expected<FlagTexts> read_flags(std::span<const EngineFlag> flags, std::string_view line);

/// Reads values of flags, and notes a problem for each that is none. A flag that is not given has its fallback;
/// nothing where there is none, or after a problem. To ask for a name that is not in the list is a fault.
class FlagReader {
 public:
  FlagReader(std::span<const EngineFlag> flags, const FlagTexts& given, Problems& problems)
      : flags_(flags), given_(given), problems_(&problems) {}

  bool given(std::string_view name) const { return given_.contains(name); }
  /// Whether a switch is given.
  bool on(std::string_view name) const { return given(name); }
  std::optional<std::string> text(std::string_view name) const;
  std::optional<std::int64_t> count(std::string_view name, std::int64_t least, std::int64_t most) const;
  std::optional<Tokens> tokens(std::string_view name) const;  // as parse_tokens: 128K, 128k
  std::optional<Bytes> bytes(std::string_view name) const;    // as parse_bytes: 80 GB, 24GiB
  /// A plain decimal fraction of at most 9 digits, above 0 and at most 1.
  std::optional<EngineShare> share(std::string_view name) const;
  std::optional<Format> format(std::string_view name) const;  // as parse_format
  /// One of the flag's choices.
  std::optional<std::string> choice(std::string_view name) const;

  /// Notes that the value of a flag cannot be taken.
  std::nullopt_t refuse(std::string_view name, std::string what, std::string expected = {}) const;

 private:
  const EngineFlag& flag(std::string_view name) const;

  std::span<const EngineFlag> flags_;
  const FlagTexts& given_;
  Problems* problems_;
};

}  // namespace kvtally
