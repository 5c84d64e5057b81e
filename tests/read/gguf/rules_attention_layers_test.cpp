// src/read/gguf/rules_attention.cpp: which layers slide, which have other heads, which run several times.

#include <doctest/doctest.h>

#include "read/gguf/files.hpp"

namespace kvtally::rules_attention_layers_test {

namespace {

using test::each;
using test::file_of;
using test::gguf_model;
using test::gguf_problems;
using test::GgufWriter;
using test::kept;

// S for a layer that slides, F for a full one, in order; the draft layers behind a stroke.
std::string marks(const Model& model) {
  std::string out;
  const auto add = [&](const std::vector<Run>& runs) {
    for (const std::size_t layer : unrolled(runs)) {
      out += model.layers[layer].tag == "sliding_attention" ? 'S' : 'F';
    }
  };
  add(model.order);
  out += model.draft.empty() ? "" : "|";
  add(model.draft);
  return out;
}

GgufWriter windowed(const std::string& architecture, int blocks = 8) {
  return file_of(architecture, {blocks, 256, 4, 2, 64}).set("attention.sliding_window", 128);
}

TEST_CASE("the pattern of an architecture") {
  const std::vector<std::pair<std::string, std::string>> rows{
      {"gemma2", "SFSFSFSF"},  {"gemma3", "SSSSSFSS"},       {"gemma3n", "SSSSFSSS"},
      {"cohere2", "SSSFSSSF"}, {"cohere2moe", "FSSSFSSS"},   {"gpt-oss", "SFSFSFSF"},
      {"exaone4", "SSSFSSSF"}, {"exaone-moe", "SSSFSSSF"},   {"olmo2", "SSSFSSSF"},
      {"plamo3", "SSSSSSSF"},  {"afmoe", "SSSFSSSF"},        {"mellum", "SSSFSSSF"},
      {"laguna", "FSSSFSSS"},  {"smallthinker", "FSSSFSSS"}, {"phi3", "SSSSSSSS"},
  };
  for (const auto& [architecture, expected] : rows) {
    CAPTURE(architecture);
    CHECK(marks(gguf_model(windowed(architecture))) == expected);
  }
}

TEST_CASE("a pattern of the file: a number, or an array; all or none at the ends") {
  const auto patterned = [](int pattern) {
    return marks(gguf_model(windowed("cohere2").set("attention.sliding_window_pattern", pattern)));
  };
  CHECK(patterned(2) == "SFSFSFSF");
  CHECK(patterned(3) == "SSFSSFSS");
  CHECK(patterned(1) == "FFFFFFFF");
  CHECK(patterned(0) == "SSSSSSSS");
  const auto listed = [](const std::string& architecture, bool value) {
    return marks(
        gguf_model(windowed(architecture).set("attention.sliding_window_pattern", std::vector<bool>(8, value))));
  };
  CHECK(listed("cohere2", true) == "SSSSSSSS");
  CHECK(listed("cohere2", false) == "FFFFFFFF");
  CHECK(listed("gemma4", true) == "SSSSSSSS");
  CHECK(marks(gguf_model(windowed("gemma4").set("attention.sliding_window_pattern", true))) == "SSSSSSSS");
  CHECK(
      gguf_problems(windowed("cohere2").set("attention.sliding_window_pattern", std::vector<bool>(7, true)))
          .contains("cohere2.attention.sliding_window_pattern has 7 values for 8 blocks; expected one for each"));
}

TEST_CASE("draft blocks are full, unless an array says otherwise") {
  CHECK(marks(gguf_model(windowed("exaone-moe", 9).set("nextn_predict_layers", 1))) == "SSSFSSSF|F");
  GgufWriter listed = windowed("cohere2moe", 4).set("nextn_predict_layers", 1);
  listed.set("attention.sliding_window_pattern", each(4, [](int i) { return i != 1; }));
  CHECK(marks(gguf_model(listed)) == "SFS|S");
}

TEST_CASE("windows that a file leaves out are llama.cpp's, or none") {
  const auto without = [](const std::string& architecture) {
    return kept(gguf_model(file_of(architecture, {8, 256, 4, 2, 64})), 131072) / 512;
  };
  CHECK(without("gemma2") == 4 * 131072 + 4 * 4096);
  CHECK(without("smallthinker") == 2 * 131072 + 6 * 4096);
  CHECK(without("exaone-moe") == 2 * 131072 + 6 * 128);
  CHECK(without("olmo2") == 8 * 131072);
  CHECK(without("afmoe") == 8 * 131072);
  CHECK(without("phi3") == 8 * 131072);
  for (const auto* architecture : {"gpt-oss", "cohere2", "cohere2moe", "gemma3n", "gemma4", "mimo2", "step35"}) {
    CAPTURE(architecture);
    CHECK(
        gguf_problems(file_of(architecture, {8, 256, 4, 2, 64})).contains("attention.sliding_window' is missing"));
  }
}

TEST_CASE("openelm and deci: heads of their own in every layer, or none") {
  GgufWriter open("openelm");
  const std::vector<int> heads{3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6};
  std::vector<int> queries;
  int sum = 0;
  for (const int count : heads) {
    queries.push_back(4 * count);
    sum += count;
  }
  open.set("block_count", 20).set("embedding_length", 1536).set("context_length", 2048);
  open.set("attention.head_count", queries).set("attention.head_count_kv", heads);
  open.set("attention.key_length", 64).set("attention.value_length", 64);
  CHECK(sum == 91);
  CHECK(kept(gguf_model(open), 4096) == 95420416);  // 91 × 2 × 64 × 2 × 4096

  GgufWriter deci("deci");
  deci.set("block_count", 4).set("embedding_length", 256).set("context_length", 4096);
  deci.set("attention.head_count", std::vector<int>{4, 4, 0, 4});
  deci.set("attention.head_count_kv", std::vector<int>{2, 1, 0, 4});
  deci.set("attention.key_length", 64).set("attention.value_length", 64);
  const Model model = gguf_model(deci);
  CHECK(kept(model, 4096) == 7340032);  // 7 × 2 × 64 × 2 × 4096
  CHECK(model.order.size() == 4);
}

TEST_CASE("nanbeige runs its layers more than once, each time with keys and values of their own") {
  GgufWriter file = file_of("nanbeige", {4, 256, 4, 2, 64});
  CHECK(kept(gguf_model(file), 4096) == 4 * 512 * 4096);
  CHECK(kept(gguf_model(file.set("num_loops", 3)), 4096) == 12 * 512 * 4096);
}

TEST_CASE("t5: a decoder with the encoder's keys and values beside its own") {
  GgufWriter file = file_of("t5", {6, 512, 8, 8, 64}, 512);
  file.set("attention.relative_buckets_count", 32);
  const Model model = gguf_model(file);
  CHECK(kept(model, 448) == 6 * 2048 * 448);
  CHECK(kept(model, 448, Part::cross) == 6 * 2048 * 512);
}

TEST_CASE("a window that nothing of the architecture reads is refused, one of 0 is none") {
  GgufWriter file = file_of("llama", {2, 256, 4, 2, 64});
  CHECK(gguf_problems(file.set("attention.sliding_window", 4096)) ==
        "m.gguf:12:1: llama.attention.sliding_window 4096, which no layer of this architecture reads; expected "
        "none, "
        "or an architecture whose layers slide\n"
        "   12 | llama.attention.sliding_window = 4096\n"
        "      | ^\n");
  GgufWriter none = file_of("llama", {2, 256, 4, 2, 64});
  CHECK(gguf_problems(none.set("attention.sliding_window", 0)) == "");
}

}  // namespace

}  // namespace kvtally::rules_attention_layers_test
