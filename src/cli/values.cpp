#include "cli/values.hpp"

#include <cstdio>
#include <fmt/format.h>

#include "cli/command.hpp"
#include "core/parse.hpp"

namespace kvtally::cli {

namespace {

// Many write 128k and mean 131072.
void note_decimal_k(const std::string& text, Tokens value) {
  if (!text.ends_with('k')) {
    return;
  }
  const Wide thousands = value.value / 1000;
  if (thousands > 0 && (thousands & (thousands - 1)) == 0) {
    std::fputs(fmt::format("note: {} is {} tokens, as in vLLM; {}K would be {}\n", text, value.value, thousands,
                           thousands * 1024)
                   .c_str(),
               stderr);
  }
}

}  // namespace

std::optional<Tokens> ValueReader::tokens(std::string_view option, const std::optional<std::string>& text) {
  if (!text) {
    return std::nullopt;
  }
  const auto value = parse_tokens(*text);
  if (!value) {
    wrong(option, fmt::format("'{}' is no token count: {}", *text, value.error()),
          "131072, 128K (131072) or 128k (128000)");
    return std::nullopt;
  }
  note_decimal_k(*text, *value);
  return *value;
}

std::optional<std::int64_t> ValueReader::integer(std::string_view option, const std::optional<std::string>& text,
                                                 std::int64_t low, std::int64_t high) {
  if (!text) {
    return std::nullopt;
  }
  const auto value = parse_integer(*text);
  if (value && *value >= low && *value <= high) {
    return *value;
  }
  const std::string reason = !value ? value.error() : *value < low ? "it is too small" : "it is too large";
  wrong(option, fmt::format("'{}' is wrong: {}", *text, reason),
        fmt::format("a whole number from {} to {}", low, high));
  return std::nullopt;
}

void ValueReader::wrong(std::string_view option, const std::string& what, const std::string& expected) {
  failed_ = true;
  complain(fmt::format("{}: {}{}{}", option, what, expected.empty() ? "" : "; expected ", expected));
}

}  // namespace kvtally::cli
