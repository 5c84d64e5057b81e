#pragma once

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kvtally::test {

/// A strict reader of the XML that the program writes: one root, every element closed, every attribute once and in
/// double quotes, no markup in texts but the five entities and character references. Shares no code with the
/// writer.
class XmlReader {
 public:
  /// What is wrong with the text; empty: nothing.
  std::string read(std::string_view text) {
    rest_ = text;
    if (rest_.starts_with("<?xml ")) {
      rest_.remove_prefix(rest_.find("?>") + 2);
    }
    while (!rest_.empty() && error_.empty()) {
      rest_.front() == '<' ? tag() : content();
    }
    if (error_.empty() && (!open_.empty() || roots_ != 1)) {
      error_ = "not one whole element";
    }
    return error_;
  }

  /// The values of an attribute of all elements, in order: "polyline points".
  std::vector<std::string> values(const std::string& element_and_attribute) const {
    std::vector<std::string> out;
    for (const auto& [name, value] : attributes_) {
      if (name == element_and_attribute) {
        out.push_back(value);
      }
    }
    return out;
  }

 private:
  static bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == ':'; }

  void fail(const std::string& what) { error_ = what + " before: " + std::string(rest_.substr(0, 60)); }

  std::string name() {
    std::string out;
    while (!rest_.empty() && is_name(rest_.front())) {
      out += rest_.front();
      rest_.remove_prefix(1);
    }
    if (out.empty()) {
      fail("no name");
    }
    return out;
  }

  bool take(std::string_view text) {
    const bool starts = rest_.starts_with(text);
    rest_.remove_prefix(starts ? text.size() : 0);
    return starts;
  }

  void tag() {
    if (take("</")) {
      const std::string closed = name();
      if (open_.empty() || open_.back() != closed || !take(">")) {
        return fail("not open: " + closed);
      }
      open_.pop_back();
      return;
    }
    rest_.remove_prefix(1);
    const std::string element = name();
    roots_ += open_.empty() ? 1 : 0;
    std::set<std::string> seen;
    while (error_.empty() && take(" ")) {
      attribute(element, seen);
    }
    if (take("/>")) {
      return;
    }
    if (!take(">")) {
      return fail("tag not closed");
    }
    open_.push_back(element);
  }

  void attribute(const std::string& element, std::set<std::string>& seen) {
    const std::string key = name();
    if (!seen.insert(key).second || !take("=\"")) {
      return fail("attribute " + key);
    }
    const std::string_view value = rest_.substr(0, rest_.find('"'));
    check(value);
    attributes_.emplace_back(element + " " + key, value);
    rest_.remove_prefix(std::min(value.size() + 1, rest_.size()));
  }

  void content() {
    const std::string_view text = rest_.substr(0, rest_.find('<'));
    if (open_.empty() && text.find_first_not_of("\n") != std::string_view::npos) {
      return fail("text outside");
    }
    check(text);
    rest_.remove_prefix(text.size());
  }

  void check(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const std::string_view from = text.substr(i);
      const bool entity = from.starts_with("&amp;") || from.starts_with("&lt;") || from.starts_with("&gt;") ||
                          from.starts_with("&quot;") || from.starts_with("&#");
      const bool control = static_cast<unsigned char>(text[i]) < 0x20 && text[i] != '\n';
      if (text[i] == '<' || (text[i] == '&' && !entity) || control) {
        return fail("not text: " + std::string(from.substr(0, 20)));
      }
    }
  }

  std::string_view rest_;
  std::string error_;
  std::vector<std::string> open_;
  int roots_ = 0;
  std::vector<std::pair<std::string, std::string>> attributes_;
};

}  // namespace kvtally::test
