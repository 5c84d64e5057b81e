#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "verify/vectors/mla_fixture.hpp"

namespace kvtally::deepseek_v4_test {

namespace {

using test::altered_text;
using test::checks_of;
using test::vector_text;

// The figures that differ, without the names of kernels.
std::set<std::string> failures_of(std::string text) {
  std::set<std::string> names;
  for (const Check& check : checks_of(std::move(text))) {
    if (!check.passed) {
      const std::string name = check.name.substr(check.name.find('/') + 1);
      names.insert(name.substr(0, name.find(" (")));
    }
  }
  return names;
}

bool found(std::string text) {
  const auto checks = run_vector("v.json", std::move(text));
  return !checks || !std::ranges::all_of(*checks, &Check::passed);
}

// The first number behind `place`, turned to 7.
std::string with_seven(const std::string& text, std::string_view place, std::string_view from = "") {
  const std::size_t start = text.find(from);
  REQUIRE(start != std::string::npos);
  const std::size_t member = text.find(place, start);
  REQUIRE_MESSAGE(member != std::string::npos, std::string(place));
  const std::size_t data = text.find("\"data\":[", member) + 8;
  std::string out = text;
  return out.replace(data, text.find_first_of(",]", data) - data, "7");
}

}  // namespace

TEST_CASE("DeepSeek-V4's layers are reproduced") {
  // rotary tables 4, scales 3, weights 1; a kernel: 1 + 2 · 2 outputs; two runs: 2 of a memory, 1 difference
  constexpr std::size_t kEach = 4 + 3 + 1 + 4 * 5 + 2 * 3;
  test::check_reproduced("deepseek_v4_sliding", kEach);
  test::check_reproduced("deepseek_v4_hca", kEach + 2 + 2 * 4);
  test::check_reproduced("deepseek_v4_csa", kEach + 2 + 5 + 2 * 2 * 6);
}

TEST_CASE("a DeepSeek-V4 vector's figures are each compared") {
  const std::string csa = vector_text("deepseek_v4_csa");
  const auto failure = [&](std::string_view place, std::string_view from) {
    return failures_of(with_seven(csa, place, from));
  };
  using Names = std::set<std::string>;
  for (const std::string run : {"cached_step", "cached_chunked"}) {
    const std::string from = "\"" + run + "\":";
    CHECK(failure("\"window_kv\"", from) == Names{run + " window_kv"});
    for (const std::string pool : {"compressor", "indexer"}) {
      for (const std::string figure : {"buffer_kv", "buffer_gate", "compressed", "overlap_kv", "overlap_gate"}) {
        std::string text = csa;
        const std::size_t start = text.find(from);
        const std::size_t inner = text.find("\"" + pool + "\":", start);
        text = text.substr(0, inner) + with_seven(text.substr(inner), "\"" + figure + "\":");
        CHECK(failures_of(text) == Names{run + " " + pool + " " + figure});
      }
    }
    CHECK(failure("\"outputs\"", from) == Names{run, run + " max_abs_diff_vs_full"});
  }
  CHECK(failure("\"compressed_visible\"", "") == Names{"compressed_visible"});
  CHECK(failure("\"compressed_entries\"", "") == Names{"compressed_entries"});
  CHECK(failure("\"indexer_queries\"", "") == Names{"indexer_queries"});
  CHECK(failure("\"indexer_compressed_keys\"", "") == Names{"indexer_compressed_keys"});
  CHECK(failure("\"indexer_scores_before", "") == Names{"indexer_scores_before_causal_mask"});
  CHECK(failure("\"indexer_topk_sorted", "") == Names{"indexer_topk_sorted_ascending"});
  CHECK(failure("\"attention_probabilities", "") == Names{"attention_probabilities"});
  CHECK(failures_of(altered_text(csa, "\"smallest_topk_margin\":0.00658", "\"smallest_topk_margin\":0.00659")) ==
        Names{"smallest_topk_margin"});
  CHECK(failures_of(altered_text(csa, "\"entry_count\":5", "\"entry_count\":6")) ==
        Names{"cached_step compressor entry_count"});
}

TEST_CASE("a DeepSeek-V4 vector's parameters are obeyed") {
  const std::string csa = vector_text("deepseek_v4_csa");
  for (const std::string pair : {"\"B\":1|2",
                                 "\"S\":17|16",
                                 "\"hidden_size\":16|15",
                                 "\"num_attention_heads\":4|2",
                                 "\"head_dim\":8|6",
                                 "\"q_lora_rank\":10|9",
                                 "\"o_groups\":2|1",
                                 "\"o_groups\":2|3",
                                 "\"o_lora_rank\":3|2",
                                 "\"sliding_window\":4|3",
                                 "\"sliding_window\":4|0",
                                 "\"sliding_window\":4|1",
                                 "\"index_n_heads\":2|3",
                                 "\"index_head_dim\":6|4",
                                 "\"index_head_dim\":6|2",
                                 "\"index_topk\":2|3",
                                 "\"num_kv_heads\":1|2",
                                 "\"compress_rate\":3|4",
                                 "\"compress_rate\":3|1000000",
                                 "\"compress_rate\":3|null",
                                 "\"compress_rate\":3|-3",
                                 "\"norm_eps\":1e-06|0.1",
                                 "\"norm_eps\":1e-06|\"nan\"",
                                 "\"scale\":0.35|0.36",
                                 "\"index_scale\":0.4|0.5",
                                 "\"index_weight_scale\":0.7|0.8",
                                 "\"layer_rope\":\"compress\"|\"main\"",
                                 "\"layer_rope\":\"compress\"|\"other\"",
                                 "\"prefill_len\":10|9",
                                 "\"rotary_dim\":4|6",
                                 "\"factor\":16.0|17.0",
                                 "\"chunks\":[10|[11",
                                 "\"chunks\":[7|[-7",
                                 "\"cumulative_length\":17|16",
                                 "\"chunks\":[7,5,5|[-1,17,17"}) {
    const std::size_t bar = pair.find('|');
    const std::string before = pair.substr(0, bar);
    const std::size_t value = before.find_first_of(":", 1) + 1;
    CAPTURE(pair);
    CHECK(found(altered_text(csa, before, before.substr(0, value) + pair.substr(bar + 1))));
  }
  CHECK(failures_of(altered_text(csa, "\"norm_eps\":1e-06", "\"norm_eps\":1e-03")).contains("prefill_full"));
}

TEST_CASE("a broken DeepSeek-V4 vector is refused or fails, and never crashes") {
  const std::string text = vector_text("deepseek_v4_csa");
  // every shape and every list of numbers, damaged in turn
  std::size_t damaged = 0;
  for (std::size_t at = text.find("\"shape\":["); at != std::string::npos; at = text.find("\"shape\":[", at + 1)) {
    const std::size_t first = at + 9;
    const std::size_t end = text.find_first_of(",]", first);
    std::string longer = text;
    CHECK(found(longer.replace(first, end - first, "19")));
    const std::size_t data = text.find("\"data\":[", at) + 8;
    const std::size_t data_end = text.find_first_of(",]", data);
    std::string unreal = text;
    CHECK(found(unreal.replace(data, data_end - data, "\"nan\"")));
    ++damaged;
  }
  CHECK(damaged > 40);
}

}  // namespace kvtally::deepseek_v4_test
