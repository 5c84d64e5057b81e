#include "page/filled.hpp"

#include <fmt/format.h>
#include <vector>

#include "core/suggest.hpp"

namespace kvtally {

namespace {

Problem unknown(std::string_view name, const Values& values) {
  std::vector<std::string_view> names;
  for (const auto& [known, value] : values) {
    names.emplace_back(known);
  }
  return {"",
          {},
          fmt::format("the text asks for a figure '{}'", name),
          fmt::format("one of {}", fmt::join(names, ", ")),
          nearest(name, names).value_or(""),
          ""};
}

}  // namespace

Expected<std::string> filled(std::string_view text, const Values& values) {
  std::string out;
  Problems problems;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if ((c == '{' || c == '}') && at + 1 < text.size() && text[at + 1] == c) {
      out += c;
      ++at;
      continue;
    }
    if (c != '{') {
      out += c;
      continue;
    }
    const std::size_t end = text.find('}', at);
    if (end == std::string_view::npos) {
      problems.push_back({"", {}, fmt::format("'{}' is not closed", text.substr(at)), "a '}'", "", ""});
      break;
    }
    const std::string_view name = text.substr(at + 1, end - at - 1);
    const auto value = values.find(name);
    if (value == values.end()) {
      problems.push_back(unknown(name, values));
    } else {
      out += value->second;
    }
    at = end;
  }
  return problems.empty() ? Expected<std::string>(std::move(out)) : std::unexpected(std::move(problems));
}

}  // namespace kvtally
