#include "cli/engine_names.hpp"
#include "support/golden.hpp"

namespace kvtally::explain_log_test {

namespace {

std::string said(const test::Words& more, const std::string& input) {
  test::Words words{"explain-log"};
  words.insert(words.end(), more.begin(), more.end());
  const test::Outcome outcome = test::kvtally(words, input);
  return std::to_string(outcome.exit_code) + '\n' + outcome.out + outcome.err;
}

TEST_CASE("lines that no engine prints are bad input, each with its number") {
  CHECK(said({}, "\nnothing that is known\n\n  nor this\n") ==
        "3\n<stdin>:2:1: no engine is known to print this line; expected a line about the cache\n"
        "    2 | nothing that is known\n      | ^\n"
        "<stdin>:4:1: no engine is known to print this line; expected a line about the cache\n"
        "    4 | nor this\n      | ^\n");
  CHECK(said({}, " \n\n") == "3\n<stdin>: there is no line; expected lines of an engine's log\n");
  CHECK(said({}, std::string("\x01\xff[ ] ] \n", 8)).starts_with("3\n"));
}

TEST_CASE("options that do not go together") {
  CHECK(said({"--flags", "-c 8"}, "x").starts_with("2\nkvtally: --flags are of a --model\n"));
  CHECK(said({"--engine", "none"}, "x").starts_with("2\nkvtally: --engine: 'none' is no engine"));
  CHECK(said({"-o", "csv"}, "x").starts_with("2\nkvtally: -o: 'csv' is none of table, json\n"));
  CHECK(said({"--model", "lama-2-7b"}, "x").starts_with("2\nkvtally: unknown model 'lama-2-7b'"));
}

TEST_CASE("a line of vLLM, behind what its logger puts before it") {
  KVTALLY_NEEDS_ENGINE("vllm")
  const std::string line =
      "(EngineCore pid=1) INFO 11-30 12:00:00 [kv_cache_utils.py:1316] GPU KV cache size: 131,072 tokens\n";
  const std::string out = said({}, line);
  CHECK_MESSAGE(out.starts_with("0\n"), out);
  CHECK(out.find("131,072 tokens") != std::string::npos);
}

TEST_CASE("what llama.cpp prints agrees with its own flags and not with others") {
  KVTALLY_NEEDS_ENGINE("llama.cpp")
  const std::string line =
      "llama_kv_cache: size = 1024.00 MiB (  8192 cells,  32 layers,  1/1 seqs), K (f16):  512.00 MiB, V (f16):  "
      "512.00 MiB\n";
  const test::Words model{"--engine", "llama.cpp", "--model", "llama-3.1-8b", "--flags"};
  const auto with = [&](const std::string& flags) {
    test::Words words = model;
    words.push_back(flags);
    return said(words, line);
  };
  CHECK_MESSAGE(with("-c 8192").starts_with("0\n"), with("-c 8192"));
  const std::string other = with("-c 4096");
  CHECK_MESSAGE(other.starts_with("1\n"), other);
  CHECK(other.find("DISAGREES") != std::string::npos);
  CHECK(with("-c many").starts_with("2\n"));
  CHECK(with("--nothing").starts_with("2\nkvtally: unknown flag '--nothing'"));
}

}  // namespace

}  // namespace kvtally::explain_log_test
