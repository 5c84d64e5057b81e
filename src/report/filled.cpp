#include "report/filled.hpp"

#include <fmt/format.h>
#include <stdexcept>
#include <vector>

#include "core/suggest.hpp"

namespace kvtally {

Problem unknown_value(std::string_view name, const std::vector<std::string_view>& names) {
  return {"",
          {},
          fmt::format("the text asks for a figure '{}'", name),
          fmt::format("one of {}", fmt::join(names, ", ")),
          nearest(name, names).value_or(""),
          ""};
}

Expected<std::string> filled_with(std::string_view text, const ValueOf& value_of) {
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
    const auto value = value_of(name);
    if (value) {
      out += *value;
    } else {
      problems.insert(problems.end(), value.error().begin(), value.error().end());
    }
    at = end;
  }
  return problems.empty() ? Expected<std::string>(std::move(out)) : std::unexpected(std::move(problems));
}

Expected<std::string> filled(std::string_view text, const Values& values) {
  return filled_with(text, [&](std::string_view name) -> Expected<std::string> {
    if (const auto value = values.find(name); value != values.end()) {
      return value->second;
    }
    std::vector<std::string_view> names;
    for (const auto& [known, value] : values) {
      names.emplace_back(known);
    }
    return std::unexpected(Problems{unknown_value(name, names)});
  });
}

std::string fill(std::string_view text, const Values& values) {
  auto out = filled(text, values);
  if (!out) {
    throw std::logic_error(fmt::format("'{}': {}", text, out.error().front().what));
  }
  return std::move(*out);
}

}  // namespace kvtally
