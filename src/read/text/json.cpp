#include "read/text/json.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

#include "core/text.hpp"
#include "read/text/byte_places.hpp"
#include "read/text/source_text.hpp"

namespace kvtally {

namespace {

// Infinity and NaN outside of strings become null, with the length kept, so that the parser takes them and every
// byte stays where it was.
bool is_gap(char c) { return std::string_view(" \t\r\n[:,").find(c) != std::string_view::npos; }

std::string without_infinities(std::string text) {
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_string && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      in_string = !in_string;
    } else if (!in_string) {
      for (const std::string_view word : {"-Infinity", "Infinity", "NaN"}) {
        if (text.compare(i, word.size(), word) == 0 && (i == 0 || is_gap(text[i - 1]))) {
          std::string null(word.size(), ' ');
          null.replace(0, std::min<std::size_t>(4, null.size()), "null", std::min<std::size_t>(4, null.size()));
          text.replace(i, word.size(), word == "NaN" ? "0  " : null);
        }
      }
    }
  }
  return text;
}

// nlohmann checks the grammar and decodes strings; places come from a second look at the text: behind each value
// only blanks and punctuation come before the next.
class Handler : public nlohmann::json_sax<nlohmann::json> {
 public:
  Handler(const Tree& blame, SourceText& storage, Problems& problems)
      : blame_(blame), storage_(storage), problems_(problems), places_(storage.text) {}

  bool null() override { return scalar(Node::Kind::null); }
  bool boolean(bool) override { return scalar(Node::Kind::plain); }
  bool number_integer(number_integer_t) override { return scalar(Node::Kind::plain); }
  bool number_unsigned(number_unsigned_t) override { return scalar(Node::Kind::plain); }
  bool number_float(number_float_t, const string_t&) override { return scalar(Node::Kind::plain); }
  bool binary(binary_t&) override { return false; }

  bool string(string_t& value) override {
    const std::size_t at = next_token();
    skip_string(at);
    return add(Node::Kind::quoted, at, value);
  }
  bool start_object(std::size_t) override { return open(Node::Kind::map, '{'); }
  bool start_array(std::size_t) override { return open(Node::Kind::list, '['); }
  bool end_object() override { return close('}'); }
  bool end_array() override { return close(']'); }

  bool key(string_t& value) override {
    const std::size_t at = next_token();
    skip_string(at);
    key_ = storage_.strings.emplace_back(value);
    key_place_ = places_.at(at);
    if (!levels_.back().keys.insert(key_).second && problems_.size() < kMostProblems) {
      report(key_place_, fmt::format("the key '{}' stands here a second time", value), "each key once");
    }
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    const std::string_view message = error.what();
    // "[json.exception.…] parse error at …: text", or "[json.exception.…] text" of a number that is too large
    const std::size_t start = message.find(message.find("] parse error") == std::string_view::npos ? "] " : ": ");
    const std::string_view said = start == std::string_view::npos ? message : message.substr(start + 2);
    report(Places(storage_.text).at(position == 0 ? 0 : position - 1), fmt::format("not JSON: {}", said), "");
    return false;
  }

 private:
  struct Level {
    std::size_t node;
    std::set<std::string_view> keys;
  };

  void report(Place place, std::string what, std::string expected) {
    problems_.push_back(blame_.problem(place, std::move(what), std::move(expected)));
  }

  std::size_t next_token() {
    cursor_ = std::min(storage_.text.find_first_not_of(" \t\r\n,:", cursor_), storage_.text.size());
    return cursor_;
  }

  void skip_string(std::size_t at) {
    cursor_ = at + 1;
    while (cursor_ < storage_.text.size() && storage_.text[cursor_] != '"') {
      cursor_ += storage_.text[cursor_] == '\\' ? 2U : 1U;
    }
    ++cursor_;
  }

  bool scalar(Node::Kind kind) {
    const std::size_t at = next_token();
    cursor_ = std::min(storage_.text.find_first_of(" \t\r\n,:]}", at), storage_.text.size());
    const std::string text = storage_.text.substr(at, cursor_ - at);
    return add(text == "null" ? Node::Kind::null : kind == Node::Kind::null ? Node::Kind::plain : kind, at, text);
  }

  bool add(Node::Kind kind, std::size_t at, const std::string& text) {
    if (storage_.nodes.size() >= kNodeLimit) {
      report(places_.at(at), "the document has more than 2^20 values", "fewer");
      return false;
    }
    Node& node = storage_.nodes.emplace_back();
    node.kind = kind;
    node.place = places_.at(at);
    node.text = storage_.strings.emplace_back(text);
    if (!levels_.empty() && storage_.nodes[levels_.back().node].kind == Node::Kind::map) {
      node.key = key_;
      node.key_place = key_place_;
    }
    return true;
  }

  bool open(Node::Kind kind, char bracket) {
    cursor_ = storage_.text.find(bracket, next_token());
    const std::size_t at = cursor_++;
    if (levels_.size() >= kDepthLimit) {
      report(places_.at(at), "more than 64 levels of lists and maps", "fewer");
      return false;
    }
    if (!add(kind, at, "")) {
      return false;
    }
    levels_.push_back({storage_.nodes.size() - 1, {}});
    return true;
  }

  bool close(char bracket) {
    cursor_ = storage_.text.find(bracket, next_token()) + 1;
    const std::size_t node = levels_.back().node;
    storage_.nodes[node].size = static_cast<std::uint32_t>(storage_.nodes.size() - node);
    levels_.pop_back();
    return true;
  }

  const Tree& blame_;
  SourceText& storage_;
  Problems& problems_;
  Places places_;
  std::size_t cursor_ = 0;
  std::vector<Level> levels_;
  std::string_view key_;
  Place key_place_;
};

}  // namespace

Expected<Tree> parse_json(std::string file, std::string text) {
  const auto source = source_text(file, std::move(text));
  if (!source) {
    return std::unexpected(source.error());
  }
  SourceText& storage = **source;
  Problems problems;
  const Tree blame = without_nodes(file, *source);
  Handler handler(blame, storage, problems);
  const bool parsed = nlohmann::json::sax_parse(without_infinities(storage.text), &handler);
  if (!parsed || !problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  return tree_of(std::move(file), *source);
}

}  // namespace kvtally
