#include "read/json.hpp"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/text.hpp"
#include "read/byte_places.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kDepthLimit = 64;
constexpr std::size_t kNodeLimit = std::size_t{1} << 20;

struct Storage {
  std::string text;
  std::deque<std::string> strings;  // a deque: views into its strings stay valid
  std::vector<Node> nodes;
};

// Infinity and NaN outside of strings become null, with the length kept, so that the parser takes them and every
// byte stays where it was.
std::string without_infinities(std::string text) {
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_string && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      in_string = !in_string;
    } else if (!in_string) {
      for (const std::string_view word : {"-Infinity", "Infinity", "NaN"}) {
        if (text.compare(i, word.size(), word) == 0) {
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
  Handler(const Tree& blame, Storage& storage, Problems& problems)
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
    std::vector<std::string_view>& keys = levels_.back().keys;
    const auto spot = std::ranges::lower_bound(keys, key_);
    if (spot != keys.end() && *spot == key_ && problems_.size() < kMostProblems) {
      report(key_place_, fmt::format("the key '{}' stands here a second time", value), "each key once");
    }
    keys.insert(spot, key_);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    const std::string_view message = error.what();
    const std::size_t colon = message.find(": ");
    const std::string_view said = colon == std::string_view::npos ? message : message.substr(colon + 2);
    report(Places(storage_.text).at(position == 0 ? 0 : position - 1), fmt::format("not JSON: {}", said), "");
    return false;
  }

 private:
  struct Level {
    std::size_t node;
    std::vector<std::string_view> keys;  // sorted
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
  Storage& storage_;
  Problems& problems_;
  Places places_;
  std::size_t cursor_ = 0;
  std::vector<Level> levels_;
  std::string_view key_;
  Place key_place_;
};

}  // namespace

Expected<Tree> parse_json(std::string file, std::string text) {
  const auto storage = std::make_shared<Storage>();
  storage->text = std::move(text);
  if (storage->text.starts_with("\xEF\xBB\xBF")) {
    storage->text.erase(0, 3);
  }
  Problems problems;
  const Tree blame(file, storage->text, {}, storage);
  if (!is_utf8(storage->text)) {
    return std::unexpected(
        Problems{blame.problem(first_bad_byte(storage->text), "a byte that is not UTF-8", "UTF-8 text")});
  }
  Handler handler(blame, *storage, problems);
  const bool parsed = nlohmann::json::sax_parse(without_infinities(storage->text), &handler);
  if (!parsed || !problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  return Tree(std::move(file), storage->text, storage->nodes, storage);
}

}  // namespace kvtally
