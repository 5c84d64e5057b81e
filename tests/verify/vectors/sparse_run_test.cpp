#include "verify/vectors/sparse_run.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "verify/vectors/reproduced.hpp"

namespace kvtally::sparse_run_test {

namespace {

using reference::Real;
using reference::Tensor;
constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

}  // namespace

TEST_CASE("a choice as a list, and as tokens") {
  const reference::BlockChoice choice{2, {1, 1, 3, 2}, {0, -1, 0, 1, 1, -1}};
  CHECK(listed(choice, 3) == Tensor({1, 1, 3, 3}, {0, -1, -1, 0, 1, -1, 1, -1, -1}));
  // Query 0 sees token 0, query 1 tokens 0 and 1, query 2 token 2 of block 1.
  CHECK(chosen_tokens(choice, 3) == Tensor({1, 3, 3}, {1, 0, 0, 1, 1, 0, 0, 0, 1}));
}

TEST_CASE("the least gap between what is kept and what is dropped") {
  const Tensor scores({1, 1, 3, 3}, {5, 1, 4, 2, -kInfinity, -kInfinity, kInfinity, 7, 6});
  CHECK(smallest_margin(scores, 1) == 1);         // 5 − 4; ∞ − 7
  CHECK(smallest_margin(scores, 2) == 1);         // 4 − 1, 7 − 6
  CHECK(smallest_margin(scores, 3) == HUGE_VAL);  // nothing is dropped
  CHECK(smallest_margin(scores, 0) == HUGE_VAL);
  CHECK(smallest_margin(Tensor({1, 1, 3, 0}), 1) == HUGE_VAL);
}

// Whatever a parameter becomes, the vector is refused or fails or, where nothing hangs on it, passes; it never
// crashes.
TEST_CASE("no number of a sparse vector's parameters can crash its runner") {
  for (const std::string name : {"dsa_deepseek_v32", "dsa_pooled_numpy", "dsa_shared_numpy", "qsa_qwen4_exp",
                                 "block_sparse_minimax_m3", "nsa_fla", "nsa_numpy"}) {
    const std::string text = test::source_text("tests/golden/vectors/" + name + ".json");
    const std::size_t begin = text.find("\"parameters\":");
    const std::size_t end = text.find("\"conventions\":");
    REQUIRE(begin < end);
    std::size_t caught = 0;
    for (std::size_t at = begin; at < end; ++at) {
      if (text[at] != ':' || std::string_view("0123456789").find(text[at + 1]) == std::string_view::npos) {
        continue;
      }
      const std::size_t length = text.find_first_of(",}", at) - at - 1;
      for (const char* number : {"-1", "0", "2", "7", "9000000000000000000", "null"}) {
        std::string altered = text;
        caught += test::failures(altered.replace(at + 1, length, number)).empty() ? 0U : 1U;
      }
    }
    CAPTURE(name);
    CHECK(caught > 30);
  }
}

// Each array gets one of four numbers that no sum survives; nearly all of them are found.
TEST_CASE("no number of a sparse vector's arrays can crash its runner") {
  constexpr std::array<std::string_view, 4> kNumbers{"\"nan\"", "\"inf\"", "\"-inf\"", "1e300"};
  for (const std::string name : {"dsa_deepseek_v32", "dsa_pooled_numpy", "dsa_shared_numpy", "qsa_qwen4_exp",
                                 "block_sparse_minimax_m3", "nsa_fla", "nsa_numpy"}) {
    const std::string text = test::source_text("tests/golden/vectors/" + name + ".json");
    std::size_t arrays = 0;
    std::size_t caught = 0;
    for (std::size_t at = text.find("\"data\":["); at != std::string::npos; at = text.find("\"data\":[", at + 1)) {
      const std::size_t from = at + 8;
      std::string altered = text;
      altered.replace(from, text.find_first_of(",]", from) - from, kNumbers.at(arrays % kNumbers.size()));
      arrays += 1;
      caught += test::failures(altered).empty() ? 0U : 1U;
    }
    CAPTURE(name);
    CAPTURE(arrays);
    CHECK(4 * caught >= 3 * arrays);
  }
}

}  // namespace kvtally::sparse_run_test
