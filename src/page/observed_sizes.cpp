#include <algorithm>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "model/mixture.hpp"
#include "page/observation.hpp"

/// The observations that look at contexts and at bytes: 4 to 7.
namespace kvtally {

namespace {

constexpr std::int64_t kMillion = std::int64_t{1} << 20;
constexpr std::int64_t kLarge = 100'000'000'000;  // parameters

double quotient(Wide a, Wide b) { return static_cast<double>(a) / static_cast<double>(b); }

// Rounded as the table is, whatever units the user wants: it stands beside what is printed.
std::string kv_text(const TableRow& row) { return print_table_bytes(row.kv, Units::binary); }

std::string name_and_context(const Observing& from, const TableRow& row) {
  return fmt::format("{} {}", from.name(row), row.row->context);
}

}  // namespace

// ---- 4

namespace {

Rows of_a_million(const Observing& from) {
  return from.where([](const TableRow& row) { return row.row->max_context.value_or(0) >= kMillion; });
}

ObservedFigure longest_full(const Observing& from) {
  const Rows full = from.where(
      [](const TableRow& row) { return row.row->max_context.has_value() && full_everywhere(row.model); });
  const auto longest =
      std::ranges::max_element(full, {}, [](const TableRow* row) { return row->row->max_context.value_or(0); });
  const auto text = [&](const TableRow& row) { return name_and_context(from, row); };
  return same_text(from.words().say("The longest context of full attention in all layers"),
                   from.printed("longest-full"),
                   longest == full.end() ? from.words().say("none")
                                         : fmt::format("{} ({})", (*longest)->row->context, (*longest)->row->name),
                   listed(from.words(), full, text));
}

}  // namespace

Observation observe_million(const Observing& from) {
  const Words& words = from.words();
  const Rows long_rows = of_a_million(from);
  Rows turned = long_rows;
  std::erase_if(turned, [](const TableRow* row) {
    return !turns(row->model, Knob::positions) && !turns(row->model, Knob::growth);
  });
  const TableRow& before = *from.named("retreat")[0];
  const TableRow& after = *from.named("retreat")[1];
  const Wide claimed = parse_tokens(before.row->printed.context).value_or(Tokens{0}).value;
  const std::int64_t now = after.row->max_context.value_or(0);
  const auto factor = [&](Wide context) { return now == 0 ? 0.0 : quotient(context, now); };
  const Values names{
      {"before", from.name(before)}, {"after", from.name(after)}, {"million", print_tokens(Tokens{kMillion})}};
  return {
      words.fill("Every row of {million} tokens and more turns knob 2 or 3; full attention alone ends far below. "
                 "{before} and {after} show it in one house.",
                 names),
      {same_text(words.fill("Rows of {million} and more", names), from.printed("million"),
                 fmt::format("{}", long_rows.size()),
                 listed(words, long_rows, [&](const TableRow& row) { return name_and_context(from, row); })),
       same_text(words.say("Of these turn knob 2 or 3"), from.printed("million"), fmt::format("{}", turned.size()),
                 names_of(words, turned)),
       longest_full(from),
       same_text(words.fill("Context of {after}", names), after.row->printed.context, after.row->context,
                 fmt::format("{}", print_grouped(now))),
       rounded(words.fill("{before} over {after}", names), from.printed("retreat-factor"), factor(claimed), "x",
               fmt::format("{} / {}", print_grouped(claimed), print_grouped(now)))},
      words.fill(
          "{before} is taken with its vendor's {claimed}; with the {declared} of its configuration it would be "
          "{factor}. A context without a limit is not among them.",
          {{"before", from.name(before)},
           {"claimed", before.row->printed.context},
           {"declared", before.row->context},
           {"factor", fmt::format("{:.4g}x", factor(before.row->max_context.value_or(0)))}})};
}

// ---- 5

Observation observe_ends(const Observing& from) {
  const Words& words = from.words();
  const auto kv = [](const TableRow* row) { return row->kv; };
  const auto keeps = [](const TableRow& row) { return row.kv.value > 0; };
  Rows large = from.where(
      [&](const TableRow& row) { return keeps(row) && row.row->parameters.total.value_or(0) >= kLarge; });
  const Rows any = from.where(keeps);
  if (large.empty()) {
    large = from.named("ends");
  }
  const TableRow& most = **std::ranges::max_element(large, {}, kv);
  const TableRow& least = **std::ranges::min_element(large, {}, kv);
  const TableRow& none = *from.named("no-cache")[0];
  const auto end = [&](const TableRow& row, const std::string& size) {
    return fmt::format("{} ({})", size, from.name(row));
  };
  const auto exact = [&](const TableRow& row) { return print_grouped(row.kv.value) + " B"; };
  const TableRow* smallest = any.empty() ? &least : *std::ranges::min_element(any, {}, kv);
  const std::string limit = print_parameters(kLarge);
  return {
      words.fill(
          "Among models of at least {limit} parameters the largest cache and the smallest are far apart, by "
          "all three knobs; a recurrent network keeps none.",
          {{"limit", limit}}),
      {same_text(words.say("The largest"), end(*from.named("ends")[0], from.named("ends")[0]->row->printed.kv),
                 end(most, kv_text(most)), exact(most)),
       same_text(words.say("The smallest"), end(*from.named("ends")[1], from.named("ends")[1]->row->printed.kv),
                 end(least, kv_text(least)), exact(least)),
       rounded(words.say("How many times"), from.printed("ends-factor"), quotient(most.kv.value, least.kv.value),
               "x", fmt::format("{} / {}", print_grouped(most.kv.value), print_grouped(least.kv.value))),
       same_text(words.fill("{model} keeps", {{"model", from.name(none)}}), none.row->printed.kv, kv_text(none),
                 exact(none))},
      words.fill("{count} rows have at least {limit}. Of all that keep entries {model} keeps least, {kv}.",
                 {{"limit", limit},
                  {"count", fmt::format("{}", large.size())},
                  {"model", from.name(*smallest)},
                  {"kv", kv_text(*smallest)}})};
}

// ---- 6

Observation observe_declared(const Observing& from) {
  const Words& words = from.words();
  const TableRow& declared = *from.named("declared")[0];
  const TableRow& claimed = *from.named("claimed")[0];
  const auto exact = [](const TableRow& row) { return print_grouped(row.row->max_context.value_or(0)); };
  const Rows same = from.where([](const TableRow& row) { return row.row->printed.context == row.row->context; });
  const Rows others = from.where([](const TableRow& row) { return row.row->printed.context != row.row->context; });
  const std::string differ = listed(words, others, [&](const TableRow& row) {
    return words.fill(
        "{model} {printed} for {declared}",
        {{"model", from.name(row)}, {"printed", row.row->printed.context}, {"declared", exact(row)}});
  });
  const auto declares = [&](const TableRow& row) {
    return words.fill("The configuration of {model} declares", {{"model", from.name(row)}});
  };
  return {words.say("The context is what a configuration declares, not what is usable."),
          {same_text(declares(declared), from.printed("declared-context"), exact(declared), declared.row->id),
           same_text(declares(claimed), claimed.row->printed.context, claimed.row->context, exact(claimed)),
           same_text(words.say("Cells that are the configuration's"), fmt::format("{}", from.rows().size()),
                     fmt::format("{}", same.size()), words.fill("others: {rows}", {{"rows", differ}}))},
          words.fill("Other than the configuration's: {rows}. What is usable is measured and cannot be computed.",
                     {{"rows", differ}})};
}

// ---- 7

namespace {

// "61 x 1,152 B x 131,072 = 9,210,691,584 B", where all layers keep the same of each token.
std::string by_layers(const TableRow& row, Tokens context) {
  const Wide cells = row.row->layers * context.value;
  const std::string bytes = print_grouped(row.kv.value) + " B";
  return cells == 0 || row.kv.value % cells != 0
             ? bytes
             : fmt::format("{} x {} B x {} = {}", row.row->layers, print_grouped(row.kv.value / cells),
                           print_grouped(context.value), bytes);
}

}  // namespace

Observation observe_grown(const Observing& from) {
  const Words& words = from.words();
  const TableRow& small = *from.named("grown")[0];
  const TableRow& large = *from.named("grown")[1];
  const std::int64_t less = small.row->parameters.total.value_or(0);
  const std::int64_t more = large.row->parameters.total.value_or(0);
  const Wide kept = small.kv.value;
  const auto of_a_token = [&](const TableRow& row) {
    return print_bytes(Bytes{row.kv.value / from.context().value}, Units::binary);
  };
  const double growth = kept == 0 ? 0 : 100 * quotient(large.kv.value - kept, kept);
  return {
      words.fill("After MLA the cache no longer grows with the model: {large} against {small}.",
                 {{"large", from.name(large)}, {"small", from.name(small)}}),
      {rounded(words.say("Parameters"), from.printed("grown-parameters"), less == 0 ? 0 : quotient(more, less),
               "x", fmt::format("{} / {}", print_parameters(more), print_parameters(less))),
       rounded(words.say("More cache"), from.printed("grown-cache"), growth, "%",
               fmt::format("({0} − {1}) / {1}", print_grouped(large.kv.value), print_grouped(kept))),
       same_text(words.say("Both caches"), fmt::format("{} / {}", small.row->printed.kv, large.row->printed.kv),
                 fmt::format("{} / {}", kv_text(small), kv_text(large)),
                 fmt::format("{} / {}", by_layers(small, from.context()), by_layers(large, from.context())))},
      words.fill("Of each token {small} keeps {less} in {few} layers, {large} {more} in {many}.",
                 {{"small", from.name(small)},
                  {"few", fmt::format("{}", small.row->layers)},
                  {"less", of_a_token(small)},
                  {"large", from.name(large)},
                  {"many", fmt::format("{}", large.row->layers)},
                  {"more", of_a_token(large)}})};
}

}  // namespace kvtally
