#include "cli/engine_names.hpp"
#include "support/lines.hpp"

namespace kvtally::branches_test {

namespace {

TEST_CASE("a branch must be named, and be one") {
  const std::string names = test::engine_list();
  CHECK(test::refusal({"engine"}) == "$ kvtally engine\n[exit 2]\nkvtally: engine needs an ENGINE: " + names +
                                         " or all\nTry 'kvtally engine --help'.\n\n");
  const std::string all = names + (names.empty() ? "" : ", ") + "all";
  CHECK(test::refusal({"engine", "al", "llama-3.1-8b"}) ==
        "$ kvtally engine al llama-3.1-8b\n[exit 2]\nkvtally: engine: 'al' is none of " + all +
            "\n  did you mean 'all'?\nTry 'kvtally engine --help'.\n\n");
  CHECK(test::refusal({"engine", "--tp", "2", "all", "llama-3.1-8b"}).find("unknown option '--tp'") !=
        std::string::npos);
}

TEST_CASE("the command's help lists its branches, each has its own") {
  const std::string help = test::output_of({"engine", "--help"});
  CHECK(help.find("\n  all                         all of them, side by side\n") != std::string::npos);
  for (const Engine& engine : engines()) {
    CHECK(help.find(fmt::format("\n  {:<28}", engine.name)) != std::string::npos);
  }
  const std::string all = test::output_of({"engine", "all", "--help"});
  CHECK(all.starts_with("usage: kvtally engine all MODEL [options]\n"));
  CHECK(all.find("--context") != std::string::npos);
}

TEST_CASE("completion knows them") {
  const auto bash = [](test::Words words) {
    words.insert(words.begin(), {"__complete", "bash", std::to_string(words.size()), "kvtally"});
    return test::output_of(words);
  };
  CHECK(bash({"engine", "al"}) == "all\n");
  CHECK(bash({"engine", "all", "--con"}) == "--context\n");
  CHECK(bash({"engine", "all", "gemma-3-2"}) == "gemma-3-27b\n:files\n");
  CHECK(bash({"engine", "none", "-"}) == "");
  CHECK(bash({"engine", "-"}) == "--help\n");
  for (const Engine& engine : engines()) {
    const std::string options = "\n" + bash({"engine", std::string(engine.name), "-"});
    for (const EngineFlag& flag : engine.flags) {
      for (const std::string_view name : flag.names) {
        CHECK_MESSAGE(options.find(fmt::format("\n{}\n", name)) != std::string::npos, name);
      }
    }
  }
}

TEST_CASE("the manual page has them") {
  const std::string page = test::output_of({"__man", "2026-11-30"});
  CHECK(page.find(".Ss kvtally engine\n") != std::string::npos);
  CHECK(page.find(".Ss kvtally engine all\n") != std::string::npos);
  for (const Engine& engine : engines()) {
    CHECK(page.find(fmt::format(".Ss kvtally engine {}\n", engine.name)) != std::string::npos);
  }
}

}  // namespace

}  // namespace kvtally::branches_test
