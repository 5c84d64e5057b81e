#include <fmt/format.h>

#include "page/sections/asked.hpp"
#include "page/sections/asked_count.hpp"
#include "page/sections/opened_entry.hpp"
#include "page/sections/sections_list.hpp"
#include "page/sections/shares.hpp"

namespace kvtally {

namespace {

Values v4_entry_values(const PageSources& sources, const OpenedEntries& o) {
  const auto bytes = [&](Bytes b) { return print_bytes(b, sources.request.units); };
  const Wide old_entry = entry_bytes(o.latent->entry).value;
  const Wide old_index = entry_bytes({o.latent->indexer->key}).value;
  const Wide row = entry_bytes(o.chosen.memory->entry).value;
  return {{"old", o.old->name},
          {"new", o.pooled->name},
          {"context", print_tokens(o.context)},
          {"tokens", print_grouped(o.context.value)},
          {"latent", print_grouped(o.widths.rank)},
          {"rope", print_grouped(o.widths.rope)},
          {"beside", print_grouped(o.widths.rank + o.widths.rope)},
          {"element", print_ratio(old_entry, Wide{o.widths.rank} + o.widths.rope)},
          {"old_entry", print_grouped(old_entry)},
          {"old_index", print_grouped(old_index)},
          {"old_token", print_grouped(old_entry + old_index)},
          {"old_layers", print_grouped(layer_count(o.old->order))},
          {"old_kept", bytes(o.old_kept.total())},
          {"row", print_grouped(o.row().dim)},
          {"rotary", print_grouped(o.rotary)},
          {"plain", print_grouped(o.row().dim - o.rotary)},
          {"row_bytes", print_grouped(row)},
          {"index_bytes", print_grouped(entry_bytes({o.chosen.memory->indexer->key}).value)},
          {"csa_entry", print_grouped(row + entry_bytes({o.chosen.memory->indexer->key}).value)},
          {"csa_layers", print_grouped(o.chosen.count)},
          {"csa_rate", print_grouped(o.chosen.rate)},
          {"csa_layer", bytes(o.chosen.of_one())},
          {"hca_layers", print_grouped(o.fixed.count)},
          {"hca_rate", print_grouped(o.fixed.rate)},
          {"hca_layer", bytes(o.fixed.of_one())},
          {"new_kept", bytes(o.new_kept())},
          {"windows", bytes(o.windows)},
          {"share", print_share(o.new_kept().value, o.old_kept.total().value)},
          {"share_with_windows", print_share((o.new_kept() + o.windows).value, o.old_kept.total().value)}};
}

// One entry of each sort, in bytes of its parts.
BarChart entry_chart(const PageSources& sources, const SectionRecipe& recipe, const OpenedEntries& o,
                     const Values& values) {
  const Words& words = *sources.words;
  const auto part = [&](std::string_view name, std::int64_t elements, const Format& format, KindFamily family) {
    const Bytes bytes = entry_bytes({Row{Role::key, 1, elements, format}});
    return BarPart{words.say(name), static_cast<double>(bytes.value), print_grouped(elements), family};
  };
  const Format& old = o.latent->entry.front().format;
  const auto index = [&](const Memory& memory) {
    return part("index key", memory.indexer->key.dim, memory.indexer->key.format, KindFamily::other);
  };
  const auto inside = [&] {
    return std::vector{part("not rotated", o.row().dim - o.rotary, o.row().format, KindFamily::sparse),
                       part("rotated", o.rotary, o.row().format, KindFamily::window)};
  };
  BarChart out{
      recipe.id,
      words.say("One entry, opened"),
      words.fill("{old}: a latent of {latent} with {rope} rotated elements beside it. {new}: a row of {row}, "
                 "of which {rotary} are rotated.",
                 values),
      {words.say("bytes of one entry"), Scale::linear, Measure::number, sources.request.units, false},
      {},
      {},
      {words.say("The figure in a part is its elements.")}};
  out.bars = {{words.fill("{old}: {latent} + {rope} beside", values),
               words.fill("{old_token} bytes a token", values),
               {part("latent", o.widths.rank, old, KindFamily::latent),
                part("rotated", o.widths.rope, old, KindFamily::window), index(*o.latent)}},
              {words.fill("{new}, CSA: {plain} + {rotary} inside", values),
               words.fill("{csa_entry} bytes for {csa_rate} tokens", values), inside()},
              {words.fill("{new}, HCA: {plain} + {rotary} inside", values),
               words.fill("{row_bytes} bytes for {hca_rate} tokens", values), inside()}};
  out.bars[1].parts.push_back(index(*o.chosen.memory));
  return out;
}

BarChart kept_chart(const PageSources& sources, const SectionRecipe& recipe, const OpenedEntries& o,
                    const Values& values) {
  const Words& words = *sources.words;
  const auto part = [&](std::string_view name, Bytes bytes, KindFamily family) {
    return BarPart{words.say(name), static_cast<double>(bytes.value), print_bytes(bytes, sources.request.units),
                   family};
  };
  BarChart out{recipe.id + "-kept",
               words.fill("One user at {context}, all layers", values),
               words.fill("{old} keeps {old_kept}, {new} {new_kept}: {share}.", values),
               {words.say("bytes kept"), Scale::linear, Measure::bytes, sources.request.units, false},
               {},
               {},
               {words.fill("Without {new}'s windows, which hold {windows} more.", values)}};
  out.bars = {{o.old->name,
               values.at("old_kept"),
               {part("latent and rotated", o.old_kept[Part::entries], KindFamily::latent),
                part("index keys", o.old_kept[Part::indexer], KindFamily::other)}},
              {o.pooled->name,
               values.at("new_kept"),
               {part("CSA entries", o.chosen.entries, KindFamily::sparse),
                part("index keys", o.chosen.index, KindFamily::other),
                part("HCA entries", o.fixed.entries, KindFamily::weight)}}};
  return out;
}

Table v4_entry_table(const PageSources& sources, const OpenedEntries& o, const Values& values) {
  const Words& words = *sources.words;
  Table out;
  out.title = words.fill("Entries of {old} and {new}, and what {context} of them take", values);
  out.columns = {{"layers", words.say("layers")},
                 {"count", words.say("how many"), Align::right},
                 {"tokens_per_entry", words.say("tokens an entry"), Align::right},
                 {"elements", words.say("elements"), Align::right},
                 {"rotated", words.say("rotated")},
                 {"entry_bytes", words.say("bytes an entry"), Align::right},
                 {"index_key_bytes", words.say("bytes an index key"), Align::right},
                 {"kept_bytes", words.say("kept by all"), Align::right}};
  const auto add = [&](std::string name, std::int64_t count, std::int64_t rate, const Memory& memory,
                       std::string elements, std::string rotated, Bytes kept) {
    out.rows.push_back(
        {text_cell(std::move(name)), text_cell(print_grouped(count)), text_cell(print_grouped(rate)),
         text_cell(std::move(elements)), text_cell(std::move(rotated)),
         number_cell(print_grouped(entry_bytes(memory.entry).value),
                     fmt::format("{}", static_cast<std::int64_t>(entry_bytes(memory.entry).value))),
         text_cell(memory.indexer
                       ? fmt::format("{}", static_cast<std::int64_t>(entry_bytes({memory.indexer->key}).value))
                       : ""),
         number_cell(print_bytes(kept, sources.request.units),
                     fmt::format("{}", static_cast<std::int64_t>(kept.value)))});
  };
  add(o.old->name, layer_count(o.old->order), 1, *o.latent, fmt::format("{}+{}", o.widths.rank, o.widths.rope),
      words.fill("{rope} beside", values), o.old_kept.total());
  const std::string inside = words.fill("{rotary} inside", values);
  add(o.pooled->name + ", CSA", o.chosen.count, o.chosen.rate, *o.chosen.memory, print_grouped(o.row().dim),
      inside, o.chosen.entries + o.chosen.index);
  add(o.pooled->name + ", HCA", o.fixed.count, o.fixed.rate, *o.fixed.memory, print_grouped(o.row().dim), inside,
      o.fixed.entries);
  return out;
}

std::vector<std::string> entry_arithmetic(const Words& words, const Values& values) {
  return {
      words.fill("{old}: ({latent} + {rope}) x {element} bytes = {old_entry}; + {old_index} of its index key = "
                 "{old_token} "
                 "bytes a token and layer",
                 values),
      words.fill("x {old_layers} layers x {tokens} tokens = {old_kept}", values),
      words.fill("{new}, a CSA layer: {tokens} / {csa_rate} x ({row_bytes} + {index_bytes}) bytes = {csa_layer}",
                 values),
      words.fill("an HCA layer: {tokens} / {hca_rate} x {row_bytes} bytes = {hca_layer}", values),
      words.fill("{csa_layers} x {csa_layer} + {hca_layers} x {hca_layer} = {new_kept}: {share} of {old_kept}",
                 values)};
}

}  // namespace

// The lecture, section 6.4c.
Expected<SectionParts> v4_entry_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto old = asked_model(sources, recipe, "model");
  const auto pooled = asked_model(sources, recipe, "beside");
  const auto context = asked_context(sources, recipe);
  const auto rotary = asked_count(sources, recipe, "qk-rope-head-dim", 1, 1 << 20);
  if (!old || !pooled || !context || !rotary) {
    return std::unexpected(!old       ? old.error()
                           : !pooled  ? pooled.error()
                           : !context ? context.error()
                                      : rotary.error());
  }
  const auto open = opened_entries(sources, recipe, old->model, pooled->model, *rotary, *context);
  if (!open) {
    return std::unexpected(open.error());
  }
  const Words& words = *sources.words;
  SectionParts out;
  out.values = v4_entry_values(sources, *open);
  out.pictures = {{recipe.id, "", entry_chart(sources, recipe, *open, out.values)},
                  {recipe.id + "-kept", "", kept_chart(sources, recipe, *open, out.values)}};
  out.tables.push_back({recipe.id, v4_entry_table(sources, *open, out.values), true});
  out.arithmetic = entry_arithmetic(words, out.values);
  out.notes = {
      words.fill(
          "The paper's own share is smaller than {share}: it counts in other formats. Here both models count "
          "in bf16.",
          out.values),
      words.say("The lecture, section 6.4c; arXiv 2606.19348, sections 2.3.1 to 2.3.3. How many elements of a "
                "row are rotated (qk_rope_head_dim) is the configuration's.")};
  return out;
}

}  // namespace kvtally
