#include <doctest/doctest.h>

#include "check/asking.hpp"
#include "support/small_engine.hpp"

namespace kvtally::engine_figures_test {

namespace {

// As test::ask, of an engine that is made for tests.
std::string asked(const std::string& what) {
  static const ModelTable table = test::lecture_table();
  static const Catalogue devices(embedded_files());
  const auto tree = parse_yaml("f.yaml", "{" + what + "}");
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  FigureSources sources{test::describe, &table, &devices};
  sources.engines = std::span(&test::small_engine(), 1);
  Problems problems;
  const auto value = Ask(*tree, tree->root(), sources, problems).compute();
  std::string out = value ? print_value(*value) : "";
  for (const Problem& problem : problems) {
    out += (out.empty() ? "" : "\n") + problem.what + (problem.expected.empty() ? "" : "; expected ") +
           problem.expected + (problem.suggestion.empty() ? "" : " (" + problem.suggestion + "?)");
  }
  return out;
}

const std::string kSmall = "engine: small, model: llama-2-7b, ";

TEST_CASE("figures of an engine, in their units") {
  // 4096 tokens of 524,288 bytes, and 64 bytes
  CHECK(asked("figure: engine, of: allocated_bytes, flags: -c 4K, " + kSmall) == "2147483712 bytes");
  CHECK(asked("figure: engine, of: needed_bytes, flags: -c 4K, " + kSmall) == "2147483648 bytes");
  CHECK(asked("figure: engine, of: held_tokens, flags: -c 4K -b 3 --padded, " + kSmall) == "15000 tokens");
  CHECK(asked("figure: engine, of: seats_per_device, flags: -c 4K --seats=3 --tp 2, " + kSmall) == "3/2 requests");
  CHECK(asked("figure: engine, of: needed_bytes, flags: -c 4K, as: mqa, " + kSmall) == "67108864 bytes");
  CHECK(asked("figure: ratio, of: {figure: engine, of: allocated_bytes, flags: -c 1000, " + kSmall +
              "}, to: {figure: engine, of: allocated_bytes, flags: -c 1 --padded, " + kSmall + "}") == "1");
}

TEST_CASE("what an engine holds, and what it takes for a flag") {
  CHECK(asked("figure: engine.held, flags: -c 4K, " + kSmall) == "requests, marks");
  CHECK(asked("figure: engine.default, engine: small, flag: --batch") == "1");
  CHECK(asked("figure: engine.default, engine: small, flag: --layout") == "plain");
  CHECK(asked("figure: engine.default, engine: small, flag: --memory") == "Small has no --memory with a default");
  CHECK(asked("figure: engine.default, engine: small, flag: --size") == "Small has no --size with a default");
}

TEST_CASE("an engine that does not start says so; what it works out all the same is there") {
  const std::string words = "Small: 2147483648 B of cache do not fit into 1073741824 B";
  const std::string refusing = "flags: -c 4K --memory 1GiB, " + kSmall;
  CHECK(asked("figure: engine, of: allocated_bytes, " + refusing) == words);
  CHECK(asked("figure: engine, of: nothing, " + refusing) == words);
  CHECK(asked("figure: engine, of: most_seats, " + refusing) == "0 requests");
  CHECK(asked("figure: engine, of: needed_bytes, " + refusing) == "2147483648 bytes");
  CHECK(asked("figure: engine.refusal, " + refusing) == words);
  CHECK(asked("figure: engine.held, " + refusing) == words);
  CHECK(asked("figure: engine.refusal, flags: -c 4K, " + kSmall) == "small starts");
}

TEST_CASE("what is refused") {
  CHECK(asked("figure: engine, of: held_tokens, flags: -c 4K, engine: smal, model: llama-2-7b") ==
        "unknown engine 'smal'; expected one of small (small?)");
  CHECK(asked("figure: engine, of: held_token, flags: -c 4K, " + kSmall) ==
        "small has no figure 'held_token' here; expected one of allocated_bytes, needed_bytes, held_tokens, "
        "seats_per_device (held_tokens?)");
  CHECK(asked("figure: engine, of: held_tokens, flags: --lenght 4K --pad, " + kSmall) ==
        "unknown flag '--lenght' (--length?)\nunknown flag '--pad'");
  CHECK(asked("figure: engine, of: held_tokens, " + kSmall) == "the length is not given; expected --length 8192");
  CHECK(asked("figure: engine, of: held_tokens, flags: -c 4K, kv_dtype: fp8, " + kSmall) ==
        "kv_dtype is given beside an engine; expected formats among its flags");
  CHECK(asked("figure: engine, flags: -c 4K, " + kSmall) == "the key 'of' is missing; expected text");
  CHECK(asked("figure: engine, of: held_tokens, flags: -c 4K, engine: small") ==
        "the key 'model' is missing; expected text");
}

}  // namespace

}  // namespace kvtally::engine_figures_test
