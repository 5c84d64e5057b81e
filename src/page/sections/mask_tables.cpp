#include "page/sections/mask_tables.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "page/sections/asked.hpp"

namespace kvtally {

using reference::Seen;
using reference::SeenSizes;

std::size_t ObservedMask::cells() const {
  std::size_t sum = 0;
  for (const Seen& query : seen) {
    sum += query.read.size() + query.read_entries.size();
  }
  return sum;
}

std::string ranges_of(const std::vector<std::int64_t>& positions) {
  std::string out;
  for (std::size_t i = 0; i < positions.size();) {
    std::size_t end = i + 1;
    while (end < positions.size() && positions[end] == positions[end - 1] + 1) {
      ++end;
    }
    out += fmt::format("{}{}", out.empty() ? "" : ", ", positions[i]);
    if (end > i + 1) {
      out += fmt::format("-{}", positions[end - 1]);
    }
    i = end;
  }
  return out;
}

Table mask_table(const Words& words, const std::vector<ObservedMask>& masks) {
  Table out;
  out.title = words.say("What the last query finds, and all queries together");
  out.columns = {{"kind", words.say("kind")},
                 {"stored", words.say("stored"), Align::right},
                 {"read", words.say("read"), Align::right},
                 {"scanned", words.say("index keys scanned"), Align::right},
                 {"cells", words.say("cells read, all queries"), Align::right},
                 {"share", words.say("of full attention's"), Align::right}};
  const auto whole = static_cast<double>(masks.front().cells());
  for (const ObservedMask& one : masks) {
    out.rows.push_back({text_cell(words.say(one.kind->name)), text_cell(std::to_string(one.stored())),
                        text_cell(std::to_string(one.read())), text_cell(std::to_string(one.last().scanned)),
                        text_cell(std::to_string(one.cells())),
                        text_cell(fmt::format("{:.0f} %", 100 * static_cast<double>(one.cells()) / whole))});
  }
  return out;
}

Table mask_rows_table(const Words& words, const std::vector<ObservedMask>& masks) {
  Table out;
  out.title = words.say("Each query's row of each mask");
  for (const char* key : {"kind", "token", "stored", "read", "stored_entries", "read_entries", "scanned"}) {
    out.columns.push_back({key, key});
  }
  for (const ObservedMask& one : masks) {
    for (std::size_t t = 0; t < one.seen.size(); ++t) {
      const Seen& query = one.seen[t];
      out.rows.push_back({text_cell(std::string(one.kind->value)), text_cell(std::to_string(t)),
                          text_cell(ranges_of(query.stored)), text_cell(ranges_of(query.read)),
                          text_cell(ranges_of(query.stored_entries)), text_cell(ranges_of(query.read_entries)),
                          text_cell(std::to_string(query.scanned))});
    }
  }
  return out;
}

namespace {

// Queries 1 to T that read the rows up to themselves, but at most `most`: T k - k (k - 1) / 2.
struct Limited {
  std::int64_t tokens;
  std::int64_t most;
  std::int64_t cells() const { return tokens * most - most * (most - 1) / 2; }
  std::string words() const {
    return fmt::format("{0} x {1} - {1} x {2} / 2 = {3}", tokens, most, most - 1, cells());
  }
};

Limited limited(const SeenSizes& sizes, std::int64_t most) { return {sizes.tokens, std::min(most, sizes.tokens)}; }

}  // namespace

std::vector<std::string> mask_arithmetic(const Words& words, const SeenSizes& sizes) {
  const Limited window = limited(sizes, sizes.window);
  std::int64_t entries = 0;
  for (std::int64_t seen = 1; seen <= sizes.tokens; ++seen) {
    entries += std::min(sizes.entries, seen / sizes.rate);
  }
  const auto line = [&](std::string_view english, const std::string& product) {
    return words.fill(english, {{"product", product}});
  };
  return {
      line("Cells of full attention: {product}",
           fmt::format("{} x {} / 2 = {}", sizes.tokens, sizes.tokens + 1, sizes.tokens * (sizes.tokens + 1) / 2)),
      line("of the window: {product}", window.words()),
      line("of the window with first tokens: {product}", limited(sizes, sizes.window + sizes.first).words()),
      line("of what DSA chooses: {product}", limited(sizes, sizes.top_k).words()),
      line("of CSA, its window and the entries that its queries choose: {product}",
           fmt::format("{} + {} = {}", window.cells(), entries, window.cells() + entries))};
}

}  // namespace kvtally
