#include "check/record.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "check/run_checks.hpp"
#include "core/text.hpp"
#include "report/yaml_text.hpp"

namespace kvtally {

namespace {

constexpr int kDigits = 6;

// A piece of the text that is replaced.
struct Edit {
  std::size_t at = 0;
  std::size_t length = 0;
  std::string text;
};

std::size_t offset_of(std::string_view text, Place place) {
  std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  for (std::uint32_t line = 1; line < place.line; ++line) {
    at = text.find('\n', at) + 1;
  }
  const std::string_view line = line_of(text.substr(at), {1, 1});
  std::uint32_t column = 1;
  for (const std::string_view character : characters(line)) {
    if (column++ >= place.column) {
      break;
    }
    at += character.size();
  }
  return at;
}

// How many bytes a scalar takes in the text; 0 where it is not in one line as it stands.
std::size_t written_length(std::string_view text, const Node& scalar, std::size_t at) {
  if (text.substr(at).starts_with(scalar.text) && scalar.kind == Node::Kind::plain) {
    return scalar.text.size();
  }
  const char quote = at < text.size() ? text[at] : ' ';
  if (scalar.kind != Node::Kind::quoted || (quote != '"' && quote != '\'')) {
    return 0;
  }
  std::size_t end = at + 1;
  for (; end < text.size() && text[end] != '\n'; ++end) {
    const bool escapes = quote == '"' && text[end] == '\\';
    const bool doubled = quote == '\'' && text.substr(end, 2) == "''";
    if (escapes || doubled) {
      ++end;
    } else if (text[end] == quote) {
      return end + 1 - at;
    }
  }
  return 0;
}

// Decimals such that a text reads it back: no exponent.
std::string in_digits(const Amount& amount) {
  const double value = amount.value();
  const int before = value == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(value))));
  const std::string number = fmt::format("{:.{}f}", value, std::clamp(kDigits - 1 - before, 0, 18));
  return amount.unit.empty() ? number : number + " " + amount.unit;
}

class Recorder {
 public:
  Recorder(const Tree& tree, std::string_view text, const FigureSources& sources)
      : tree_(tree), text_(text), sources_(sources) {}

  void record(const FileCheck& check, const Node& node) {
    Problems refused;
    const auto value = Ask(tree_, *check.figure.what, sources_, refused).compute();
    const Fields fields(tree_, node, problems_, "a check");
    if (!value) {
      put(fields, "error", "expected", message_of(refused), false);
      return;
    }
    if (!check.error && !check.figure.expected.empty() && meets(*value, check.figure)) {
      return;
    }
    const auto* amount = std::get_if<Amount>(&*value);
    const bool loose = fields.find("equal") == nullptr && amount != nullptr && amount->approximate;
    put(fields, "expected", "error", text_of(*value, check.figure), loose);
  }

  Expected<std::string> result() {
    if (!problems_.empty()) {
      return std::unexpected(distinct(std::move(problems_)));
    }
    std::string out(text_);
    std::ranges::sort(edits_, std::greater{}, &Edit::at);
    for (const Edit& edit : edits_) {
      out.replace(edit.at, edit.length, edit.text);
    }
    return out;
  }

 private:
  // A number in the unit and digits of the one before it, where it must only round to those.
  static std::string text_of(const Value& value, const Expectation& figure) {
    const auto* amount = std::get_if<Amount>(&value);
    if (amount == nullptr || figure.equality == Equality::text) {
      return print_value(value);
    }
    if (figure.equality == Equality::as_printed && parse_amount(figure.expected)) {
      return print_like(*amount, figure.expected);
    }
    return amount->approximate ? in_digits(*amount) : print_amount(*amount);
  }

  // Puts a value behind a key, in place of that of `key` or of `other`, or before `what` where there is neither.
  void put(const Fields& fields, std::string_view key, std::string_view other, std::string_view value,
           bool loose) {
    const std::string scalar = scalar_of(fields, value);
    const Node* own = member(fields.node(), key);
    const Node* old = own != nullptr ? own : member(fields.node(), other);
    if (old == nullptr) {
      insert(fields, fmt::format("{}: {}", key, scalar));
    } else {
      const std::size_t from = offset_of(text_, old->key_place);
      const std::size_t at = offset_of(text_, old->place);
      const std::size_t length = old->kind == Node::Kind::null ? 0 : written_length(text_, *old, at);
      if (length == 0 && old->kind != Node::Kind::null) {
        fields.report(old->place, fmt::format("{} goes over several lines", old->key), "a value in one line");
        return;
      }
      if (old->kind == Node::Kind::null) {
        fields.report(old->key_place, fmt::format("{} has no value", old->key), "a value, or no such key");
        return;
      }
      edits_.push_back({from, at + length - from, fmt::format("{}: {}", key, scalar)});
    }
    if (loose) {
      insert(fields, "equal: as printed");
    }
  }

  bool is_flow(const Fields& fields) const { return text_[offset_of(text_, fields.node().place)] == '{'; }

  // A comma ends a value between braces.
  std::string scalar_of(const Fields& fields, std::string_view value) const {
    const std::string scalar = yaml_scalar(value);
    return is_flow(fields) && scalar.contains(',') && scalar.front() != '"' ? '"' + scalar + '"' : scalar;
  }

  void insert(const Fields& fields, const std::string& member_text) {
    const Place place = fields.find("what")->key_place;
    const std::string_view line_end = text_.contains("\r\n") ? "\r\n" : "\n";
    const std::string gap = is_flow(fields) ? ", " : fmt::format("{}{:{}}", line_end, "", place.column - 1);
    const std::size_t at = offset_of(text_, place);
    const auto known = std::ranges::find(edits_, at, &Edit::at);
    if (known != edits_.end() && known->length == 0) {
      known->text += member_text + gap;
    } else {
      edits_.push_back({at, 0, member_text + gap});
    }
  }

  const Tree& tree_;
  std::string_view text_;
  const FigureSources& sources_;
  std::vector<Edit> edits_;
  Problems problems_;
};

}  // namespace

Expected<std::string> record_checks(const CheckFile& file, const Tree& tree, std::string_view text,
                                    const FigureSources& sources) {
  Recorder recorder(tree, text, sources);
  auto check = file.checks.begin();
  for (const Node& node : Children(*member(tree.root(), "checks"))) {
    recorder.record(*check++, node);
  }
  return recorder.result();
}

std::string checks_of_models(const std::vector<std::string>& models, const std::string& context) {
  constexpr std::array<std::string_view, 4> kFigures{"show.kv_bytes", "show.total_bytes",
                                                     "show.marginal_bytes_per_token", "show.read_bytes_per_step"};
  std::string out = "checks:\n";
  for (const std::string& model : models) {
    for (const std::string_view figure : kFigures) {
      const std::string id = fmt::format("{} {} at {}", model, figure.substr(figure.find('.') + 1), context);
      out += fmt::format("  - id: {}\n    what: {{figure: {}, model: {}, context: {}}}\n", yaml_scalar(id), figure,
                         yaml_scalar(model), yaml_scalar(context));
    }
  }
  return out;
}

}  // namespace kvtally
