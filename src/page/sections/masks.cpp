#include <algorithm>
#include <fmt/format.h>

#include "page/sections/asked.hpp"
#include "page/sections/asked_count.hpp"
#include "page/sections/mask_tables.hpp"
#include "page/sections/sections_list.hpp"

namespace kvtally {

namespace {

using reference::Seen;
using reference::SeenSizes;
using Positions = std::vector<std::int64_t>;
using CellState = Mask::State;

constexpr std::int64_t kMostTokens = 64;  // more cannot be told apart in a picture

constexpr std::array<MaskKind, 5> kKinds{{
    {"mha", "full", "full, causal", "mha"},
    {"swa", "window", "sliding window", "swa"},
    {"sinks", "sinks", "window and first tokens", "swa"},
    {"dsa", "dsa", "DSA: chosen", "dsa"},
    {"csa", "csa", "CSA: pooled, then chosen", "csa"},
}};

Expected<SeenSizes> sizes_of(const PageSources& sources, const SectionRecipe& recipe) {
  SeenSizes out;
  Problems problems;
  const auto ask = [&](std::string_view key, std::int64_t& size, std::int64_t limit) {
    const auto count = asked_count(sources, recipe, key, size, limit);
    if (count) {
      size = *count;
    } else {
      problems.insert(problems.end(), count.error().begin(), count.error().end());
    }
  };
  ask("tokens", out.tokens, kMostTokens);
  ask("window", out.window, kMostTokens);
  ask("first", out.first, kMostTokens);
  ask("top-k", out.top_k, kMostTokens);
  ask("rate", out.rate, kMostTokens);
  ask("entries", out.entries, kMostTokens);
  return problems.empty() ? Expected<SeenSizes>(out) : std::unexpected(std::move(problems));
}

std::vector<ObservedMask> observed(const SeenSizes& sizes) {
  std::vector<ObservedMask> out;
  for (const MaskKind& kind : kKinds) {
    const auto& all = reference::seen_kinds();
    out.push_back({&kind, std::ranges::find(all, kind.id, &reference::SeenKind::kind)->run(sizes)});
  }
  return out;
}

void add_cells(std::vector<CellState>& row, std::int64_t columns, std::int64_t there, const Positions& stored,
               const Positions& read) {
  for (std::int64_t position = 0; position < columns; ++position) {
    row.push_back(std::ranges::binary_search(read, position)     ? CellState::read
                  : std::ranges::binary_search(stored, position) ? CellState::stored
                  : position < there                             ? CellState::unseen
                                                                 : CellState::future);
  }
}

// What the last query finds, in words: "stores 6 tokens + 6 entries".
std::string found(const Words& words, const ObservedMask& one, bool read) {
  const Seen& last = one.last();
  const Values values{{"tokens", std::to_string(read ? last.read.size() : last.stored.size())},
                      {"entries", std::to_string(read ? last.read_entries.size() : last.stored_entries.size())}};
  if (last.stored_entries.empty()) {
    return read ? words.fill("reads {tokens}", values) : words.fill("stores {tokens}", values);
  }
  return read ? words.fill("reads {tokens} tokens + {entries} entries", values)
              : words.fill("stores {tokens} tokens + {entries} entries", values);
}

std::string row_words(const Words& words, const Seen& query, std::size_t position) {
  const Values values{{"position", std::to_string(position)},
                      {"read", ranges_of(query.read)},
                      {"stored", std::to_string(query.stored.size())},
                      {"entries", ranges_of(query.read_entries)},
                      {"pooled", std::to_string(query.stored_entries.size())}};
  std::string out = words.fill("token {position} reads {read} of {stored} stored", values);
  return query.read_entries.empty() ? out : out + words.fill("; entries {entries} of {pooled}", values);
}

Mask mask_of(const Words& words, const ObservedMask& one, const SeenSizes& sizes) {
  Mask out;
  out.name = words.say(one.kind->name);
  out.family = family_of(kind_of(one.kind->family_of));
  out.words = found(words, one, false) + "\n" + found(words, one, true);
  const std::int64_t scanned = one.last().scanned;
  out.words += "\n" + (scanned == 0 ? words.say("scans nothing")
                                    : words.fill("scans {keys} index keys", {{"keys", std::to_string(scanned)}}));
  const auto entries = static_cast<std::int64_t>(one.last().stored_entries.size());
  for (std::size_t t = 0; t < one.seen.size(); ++t) {
    const Seen& query = one.seen[t];
    const auto there = static_cast<std::int64_t>(t) + 1;
    std::vector<CellState> row;
    add_cells(row, sizes.tokens, there, query.stored, query.read);
    add_cells(row, entries, there / sizes.rate, query.stored_entries, query.read_entries);
    out.cells.push_back(std::move(row));
    out.rows.push_back(row_words(words, query, t));
  }
  if (entries > 0) {
    out.entries_from = static_cast<std::size_t>(sizes.tokens);
    out.entries = words.say("entries");
  }
  return out;
}

MaskPicture picture_of(const PageSources& sources, const SectionRecipe& recipe,
                       const std::vector<ObservedMask>& all, const SeenSizes& sizes, const Values& values) {
  const Words& words = *sources.words;
  MaskPicture out;
  out.id = recipe.id;
  out.title = words.fill("Which of {tokens} positions does each query read?", values);
  out.description = words.fill(
      "Five masks: a row a query, a column a position. The last query reads {full_read}, "
      "{window_read}, {sinks_read}, {dsa_read} and {csa_read} rows.",
      values);
  for (const ObservedMask& one : all) {
    out.masks.push_back(mask_of(words, one, sizes));
  }
  out.states = {words.say("not stored"), words.say("stored, not read"), words.say("read"),
                words.say("not there yet")};
  out.notes = {
      words.say("A row is a query, the first one on top; a column is a position, the first one at the left. "
                "Below each mask: what the last query finds."),
      words.fill("CSA's columns at the right are pooled entries of {rate} tokens each.", values)};
  return out;
}

}  // namespace

// The lecture, section 6.1.
Expected<SectionParts> masks_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto sizes = sizes_of(sources, recipe);
  if (!sizes) {
    return std::unexpected(sizes.error());
  }
  const Words& words = *sources.words;
  const std::vector<ObservedMask> all = observed(*sizes);
  SectionParts out;
  out.values = {{"tokens", std::to_string(sizes->tokens)}, {"window", std::to_string(sizes->window)},
                {"first", std::to_string(sizes->first)},   {"top_k", std::to_string(sizes->top_k)},
                {"rate", std::to_string(sizes->rate)},     {"entries", std::to_string(sizes->entries)}};
  for (const ObservedMask& one : all) {
    const std::string name(one.kind->value);
    out.values[name + "_stored"] = std::to_string(one.stored());
    out.values[name + "_read"] = std::to_string(one.read());
    out.values[name + "_cells"] = std::to_string(one.cells());
  }
  out.pictures.push_back({recipe.id, "", picture_of(sources, recipe, all, *sizes, out.values)});
  out.tables = {{recipe.id, mask_table(words, all), true},
                {recipe.id + "-rows", mask_rows_table(words, all), false}};
  out.arithmetic = mask_arithmetic(words, *sizes);
  out.notes = {
      words.say("The masks are not drawn: five small layers run in the executor, token by token, and each row "
                "is what the kind's own mask let its query see of what its container held."),
      words.say("DSA's and CSA's indexers score random numbers from a fixed seed: how many rows are chosen "
                "is theirs, which ones is not."),
      words.say("The lecture, section 6.1. Window: Mistral 7B, arXiv 2310.06825; first tokens: StreamingLLM, "
                "arXiv 2309.17453; DSA: DeepSeek-V3.2, arXiv 2512.02556; CSA: DeepSeek-V4, arXiv "
                "2606.19348.")};
  return out;
}

}  // namespace kvtally
