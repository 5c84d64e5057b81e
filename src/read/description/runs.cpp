#include "read/description/runs.hpp"

#include <fmt/format.h>

#include "core/parse.hpp"
#include "core/text.hpp"
#include "model/limits.hpp"

namespace kvtally {

namespace {

constexpr int kDepthLimit = 8;

void append(std::vector<NameRun>& runs, const NameRun& run) {
  if (!runs.empty() && runs.back().name == run.name) {
    runs.back().count += run.count;
  } else {
    runs.push_back(run);
  }
}

class RunParser {
 public:
  explicit RunParser(std::string_view text) : text_(text) {}

  std::expected<std::vector<NameRun>, RunError> whole() {
    std::vector<NameRun> runs = list(0);
    if (!error_ && at_ < text_.size()) {
      fail(found(), "a comma or the end");
    }
    if (error_) {
      return std::unexpected(*error_);
    }
    return runs;
  }

 private:
  std::vector<NameRun> list(int depth) {
    std::vector<NameRun> runs;
    std::int64_t length = 0;
    do {
      for (const NameRun& run : item(depth)) {
        append(runs, run);
        length += run.count;
      }
      if (length > limits::kLayers) {
        fail(fmt::format("more than {} layers", limits::kLayers), "fewer");
      }
      skip_spaces();
    } while (!error_ && take(','));
    return runs;
  }

  std::vector<NameRun> item(int depth) {
    skip_spaces();
    std::vector<NameRun> unit;
    if (take('[')) {
      if (depth == kDepthLimit) {
        fail("more than 8 levels of brackets", "fewer");
        return {};
      }
      unit = list(depth + 1);
      if (!error_ && !take(']')) {
        fail(found(), "a comma or ']'");
      }
    } else {
      unit = {{name(), 1}};
    }
    return repeated(unit, repeat());
  }

  std::string name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_name_character(text_[at_])) {
      ++at_;
    }
    if (at_ == start) {
      fail(found(), "a name or '['");
    }
    return std::string(text_.substr(start, at_ - start));
  }

  // "x18" after spaces; 1 when there is none.
  std::int64_t repeat() {
    skip_spaces();
    if (error_ || !take('x')) {
      return 1;
    }
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
      ++at_;
    }
    const std::string digits(text_.substr(start, at_ - start));
    const auto count = parse_integer(digits);
    if (!count || *count < 1 || *count > limits::kLayers) {
      const bool given = at_ > start;
      at_ = start;
      fail(given ? "the repeat count '" + digits + "'" : found(),
           fmt::format("a whole number from 1 to {}", limits::kLayers));
      return 1;
    }
    return *count;
  }

  std::vector<NameRun> repeated(const std::vector<NameRun>& unit, std::int64_t times) {
    if (error_ || length_of(unit) * times > limits::kLayers) {
      fail(fmt::format("more than {} layers", limits::kLayers), "fewer");
      return {};
    }
    if (unit.size() == 1) {
      return {{unit.front().name, unit.front().count * times}};
    }
    std::vector<NameRun> runs;
    for (std::int64_t i = 0; i < times; ++i) {
      for (const NameRun& run : unit) {
        append(runs, run);
      }
    }
    return runs;
  }

  // What stands at the current place.
  std::string found() const {
    return at_ < text_.size() ? fmt::format("'{}'", characters(text_.substr(at_)).front()) : "the end of the list";
  }

  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) {
      ++at_;
    }
  }

  bool take(char c) {
    if (at_ < text_.size() && text_[at_] == c) {
      ++at_;
      return true;
    }
    return false;
  }

  void fail(std::string what, std::string expected) {
    if (!error_) {
      error_ = RunError{at_, std::move(what), std::move(expected)};
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<RunError> error_;
};

std::optional<std::vector<NameRun>> from_list(const Fields& fields, std::string_view key, const Node& list) {
  std::vector<NameRun> runs;
  for (const Node& item : Children(list)) {
    if (item.kind != Node::Kind::plain && item.kind != Node::Kind::quoted) {
      fields.report(item.place, fmt::format("{} holds {}", key, described(item)), "a name");
      return std::nullopt;
    }
    append(runs, {std::string(item.text), 1});
  }
  if (length_of(runs) > limits::kLayers) {
    fields.report(list.place, fmt::format("{} has more than {} members", key, limits::kLayers), "fewer");
    return std::nullopt;
  }
  return runs;
}

}  // namespace

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.';
}

std::expected<std::vector<NameRun>, RunError> parse_runs(std::string_view text) { return RunParser(text).whole(); }

std::int64_t length_of(const std::vector<NameRun>& runs) {
  std::int64_t length = 0;
  for (const NameRun& run : runs) {
    length += run.count;
  }
  return length;
}

std::optional<std::vector<NameRun>> read_runs(const Fields& fields, std::string_view key) {
  const Node* node = fields.find(key);
  if (node == nullptr) {
    return std::nullopt;
  }
  if (node->kind == Node::Kind::list) {
    return from_list(fields, key, *node);
  }
  if (node->kind == Node::Kind::map) {
    fields.report(node->place, fmt::format("{} is {}", key, described(*node)),
                  "names in order, as in '[a x5, b] x10'");
    return std::nullopt;
  }
  auto runs = parse_runs(node->text);
  if (runs) {
    return *runs;
  }
  const Place place = fields.tree().place_in(*node, runs.error().offset);
  fields.report(place, fmt::format("{} has {}", key, runs.error().what), runs.error().expected);
  return std::nullopt;
}

}  // namespace kvtally
