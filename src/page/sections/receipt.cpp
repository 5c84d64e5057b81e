#include <fmt/format.h>

#include "core/print.hpp"
#include "model/kinds.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/receipt_factors.hpp"
#include "page/sections/sections_list.hpp"

namespace kvtally {

namespace {

std::string factor_text(double factor) {
  return factor < 100 ? fmt::format("{:.3g}", factor) : fmt::format("{:.4g}", factor);
}

Values receipt_values(const PageSources& sources, const ReceiptInputs& inputs, const Receipt& receipt) {
  const Units units = sources.request.units;
  const std::int64_t fixed = receipt.layers - receipt.growing;
  const Wide unit = common_divisor(fixed, receipt.growing);
  return {{"then", inputs.then.name},
          {"now", inputs.now.name},
          {"chooses", inputs.chooses.name},
          {"shape", inputs.shape.name},
          {"mix", inputs.mix.name},
          {"own_kind", std::string(kind_of(inputs.shape.layers.front().kind).label)},
          {"old_device", inputs.old_device.name},
          {"device", inputs.device.name},
          {"at", print_tokens(inputs.at)},
          {"then_context", print_tokens(Tokens{receipt.then})},
          {"now_context", print_tokens(Tokens{receipt.now})},
          {"then_tokens", print_grouped(receipt.then)},
          {"now_tokens", print_grouped(receipt.now)},
          {"k", print_grouped(receipt.chosen)},
          {"mha", print_bytes(receipt.mha, units)},
          {"own", print_bytes(receipt.own, units)},
          {"layers", print_grouped(receipt.layers)},
          {"growing", print_grouped(receipt.growing)},
          {"ratio", fmt::format("{}:{}", print_grouped(fixed / unit), print_grouped(receipt.growing / unit))},
          {"old_memory", print_bytes(receipt.old_memory, units)},
          {"memory", print_bytes(receipt.memory, units)},
          {"longer", factor_text(receipt.longer())},
          {"read", factor_text(receipt.read())},
          {"latent", factor_text(receipt.latent())},
          {"mixed", factor_text(receipt.mixed())},
          {"kept", factor_text(receipt.kept())},
          {"left_over", factor_text(receipt.longer() / receipt.kept())},
          {"bought", factor_text(receipt.bought())}};
}

struct Account {
  std::string key;
  std::string name;
  double factor;
  KindFamily family;
};

std::vector<Account> receipt_entries(const Words& words, const ReceiptInputs& inputs, const Receipt& receipt,
                                     const Values& values) {
  return {
      {"context", words.fill("context: {then} to {now}", values), receipt.longer(), KindFamily::plain},
      {"kept_latent", words.fill("kept: {own_kind} in place of MHA", values), receipt.latent(),
       family_of(inputs.shape)},
      {"kept_mix", words.fill("kept: {growing} of {layers} layers grow", values), receipt.mixed(),
       family_of(inputs.mix)},
      {"kept", words.say("kept: both"), receipt.kept(), KindFamily::latent},
      {"read", words.fill("read: {k} entries are chosen", values), receipt.read(), family_of(inputs.chooses)},
      {"memory", words.say("bought: memory of one device"), receipt.bought(), KindFamily::weight},
  };
}

BarChart receipt_chart(const Words& words, const SectionRecipe& recipe, const std::vector<Account>& entries,
                       const Values& values) {
  BarChart chart{recipe.id, words.fill("From {then_context} to {now_context}: what pays for it", values),
                 "",        {words.say("times"), Scale::log2, Measure::number, Units::binary, true},
                 {},        {},
                 {}};
  chart.from = 1;  // nothing gained
  chart.description = chart.title + ".";
  for (const Account& entry : entries) {
    const std::string text = factor_text(entry.factor) + " x";
    chart.bars.push_back({entry.name, text, {{entry.name, entry.factor, text, entry.family}}});
    chart.description += fmt::format(" {}: {}.", entry.name, text);
  }
  chart.notes.push_back(words.say("Kept and read are two accounts: they are not added up."));
  return chart;
}

Table receipt_table(const Words& words, const std::vector<Account>& entries) {
  Table table;
  table.title = words.say("The receipt");
  table.columns = {{"account", words.say("account")}, {"times", words.say("times"), Align::right}};
  for (const Account& entry : entries) {
    table.rows.push_back({{entry.name, entry.key, {}, {}},
                          number_cell(factor_text(entry.factor), fmt::format("{:.6f}", entry.factor))});
  }
  return table;
}

}  // namespace

// The lecture, section 9.5.
Expected<SectionParts> receipt_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto inputs = receipt_inputs(sources, recipe);
  if (!inputs) {
    return std::unexpected(inputs.error());
  }
  const auto receipt = receipt_of(sources, recipe, *inputs);
  if (!receipt) {
    return std::unexpected(receipt.error());
  }
  const Words& words = *sources.words;
  SectionParts out;
  out.values = receipt_values(sources, *inputs, *receipt);
  const std::vector<Account> entries = receipt_entries(words, *inputs, *receipt, out.values);
  out.pictures.push_back({recipe.id, "", receipt_chart(words, recipe, entries, out.values)});
  out.tables.push_back({recipe.id, receipt_table(words, entries), false});
  out.arithmetic = {
      words.fill("context: {now_tokens} / {then_tokens} = {longer}", out.values),
      words.fill("kept: {mha} / {own} = {latent}; {layers} / {growing} layers = {mixed}; both: {kept}",
                 out.values),
      words.fill("read: {now_tokens} / {k} = {read}", out.values),
      words.fill("bought: {memory} / {old_memory} = {bought}", out.values),
  };
  out.notes = {
      words.say(
          "Kept is what must fit into memory, read is what a step moves. Choosing entries frees no memory, and "
          "a latent in few layers is still read whole; so the two are neither added nor multiplied."),
      words.say(
          "Reading counts the entries that are chosen. The indexer that chooses them still scans a small key of "
          "every entry, which grows with the context."),
      words.fill(
          "Today over then, and today over k, are equal where k is the context of {then}, which has nothing "
          "to do with it: a coincidence, no rule (the lecture, section 9.5).",
          out.values),
      words.fill("{shape} at {at}, one request, as MHA of its heads and as it is; the layers are those of {mix}.",
                 out.values),
  };
  return out;
}

}  // namespace kvtally
