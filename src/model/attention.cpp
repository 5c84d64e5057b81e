#include "model/attention.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "core/suggest.hpp"
#include "core/text.hpp"
#include "model/limits.hpp"

namespace kvtally {

namespace {

// `example` is the shortest word of the kind. `number`: what its number counts; empty: it has none. `separator`
// stands between the two numbers behind a colon; '\0': there are none.
struct Word {
  Attention::Kind kind;
  std::string_view name;
  std::string_view example;
  std::string_view number;
  bool tokens;
  char separator;
  std::string_view pair;
};

constexpr std::array kWords{
    Word{Attention::Kind::as_is, "as-is", "as-is", "", false, '\0', ""},
    Word{Attention::Kind::mha, "mha", "mha", "", false, '+', "widths of keys and values (mha:192+128)"},
    Word{Attention::Kind::gqa, "gqa", "gqa-8", "number of key-value heads", false, '+',
         "widths of keys and values (gqa-8:192+128)"},
    Word{Attention::Kind::mqa, "mqa", "mqa", "", false, '+', "widths of keys and values (mqa:192+128)"},
    Word{Attention::Kind::mla, "mla", "mla", "", false, '+', "rank and rotary width of the latent (mla:512+64)"},
    Word{Attention::Kind::swa, "swa", "swa-4096", "window", true, '\0', ""},
    Word{Attention::Kind::chunked, "chunked", "chunked-8192", "chunk", true, '\0', ""},
    Word{Attention::Kind::dsa, "dsa", "dsa-2048", "number of entries that are read", true, 'x',
         "heads and width of the indexer (dsa-2048:64x128)"},
    Word{Attention::Kind::linear, "linear", "linear", "", false, '\0', ""},
    Word{Attention::Kind::gdn, "gdn", "gdn", "", false, '\0', ""},
    Word{Attention::Kind::kda, "kda", "kda", "", false, '\0', ""},
};

const Word& word_of(Attention::Kind kind) { return *std::ranges::find(kWords, kind, &Word::kind); }

constexpr std::string_view kAll =
    "as-is, mha, gqa-N, mqa, mla, swa-W, chunked-C, dsa-K, linear, gdn or kda (mha:192+128 gives the widths)";

using Result = std::expected<Attention, Problem>;

std::unexpected<Problem> wrong_attention(std::string_view text, std::string_view what, std::string expected,
                                         std::string suggestion = {}) {
  return std::unexpected(
      Problem{"", {}, fmt::format("--as: '{}': {}", text, what), std::move(expected), std::move(suggestion), ""});
}

std::optional<std::int64_t> number_from(std::string_view text, std::int64_t low, bool tokens) {
  if (tokens && low > 0) {
    const auto value = parse_tokens(text);
    return value ? narrow(value->value) : std::nullopt;
  }
  const auto value = parse_integer(text);
  const bool within = value && *value >= low && *value <= limits::kDimension;
  return within ? std::optional(*value) : std::nullopt;
}

std::optional<Attention::Pair> pair_from(std::string_view text, char separator, std::int64_t lowest_second) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const auto first = number_from(trim(text.substr(0, at)), 1, false);
  const auto second = number_from(trim(text.substr(at + 1)), lowest_second, false);
  return first && second ? std::optional(Attention::Pair{*first, *second}) : std::nullopt;
}

std::string suggestion_for(std::string_view letters) {
  std::array<std::string_view, kWords.size()> names;
  std::ranges::transform(kWords, names.begin(), &Word::name);
  const auto name = nearest(letters, names);
  return name ? std::string(std::ranges::find(kWords, *name, &Word::name)->example) : "";
}

// "gqa_8:192+128" as "gqa", "8", "192+128". The kind's letters end where a digit begins.
struct Pieces {
  std::string letters;
  std::string_view number;
  std::optional<std::string_view> pair;
};

Pieces pieces_of(std::string_view text) {
  Pieces out;
  const std::size_t colon = text.find(':');
  std::string_view head = trim(text.substr(0, colon));
  if (colon != std::string_view::npos) {
    out.pair = trim(text.substr(colon + 1));
  }
  const std::size_t digit = std::min(head.find_first_of("0123456789"), head.size());
  out.number = head.substr(digit);
  head = head.substr(0, digit);
  head = head.substr(0, head.find_last_not_of("-_ ") + 1);
  out.letters = lower(head);
  std::ranges::replace(out.letters, '_', '-');
  std::ranges::replace(out.letters, ' ', '-');
  return out;
}

// The number of the kind; of a window also the first positions behind a plus.
bool read_number(const Word& word, std::string_view text, Attention& out) {
  const std::size_t plus = word.kind == Attention::Kind::swa ? text.find('+') : std::string_view::npos;
  const auto count = number_from(trim(text.substr(0, plus)), 1, word.tokens);
  const auto kept = plus == std::string_view::npos ? std::optional<std::int64_t>(0)
                                                   : number_from(trim(text.substr(plus + 1)), 1, word.tokens);
  out.count = count.value_or(0);
  out.kept = kept.value_or(0);
  return count && kept;
}

}  // namespace

std::expected<Attention, Problem> parse_attention(std::string_view text) {
  text = trim(text);
  const Pieces pieces = pieces_of(text);
  const auto* word = std::ranges::find(kWords, pieces.letters, &Word::name);
  if (word == kWords.end()) {
    return wrong_attention(text, "no kind of attention that a model can be given", std::string(kAll),
                           suggestion_for(pieces.letters));
  }
  Attention out{word->kind, 0, 0, std::nullopt};
  if (word->number.empty() != pieces.number.empty()) {
    return wrong_attention(text,
                           word->number.empty() ? fmt::format("{} takes no number", word->name)
                                                : fmt::format("its {} is missing", word->number),
                           fmt::format("a word such as {}", word->example));
  }
  if (!word->number.empty() && !read_number(*word, pieces.number, out)) {
    return wrong_attention(text, fmt::format("its {} is wrong", word->number),
                           fmt::format("a word such as {}", word->example));
  }
  if (!pieces.pair) {
    return out;
  }
  if (word->separator == '\0') {
    return wrong_attention(text, fmt::format("{} takes no widths", word->name),
                           fmt::format("a word such as {}", word->example));
  }
  // A latent may go without rotary rows.
  out.pair = pair_from(*pieces.pair, word->separator, word->kind == Attention::Kind::mla ? 0 : 1);
  return out.pair ? Result(out)
                  : wrong_attention(text, "what stands behind the colon is wrong", std::string(word->pair));
}

std::string name_of(const Attention& attention) {
  const Word& word = word_of(attention.kind);
  std::string out(word.name);
  out += word.number.empty() ? "" : fmt::format("-{}", attention.count);
  out += attention.kept == 0 ? "" : fmt::format("+{}", attention.kept);
  if (attention.pair) {
    out += fmt::format(":{}{}{}", attention.pair->first, word.separator, attention.pair->second);
  }
  return out;
}

}  // namespace kvtally
