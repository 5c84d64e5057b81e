#include "report/diff_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <vector>

#include "core/text.hpp"

namespace kvtally {

namespace {

// Keys under which an output says what was asked of which model, in the schemas that have them.
constexpr std::array<std::string_view, 28> kSettings{
    "context",     "batch",    "kv_dtype", "count",   "kind",   "label",  "layer_type",
    "keeps",       "shared",   "draft",    "weights", "on",     "device", "overrides",
    "tp",          "cp",       "pp",       "dp",      "ep",     "as",     "assumptions",
    "max_context", "released", "cycle",    "layers",  "vendor", "models", "rows"};

}  // namespace

std::optional<double> number_of(const std::optional<std::string>& text) {
  double out = 0;
  if (!text) {
    return std::nullopt;
  }
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), out);
  return error == std::errc{} && end == text->data() + text->size() ? std::optional(out) : std::nullopt;
}

std::optional<Wide> whole_of(const std::optional<std::string>& text) {
  std::int64_t out = 0;
  if (!text) {
    return std::nullopt;
  }
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), out);
  return error == std::errc{} && end == text->data() + text->size() ? std::optional<Wide>(out) : std::nullopt;
}

std::string moved_words(const std::optional<std::string>& old, const std::optional<std::string>& now) {
  if (!old || !now) {
    return "";
  }
  const std::vector<std::string_view> before = split(*old, ' ');
  const std::vector<std::string_view> after = split(*now, ' ');
  if (before.size() != after.size() || before.size() < 2) {
    return "";
  }
  std::string out;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] != after[i]) {
      const bool comma = before[i].ends_with(',') && after[i].ends_with(',');
      out += fmt::format("{}{} -> {}", out.empty() ? "" : ", ", before[i].substr(0, before[i].size() - comma),
                         after[i].substr(0, after[i].size() - comma));
    }
  }
  return out;
}

bool is_setting(const std::string& path) {
  std::string_view before_entries = path;
  while (before_entries.ends_with(']') && before_entries.contains('[')) {
    before_entries = before_entries.substr(0, before_entries.rfind('['));
  }
  const std::size_t point = before_entries.rfind('.');
  const std::string_view key = point == std::string_view::npos ? before_entries : before_entries.substr(point + 1);
  return std::ranges::find(kSettings, key) != kSettings.end();
}

}  // namespace kvtally
