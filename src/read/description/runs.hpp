#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "read/fields.hpp"

namespace kvtally {

/// `count` equal names in a row.
struct NameRun {
  std::string name;
  std::int64_t count = 1;
  friend bool operator==(const NameRun&, const NameRun&) = default;
};

/// What is wrong with a run-length text, and the offset of the byte where.
struct RunError {
  std::size_t offset = 0;
  std::string what;
  std::string expected;
};

/// `full x3, [shared x3, full] x18`: names and bracketed groups, each with an optional repeat. At most 65535 names
/// in all, groups at most 8 deep.
std::expected<std::vector<NameRun>, RunError> parse_runs(std::string_view text);

/// Whether a name of a run-length text may hold it.
bool is_name_character(char c);

/// The number of names that the runs stand for.
std::int64_t length_of(const std::vector<NameRun>& runs);

/// A member that is such a text, or a list of names as in config.json. Nothing when it is absent or wrong.
std::optional<std::vector<NameRun>> read_runs(const Fields& fields, std::string_view key);

}  // namespace kvtally
