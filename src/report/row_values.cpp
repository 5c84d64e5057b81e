#include "report/row_values.hpp"

#include <array>
#include <cctype>
#include <fmt/format.h>

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 13> kCardinals{"none",  "one",   "two",  "three", "four",   "five",  "six",
                                                      "seven", "eight", "nine", "ten",   "eleven", "twelve"};
constexpr std::array<std::string_view, 13> kOrdinals{"",      "first",    "second",  "third",  "fourth",
                                                     "fifth", "sixth",    "seventh", "eighth", "ninth",
                                                     "tenth", "eleventh", "twelfth"};

std::unexpected<Problems> refused(std::string what, std::string expected = {}) {
  return std::unexpected(Problems{{"", {}, std::move(what), std::move(expected), "", ""}});
}

// The two sides of `word`; the second is empty where it does not stand in the text.
std::pair<std::string_view, std::string_view> around(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  return at == std::string_view::npos ? std::pair(text, std::string_view())
                                      : std::pair(text.substr(0, at), text.substr(at + word.size()));
}

bool take_end(std::string_view& text, std::string_view end) {
  const bool has = text.ends_with(end);
  text.remove_suffix(has ? end.size() : 0);
  return has;
}

// Two digits, as people say "2.8 times"; from 10 on a whole number.
RowFigure quotient(std::int64_t a, std::int64_t b) {
  if (a % b == 0) {
    return {fmt::format("{}", a / b), a / b};
  }
  const double ratio = static_cast<double>(a) / static_cast<double>(b);
  return {ratio < 10 ? fmt::format("{:.2g}", ratio) : fmt::format("{:.0f}", ratio), {}};
}

Expected<std::string> number_word(const RowFigure& figure, std::string_view asked,
                                  const std::array<std::string_view, 13>& words) {
  if (!figure.number || *figure.number < 0 || *figure.number >= std::ssize(words)) {
    return refused(fmt::format("'{}' is {}", asked, figure.text),
                   fmt::format("a number up to {} to be said in a word", words.size() - 1));
  }
  return std::string(words[static_cast<std::size_t>(*figure.number)]);
}

RowFigure printed_figure(const std::string& cell) { return {cell, {}}; }

}  // namespace

const Expected<RowFigures>& RowValues::figures(const std::string& id) {
  const auto known = known_.find(id);
  return known == known_.end() ? known_.emplace(id, figures_of_(id)).first->second : known->second;
}

Expected<RowFigure> RowValues::figure(std::string_view name, const RecipeRow& row) {
  const auto& printed = row.printed;
  for (const auto& [key, cell] :
       {std::pair("printed.released", &printed.released), std::pair("printed.context", &printed.context),
        std::pair("printed.kv", &printed.kv)}) {
    if (name == key && !cell->empty()) {
      return printed_figure(*cell);
    }
  }
  const auto [model, own] = around(name, "/");
  const std::string_view key = own.empty() ? name : own;
  const Expected<RowFigures>& known = figures(own.empty() ? row.model : std::string(model));
  if (!known) {
    return std::unexpected(known.error());
  }
  if (const auto found = known->find(key); found != known->end()) {
    return found->second;
  }
  std::vector<std::string_view> names;
  for (const auto& [one, value] : *known) {
    names.emplace_back(one);
  }
  Problem problem = unknown_value(key, names);
  problem.what += fmt::format(", which {} has not", own.empty() ? row.model : std::string(model));
  return std::unexpected(Problems{std::move(problem)});
}

Expected<RowFigure> RowValues::reckoned(std::string_view asked, const RecipeRow& row) {
  for (const bool over : {true, false}) {
    const auto [first, second] = around(asked, over ? " over " : " minus ");
    if (second.empty()) {
      continue;
    }
    const auto a = figure(first, row);
    const auto b = figure(second, row);
    if (!a || !b) {
      return a ? b : a;
    }
    if (!a->number || !b->number || (over && *b->number <= 0)) {
      return refused(fmt::format("'{}' is {} and {}", asked, a->text, b->text), "two numbers to reckon with");
    }
    const std::int64_t difference = *a->number - *b->number;  // both are counts, so that it cannot overflow
    return over ? quotient(*a->number, *b->number) : RowFigure{fmt::format("{}", difference), difference};
  }
  return figure(asked, row);
}

Expected<std::string> RowValues::value_of(std::string_view asked, const RecipeRow& row) {
  std::string_view name = asked;
  const bool words = take_end(name, " in words");
  const bool order = take_end(name, " in order");
  const auto figure = reckoned(name, row);
  if (!figure) {
    return std::unexpected(figure.error());
  }
  return words   ? number_word(*figure, name, kCardinals)
         : order ? number_word(*figure, name, kOrdinals)
                 : figure->text;
}

Expected<std::string> RowValues::fill(const std::string& sentence, const RecipeRow& row) {
  auto text = filled_with(sentence, [&](std::string_view asked) { return value_of(asked, row); });
  if (text && !text->empty() && sentence.starts_with("{") && !sentence.starts_with("{{")) {
    const auto first = static_cast<unsigned char>(text->front());
    text->front() = static_cast<char>(std::toupper(first));
  }
  return text;
}

}  // namespace kvtally
