#include "cli/engine_names.hpp"
#include "support/lines.hpp"

namespace kvtally::engine_options_test {

namespace {

TEST_CASE("the help of an engine lists its flags by all their names, each once") {
  for (const Engine& engine : engines()) {
    CAPTURE(engine.name);
    const std::string help = test::output_of({"engine", std::string(engine.name), "--help"});
    for (const EngineFlag& flag : engine.flags) {
      const std::string names = fmt::format("\n  {}", fmt::join(flag.names, ", "));
      CHECK_MESSAGE(help.find(names) != std::string::npos, names);
    }
    for (const std::string& line : test::lines_of(help)) {
      CHECK_MESSAGE(line.size() <= 80 + 40, line);  // a long list of names has a line of its own
    }
  }
}

TEST_CASE("each flag is understood by each of its names, with its value behind it or joined") {
  for (const Engine& engine : engines()) {
    for (const EngineFlag& flag : engine.flags) {
      for (const std::string_view name : flag.names) {
        CAPTURE(engine.name);
        CAPTURE(name);
        const std::string joined = fmt::format("{}={}", name, flag.value.empty() ? "on" : "");
        const std::string err = test::kvtally({"engine", std::string(engine.name), "llama-3.1-8b", joined}).err;
        CHECK(err.starts_with(flag.value.empty() ? fmt::format("kvtally: {} takes no value", name)
                                                 : fmt::format("kvtally: {} needs {}", name, flag.value)));
      }
    }
  }
}

// llama.cpp's flags of one dash and several letters.
TEST_CASE("a dash and several letters, apart or joined, are one flag") {
  KVTALLY_NEEDS_ENGINE("llama.cpp")
  const auto figures = [](const test::Words& more) {
    test::Words words{"engine", "llama.cpp", "llama-3.1-8b", "-o", "csv"};
    words.insert(words.end(), more.begin(), more.end());
    return test::output_of(words);
  };
  CHECK(figures({"-c", "8192", "-np", "2"}) == figures({"-np=2", "-c=8192"}));
  CHECK(figures({"-c", "8192", "-np", "2"}) != figures({"-c", "8192"}));
  CHECK(test::refusal({"engine", "llama.cpp", "llama-3.1-8b", "-nq", "2"}).find("unknown option") !=
        std::string::npos);
}

}  // namespace

}  // namespace kvtally::engine_options_test
