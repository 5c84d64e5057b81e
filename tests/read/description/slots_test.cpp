#include "read/description/slots.hpp"

#include <doctest/doctest.h>

#include "read/reading.hpp"
#include "support/print.hpp"

namespace kvtally::slots_test {

namespace {

// One letter a layer: its sharing as "." (own), "s" (same kind) or a digit (layers before), and "r" for an indexer
// that is reused.
struct Marked {
  std::string sharing;
  std::string indexers;
  std::string problems;
};

Marked marked(const std::string& text) {
  const Tree tree = test::tree_of(text);
  Problems problems;
  const Fields fields(tree, tree.root(), problems);
  const auto runs = read_runs(fields, "layer_types");
  REQUIRE(runs.has_value());
  std::vector<Slot> slots = unrolled(*runs);
  mark_reuse(slots, fields, Sorts(fields));
  Marked out;
  for (const Slot& slot : slots) {
    const bool own = slot.sharing.owner == Sharing::Owner::own;
    const bool kind = slot.sharing.owner == Sharing::Owner::same_kind;
    out.sharing += own ? "." : kind ? "s" : std::to_string(slot.sharing.layers_before);
    out.indexers += slot.reuses_index ? 'r' : '.';
  }
  out.problems = render(problems);
  return out;
}

const char* const kKinds =
    "kinds: {p: {layer_type: full_attention, shares: previous}, "
    "k: {layer_type: full_attention, shares: same_kind}, "
    "w: {layer_type: sliding_attention, shares: same_kind}, n: {layer_type: full_attention, shares: ~}}\n";

TEST_CASE("names unrolled") {
  CHECK(unrolled(std::vector<NameRun>{{"a", 2}, {"b", 1}}) ==
        std::vector<Slot>{{"a", false, {}}, {"a", false, {}}, {"b", false, {}}});
  CHECK(unrolled(std::vector<NameRun>{}).empty());
}

TEST_CASE("whose cache a layer reads") {
  struct Row {
    const char* name;
    std::string text;
    const char* sharing;
  };
  const Row rows[] = {
      {"nobody's", "layer_types: full_attention x3\n", "..."},
      {"every other", "layer_types: '[full_attention, p] x2'\n", ".1.1"},
      {"a chain of two", "layer_types: full_attention, p x2, full_attention, p\n", ".12.1"},
      {"of the same type", "layer_types: full_attention, sliding_attention, k, w\n", "..ss"},
      {"previous is of any type", "layer_types: full_attention, sliding_attention, p\n", "..1"},
      {"a tail", "layer_types: '[sliding_attention, full_attention] x3'\nnum_kv_shared_layers: 3\n", "...sss"},
      {"no tail", "layer_types: full_attention x2\nnum_kv_shared_layers: 0\n", ".."},
      {"behind layers that keep no cache", "layer_types: full_attention, moe, conv, p\n", "...3"},
      {"its own where shares is null", "layer_types: full_attention x2, n\n", "..."},
      {"a tail of all but one", "layer_types: full_attention x4\nnum_kv_shared_layers: 3\n", ".sss"},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    const Marked outcome = marked(row.text + kKinds);
    CHECK(outcome.sharing == row.sharing);
    CHECK(outcome.problems == "");
  }
}

TEST_CASE("whose indexer a layer uses") {
  struct Row {
    const char* name;
    std::string text;
    const char* indexers;
  };
  const std::string four = "layer_types: deepseek_sparse_attention x4\nindexer_types: ";
  const Row rows[] = {
      {"its own", "layer_types: deepseek_sparse_attention x4\n", "...."},
      {"every second its own", four + "'[full, shared] x2'\n", ".r.r"},
      {"a list", four + "[full, shared, shared, full]\n", ".rr."},
      {"layers of other types do not matter",
       "layer_types: full_attention, deepseek_sparse_attention x2, full_attention\n"
       "indexer_types: shared, full, shared x2\n",
       "..r."},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    const Marked outcome = marked(row.text);
    CHECK(outcome.indexers == row.indexers);
    CHECK(outcome.problems == "");
  }
}

TEST_CASE("what cannot be shared is a problem, said once") {
  struct Row {
    std::string text;
    const char* problems;
  };
  const Row rows[] = {
      {"layer_types: k x2\nkinds: {k: {shares: previous}}\n",
       "m.yaml:2:21: no layer before layer 0 ('k') owns a cache that it could share; expected one that does\n"
       "    2 | kinds: {k: {shares: previous}}\n      |                     ^\n"},
      {"layer_types: full_attention, k\nkinds: {k: {shares: nobody}}\n",
       "m.yaml:2:21: shares is 'nobody'; expected previous or same_kind\n"
       "    2 | kinds: {k: {shares: nobody}}\n      |                     ^\n"},
      {"layer_types: full_attention, k\nkinds: {k: {shares: [a]}}\n",
       "m.yaml:2:21: shares is a list; expected previous or same_kind\n"
       "    2 | kinds: {k: {shares: [a]}}\n      |                     ^\n"},
      {"layer_types: full_attention x3\nnum_kv_shared_layers: 3\n",
       "m.yaml:2:23: no full_attention layer before layer 0 owns a cache that it could share; expected one that "
       "does\n    2 | num_kv_shared_layers: 3\n      |                       ^\n"},
      {"layer_types: moe, mlp, conv, linear_attention, k\nkinds: {k: {layer_type: full_attention, shares: "
       "previous}}\n",
       "m.yaml:2:49: no layer before layer 4 ('k') owns a cache that it could share; expected one that does\n"
       "    2 | kinds: {k: {layer_type: full_attention, shares: previous}}\n"
       "      |                                                 ^\n"},
      {"layer_types: full_attention, k\nkinds: {k: {layer_type: sliding_attention, shares: same_kind}}\n",
       "m.yaml:2:52: no sliding_attention layer before layer 1 owns a cache that it could share; expected one "
       "that does\n    2 | kinds: {k: {layer_type: sliding_attention, shares: same_kind}}\n"
       "      |                                                    ^\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.text));
    CHECK(marked(row.text).problems == row.problems);
  }
}

}  // namespace

}  // namespace kvtally::slots_test
