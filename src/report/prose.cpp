#include "report/prose.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace kvtally {

std::string wrapped(std::string_view text, std::size_t width) {
  std::string out = text.empty() ? "\n" : "";
  for (const std::string& line : wrap(text, width)) {
    out += line;
    out += '\n';
  }
  return out;
}

std::string bullets(std::string_view title, const std::vector<std::string>& items, std::size_t width,
                    std::size_t indent) {
  if (items.empty()) {
    return {};
  }
  std::string out;
  if (!title.empty()) {
    out += '\n';
    out += title;
    out += '\n';
  }
  const std::string space(indent, ' ');
  for (const std::string& item : items) {
    std::string lead = space + "- ";
    for (const std::string& line : wrap(item, width - lead.size())) {
      out += lead;
      out += line;
      out += '\n';
      lead = space + "  ";
    }
  }
  return out;
}

std::string labelled(std::string_view label, std::string_view text, std::size_t width, std::size_t label_width) {
  std::string out;
  std::string lead(label);
  for (const std::string& line : wrap(text, width - label_width)) {
    out += fmt::format("{:<{}}{}\n", lead, label_width, line);
    lead.clear();
  }
  return out;
}

}  // namespace kvtally
