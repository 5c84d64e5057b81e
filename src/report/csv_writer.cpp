#include <fmt/format.h>

#include "report/table.hpp"

namespace kvtally {

namespace {

std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  std::string out = "\"";
  for (const char c : text) {
    out += c;
    if (c == '"') {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace

std::string plain_digits(Wide value) { return fmt::format("{}", value); }

std::string write_csv(const Table& table) {
  std::string out;
  const auto line = [&](auto&& text_of) {
    std::string separator;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if ((table.columns[i].shown & kCsv) != 0) {
        out += separator + field(text_of(i));
        separator = ",";
      }
    }
    out += '\n';
  };
  line([&](std::size_t i) { return table.columns[i].key; });
  for (const auto& row : table.rows) {
    line([&](std::size_t i) { return row[i].raw.empty() ? row[i].text : row[i].raw; });
  }
  return out;
}

}  // namespace kvtally
