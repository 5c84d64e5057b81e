#include <fmt/format.h>

#include "account/figures.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/sections_list.hpp"
#include "page/sections/shares.hpp"

namespace kvtally {

namespace {

// Of the curves and the table, a row an octave.
constexpr std::int64_t kFirstKept = 1 << 10;
constexpr std::int64_t kLastKept = 1 << 20;

struct At {
  Tokens context;
  Tally kept;
  Traffic read;
  Bytes full;  // what the other model keeps, and reads at every step
};

At at(const Model& sparse, const Model& full, Tokens context) {
  const Figures figures = figures_of(sparse, {.context = context});
  return {context, figures.kept, figures.step.read, figures_of(full, {.context = context}).step.read.total()};
}

std::vector<At> over_contexts(const Model& sparse, const Model& full) {
  std::vector<At> out;
  for (std::int64_t context = kFirstKept; context <= kLastKept; context *= 2) {
    out.push_back(at(sparse, full, Tokens{context}));
  }
  return out;
}

// The one layer that the section is about; null where the model has others too.
const Memory* chosen_memory(const Model& model) {
  if (model.layers.size() != 1 || model.layers[0].memories.size() != 1) {
    return nullptr;
  }
  const Memory& memory = model.layers[0].memories[0];
  const bool own = memory.indexer && memory.indexer->source == Indexer::Source::own;
  return own && std::holds_alternative<All>(memory.retention) ? &memory : nullptr;
}

template <class Value>
Series line(std::string name, KindFamily family, const std::vector<At>& points, Value value) {
  Series out{std::move(name), family, Shape::line, {}, {}};
  for (const At& point : points) {
    out.points.push_back({static_cast<double>(point.context.value), static_cast<double>(value(point).value), ""});
  }
  return out;
}

Chart kept_read_chart(const PageSources& sources, const SectionRecipe& recipe, const std::vector<At>& points,
                      const Values& values) {
  const Words& words = *sources.words;
  Chart out;
  out.id = recipe.id;
  out.title = words.fill("{model}: what is kept, and what a step reads", values);
  out.description = words.fill(
      "Bytes against context. At {context} {model} keeps {kept} and reads {read} a step; "
      "{full} reads all that it keeps, {full_read}.",
      values);
  out.x = {words.say("context, tokens"), Scale::log2, Measure::tokens, Units::binary, true};
  out.y = {words.say("bytes of one user"), Scale::log2, Measure::bytes, sources.request.units, false};
  out.series = {line(words.fill("{model} keeps", values), KindFamily::sparse, points,
                     [](const At& p) { return p.kept.total(); }),
                line(words.fill("{full} reads, all it keeps", values), KindFamily::latent, points,
                     [](const At& p) { return p.full; }),
                line(words.fill("{model} reads", values), KindFamily::sparse, points,
                     [](const At& p) { return p.read.total(); }),
                line(words.say("of that: index keys"), KindFamily::other, points,
                     [](const At& p) { return p.read.indexer; }),
                line(words.fill("of that: at most {top_k} chosen entries", values), KindFamily::weight, points,
                     [](const At& p) { return p.read.entries; })};
  return out;
}

Table kept_read_table(const PageSources& sources, const Memory& memory, const std::vector<At>& points,
                      const Values& values) {
  const Words& words = *sources.words;
  Table out;
  out.title = words.fill("{model} with one user, beside {full}", values);
  out.columns = {{"context_tokens", words.say("context"), Align::right},
                 {"kept_entries_bytes", words.say("entries kept"), Align::right},
                 {"kept_index_bytes", words.say("index keys kept"), Align::right},
                 {"read_entries_bytes", words.say("entries read"), Align::right},
                 {"read_index_bytes", words.say("index keys read"), Align::right},
                 {"read_share", words.say("read of kept"), Align::right},
                 {"tokens_share", words.say("tokens read"), Align::right},
                 {"full_read_bytes", words.fill("{full} reads", values), Align::right}};
  const auto bytes = [&](Bytes b) {
    return number_cell(print_bytes(b, sources.request.units),
                       fmt::format("{}", static_cast<std::int64_t>(b.value)));
  };
  for (const At& p : points) {
    const Wide read = selected_entries(memory, p.context);
    out.rows.push_back(
        {number_cell(print_tokens(p.context), fmt::format("{}", static_cast<std::int64_t>(p.context.value))),
         bytes(p.kept[Part::entries]), bytes(p.kept[Part::indexer]), bytes(p.read.entries), bytes(p.read.indexer),
         text_cell(print_share(p.read.total().value, p.kept.total().value)),
         text_cell(print_share(read, p.context.value)), bytes(p.full)});
  }
  return out;
}

// Entries that a step reads however long the context is.
Wide most_chosen(const Memory& memory) {
  const auto* top = std::get_if<TopK>(&memory.selection);
  return top != nullptr ? top->count : selected_entries(memory, Tokens{kLastKept});
}

Values kept_read_values(const PageSources& sources, const Model& model, const Model& full, const Memory& memory,
                        const At& p) {
  const auto bytes = [&](Bytes b) { return print_bytes(b, sources.request.units); };
  const Wide chosen = selected_entries(memory, p.context);
  return {{"model", model.name},
          {"full", full.name},
          {"context", print_tokens(p.context)},
          {"tokens", print_grouped(p.context.value)},
          {"layers", print_grouped(layer_count(model.order))},
          {"entry", print_grouped(entry_bytes(memory.entry).value)},
          {"index_key", print_grouped(entry_bytes({memory.indexer->key}).value)},
          {"top_k", print_grouped(most_chosen(memory))},
          {"chosen", print_grouped(chosen)},
          {"kept", bytes(p.kept.total())},
          {"read", bytes(p.read.total())},
          {"read_entries", bytes(p.read.entries)},
          {"read_index", bytes(p.read.indexer)},
          {"full_read", bytes(p.full)},
          {"tokens_share", print_share(chosen, p.context.value)},
          {"read_share", print_share(p.read.total().value, p.kept.total().value)},
          {"index_share", print_share(p.read.indexer.value, p.read.total().value)},
          {"times", print_ratio(p.full.value, p.read.total().value)},
          {"kept_exact", print_grouped(p.kept.total().value)},
          {"read_exact", print_grouped(p.read.total().value)}};
}

}  // namespace

// The lecture, section 6.4.
Expected<SectionParts> kept_read_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto sparse = asked_model(sources, recipe, "model");
  const auto full = asked_model(sources, recipe, "beside");
  const auto context = asked_context(sources, recipe);
  if (!sparse || !full || !context) {
    return std::unexpected(!sparse ? sparse.error() : !full ? full.error() : context.error());
  }
  const Memory* memory = chosen_memory(sparse->model);
  if (memory == nullptr) {
    return std::unexpected(section_fault(sources, recipe,
                                         fmt::format("{} has other layers than ones that choose by index keys of "
                                                     "their own among all tokens",
                                                     sparse->model.id),
                                         "a model such as deepseek-v3.2"));
  }
  const Words& words = *sources.words;
  SectionParts out;
  out.values =
      kept_read_values(sources, sparse->model, full->model, *memory, at(sparse->model, full->model, *context));
  const std::vector<At> points = over_contexts(sparse->model, full->model);
  out.pictures.push_back({recipe.id, "", kept_read_chart(sources, recipe, points, out.values)});
  out.tables.push_back({recipe.id, kept_read_table(sources, *memory, points, out.values), true});
  out.arithmetic = {
      words.fill("kept: {layers} layers x {tokens} tokens x ({entry} + {index_key} bytes) = {kept_exact} bytes",
                 out.values),
      words.fill(
          "read: {layers} layers x ({chosen} x {entry} + {tokens} x {index_key} bytes) = {read_exact} bytes",
          out.values),
      words.fill("tokens read: {chosen} / {tokens} = {tokens_share}", out.values)};
  out.notes = {
      words.say("Index keys are counted in bf16, as everything here is; engines that keep them in 8 bits scan "
                "half as many bytes."),
      words.say("Each byte is read once a step. Single tokens that lie apart are read less evenly than that: "
                "the lecture, section 6.4, and arXiv 2502.11089, section 2.2.")};
  return out;
}

}  // namespace kvtally
