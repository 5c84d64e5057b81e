#include "engine/flags.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

namespace kvtally::flags_test {

namespace {

const std::vector<EngineFlag>& flags() {
  static const std::vector<EngineFlag> list{
      {{"--max-model-len", "-c", "--context"}, "TOKENS", "", "the longest request", {}},
      {{"--utilization"}, "SHARE", "0.92", "of the memory", {}},
      {{"--memory"}, "BYTES", "", "of a device", {}},
      {{"--swa-full"}, "", "", "windows as full layers", {}},
      {{"--mode"}, "WORD", "none", "how states are kept", {"none", "align", "all"}},
      {{"--tp"}, "N", "1", "tensor parallel", {}},
      {{"--cache-type"}, "FORMAT", "f16", "of keys", {}},
  };
  return list;
}

std::vector<std::string> sentences(const Problems& problems) {
  std::vector<std::string> out;
  for (const Problem& problem : problems) {
    out.push_back(problem.what + (problem.expected.empty() ? "" : "; " + problem.expected) +
                  (problem.suggestion.empty() ? "" : "; " + problem.suggestion + "?"));
  }
  return out;
}

std::vector<std::string> faults_of(std::string_view line) {
  const auto read = read_flags(flags(), line);
  return read ? std::vector<std::string>{} : sentences(read.error());
}

}  // namespace

TEST_CASE("a line of flags is read by the flags' first names") {
  const auto read = read_flags(flags(), " -c 8192  --swa-full --utilization=0.5 ");
  REQUIRE(read);
  CHECK(*read == FlagTexts{{"--max-model-len", "8192"}, {"--swa-full", ""}, {"--utilization", "0.5"}});
  CHECK(read_flags(flags(), "")->empty());
}

TEST_CASE("all faults of a line of flags are named at once") {
  using Faults = std::vector<std::string>;
  CHECK(faults_of("--max-model-length 8192 --tp") ==
        Faults{"unknown flag '--max-model-length'; --max-model-len?", "--tp needs N"});
  CHECK(faults_of("--swa-full=yes -c 1 --context 2 word") ==
        Faults{"--swa-full takes no value", "--max-model-len is given twice", "unknown flag 'word'"});
  CHECK(faults_of("--memory=") == Faults{"--memory needs BYTES"});
}

TEST_CASE("values of flags have their units, and a flag that is not given its fallback") {
  const FlagTexts given{{"--max-model-len", "128K"}, {"--memory", "24GiB"}, {"--swa-full", ""}, {"--tp", "8"}};
  Problems problems;
  const FlagReader reader(flags(), given, problems);
  CHECK(reader.tokens("--max-model-len")->value == 131072);
  CHECK(reader.bytes("--memory")->value == Wide{24} << 30);
  CHECK(reader.on("--swa-full"));
  CHECK(reader.count("--tp", 1, 64) == 8);
  CHECK(reader.choice("--mode") == "none");
  CHECK(reader.format("--cache-type")->name == "f16");
  const auto share = reader.share("--utilization");
  REQUIRE(share);
  CHECK(share->numerator == 92);
  CHECK(share->denominator == 100);
  CHECK(problems.empty());
}

TEST_CASE("a value that is none is refused with what was expected") {
  const FlagTexts given{{"--max-model-len", "8k5"}, {"--memory", "24"}, {"--utilization", "1.1"},
                        {"--mode", "some"},         {"--tp", "0"},      {"--cache-type", "q9_0"}};
  Problems problems;
  const FlagReader reader(flags(), given, problems);
  CHECK_FALSE(reader.tokens("--max-model-len"));
  CHECK_FALSE(reader.bytes("--memory"));
  CHECK_FALSE(reader.share("--utilization"));
  CHECK_FALSE(reader.choice("--mode"));
  CHECK_FALSE(reader.count("--tp", 1, 64));
  CHECK_FALSE(reader.format("--cache-type"));
  const auto said = sentences(problems);
  REQUIRE(said.size() == 6);
  CHECK(said[0].starts_with("--max-model-len: '8k5': "));
  CHECK(said[1].starts_with("--memory: '24': "));
  CHECK(said[2] == "--utilization: '1.1' is not a fraction above 0 and at most 1; such as 0.92");
  CHECK(said[3] == "--mode: 'some' is unknown; one of none, align, all");
  CHECK(said[4] == "--tp: '0' is not a number from 1 to 64");
  CHECK(said[5].starts_with("--cache-type: 'q9_0': "));
}

TEST_CASE("a share is exact for every number of thousandths, and no other spelling is taken") {
  rc::check([] {
    const auto thousandths = *rc::gen::inRange(1, 1000);
    const FlagTexts given{{"--utilization", "0." + std::to_string(1000 + thousandths).substr(1)}};
    Problems problems;
    const auto share = FlagReader(flags(), given, problems).share("--utilization");
    RC_ASSERT(share.has_value());
    RC_ASSERT(share->numerator * 1000 == thousandths * share->denominator);
  });
  for (const char* wrong : {"0", "0.0", "1.", ".5", "-0.5", "0.1234567890", "5e-1", "0,5", "90%"}) {
    CAPTURE(wrong);
    const FlagTexts given{{"--utilization", wrong}};
    Problems problems;
    CHECK_FALSE(FlagReader(flags(), given, problems).share("--utilization"));
    CHECK(problems.size() == 1);
  }
}

}  // namespace kvtally::flags_test
