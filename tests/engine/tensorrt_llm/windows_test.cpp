#include "engine/tensorrt_llm/windows.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "engine/tensorrt_llm/worked.hpp"

namespace kvtally::tensorrt_llm::windows_test {

namespace {

std::vector<WindowGroup> groups(std::initializer_list<std::pair<std::int64_t, Wide>> windows) {
  std::vector<WindowGroup> out;
  for (const auto& [window, bytes] : windows) {
    out.push_back({.window = window, .clamped = window, .layers = 1, .bytes = bytes});
  }
  return out;
}

TEST_CASE("a request takes whole blocks, and one more where a window begins inside one") {
  WindowGroup group{.window = 100, .clamped = 100, .layers = 1, .bytes = 1};
  CHECK(blocks_of_request(group, Tokens{1000}, 32) == 5);
  CHECK(blocks_of_request(group, Tokens{110}, 32) == 4);
  CHECK(blocks_of_request(group, Tokens{100}, 32) == 4);
  CHECK(blocks_of_request(group, Tokens{1}, 32) == 1);
}

TEST_CASE("the longest window that blocks hold") {
  const auto bound = [](const FlagTexts& given, Wide blocks, Wide context) {
    return window_upper_bound(blocks, 32, read_settings(given).value(), Tokens{context});
  };
  CHECK(bound({}, 257, 131072) == 8224);
  CHECK(bound({{"--max_beam_width", "4"}}, 257, 131072) == 64 * 32 - 32);
  CHECK(bound({{"--max_beam_width", "4"}}, 257, 1000) == 64 * 32);
  CHECK(bound({{"--sink_token_length", "4"}}, 257, 131072) == 8224 - 28);
  CHECK(bound({{"--sink_token_length", "64"}}, 257, 131072) == 8224);
}

TEST_CASE("groups of one window are merged after they are clamped") {
  auto three = groups({{100, 4}, {200, 3}, {7000, 2}});
  clamp_windows(three, 100 * 9 + 30 * 5, {});
  merge_clamped(three);
  REQUIRE(three.size() == 2);
  CHECK(three[0].clamped == 100);
  CHECK(three[1].clamped == 130);
  CHECK(three[1].bytes == 5);
  CHECK(three[1].layers == 2);
}

TEST_CASE("clamped windows fit, keep their order, and are not clamped where all fit") {
  rc::check([] {
    auto some = groups({{*rc::gen::inRange(1, 50), *rc::gen::inRange(1, 9)},
                        {*rc::gen::inRange(50, 500), *rc::gen::inRange(1, 9)},
                        {*rc::gen::inRange(500, 5000), *rc::gen::inRange(1, 9)}});
    const Wide memory = *rc::gen::inRange(0, 60000);
    Wide needed = 0;
    for (const WindowGroup& group : some) {
      needed += group.window * group.bytes;
    }
    clamp_windows(some, memory, {});
    Wide taken = 0;
    std::int64_t before = 0;
    for (const WindowGroup& group : some) {
      RC_ASSERT(group.clamped >= before);
      RC_ASSERT(group.clamped <= group.window);
      RC_ASSERT(needed >= memory || group.clamped == group.window);
      before = group.clamped;
      taken += group.clamped * group.bytes;
    }
    RC_ASSERT(taken <= memory);
  });
}

}  // namespace

}  // namespace kvtally::tensorrt_llm::windows_test
