#include <doctest/doctest.h>

#include "report/fits.hpp"

namespace kvtally::fit_text_test {

namespace {

std::string text(const FitSheet& sheet) { return text_of(sheet, Units::binary, Look{}); }

bool says(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

TEST_CASE("the answer comes first") {
  const std::string users = text(test::fit_sheet(Asked::users, 1, test::gib(24), 1));
  CHECK(says(users, "on Mine (mine): 24 GiB usable of the 24 GB stated"));
  CHECK(says(users, "4,096 tokens a request; 5 users, entries in bf16; weights: computed"));
  CHECK(says(users, "5 users fit on 1 device: TP 1."));
  CHECK(says(text(test::fit_sheet(Asked::devices, 6, test::gib(24), {})), "It takes 2 devices: TP 2."));
  CHECK(says(text(test::fit_sheet(Asked::nothing, 5, test::gib(24), 1)), "It fits on 1 device: TP 1."));
  CHECK(text(test::fit_sheet(Asked::users, 1, test::gib(12), 1))
            .find("It does not fit. What binds: memory: 1 device would for a single user need") !=
        std::string::npos);
}

TEST_CASE("figures of the user's own stand in the heading") {
  FitSheet sheet = test::fit_sheet(Asked::nothing, 5, test::gib(24), 1);
  sheet.device.overrides = {"bandwidth=1TB/s"};
  CHECK(says(text(sheet), "on Mine (mine, with bandwidth=1TB/s): 24 GiB usable of the 24 GB stated"));
  sheet.device.overrides.emplace_back("memory=24GiB");
  CHECK(says(text(sheet), "on Mine (mine, with bandwidth=1TB/s, memory=24GiB): 24 GiB usable"));
}

TEST_CASE("placements that another equals or betters are counted, not listed") {
  FitSheet sheet = test::fit_sheet(Asked::nothing, 5, test::gib(24), 1);
  const auto add = [&](std::int64_t tp, std::int64_t users, double seconds) {
    sheet.alternatives.push_back({{.tp = tp}, users, Tokens{4096}, Seconds{seconds}});
  };
  add(8, 5, 0.010);
  add(4, 5, 0.010);
  add(2, 6, 0.020);
  add(1, 6, 0.030);
  const std::string out = text(sheet);
  CHECK(out.find("TP 8 ") != std::string::npos);
  CHECK(out.find("TP 2 ") != std::string::npos);
  CHECK(out.find("TP 4 ") == std::string::npos);
  CHECK(says(out, "and 2 that are no better than one above (-o json has all)"));
}

TEST_CASE("where moving a cache is faster") {
  FitSheet sheet = test::fit_sheet(Asked::nothing, 5, test::gib(24), 1);
  const auto where = [&](std::vector<Switch> switches) {
    sheet.moving = {{"a link", ByteRate{Wide{1'000'000'000}}, Tokens{5}, Bytes{70}, Seconds{0.07}, Seconds{0.5},
                     std::move(switches)}};
    const std::string out = text(sheet);
    const std::size_t at = out.find("over a link, 1 GB/s");
    REQUIRE(at != std::string::npos);
    const std::string line = out.substr(at, out.find('\n', at) - at);
    return line.substr(line.rfind("  ") + 2);
  };
  CHECK(where({{Tokens{1}, true}}) == "at any context");
  CHECK(where({{Tokens{1}, false}}) == "at no context");
  CHECK(where({{Tokens{1}, false}, {Tokens{3000}, true}}) == "from 3,000 tokens on");
  CHECK(where({{Tokens{1}, true}, {Tokens{3000}, false}}) == "from 1 to 2,999 tokens");
  CHECK(where({{Tokens{1}, false}, {Tokens{3}, true}, {Tokens{9}, false}, {Tokens{20}, true}}) ==
        "from 3 to 8 tokens, from 20 tokens on");
}

}  // namespace

}  // namespace kvtally::fit_text_test
