#include <doctest/doctest.h>

#include "report/fits.hpp"

namespace kvtally::fit_words_test {

namespace {

using test::fit_sheet;
using test::gib;

std::string binding(const FitSheet& sheet) { return binding_of(sheet, Units::binary); }

TEST_CASE("what binds, for each question") {
  CHECK(binding(fit_sheet(Asked::devices, 1, gib(24), {})) == "nothing: one device is the least there is");
  CHECK(binding(fit_sheet(Asked::devices, 6, gib(24), {})) ==
        "memory: the nearest of fewer, 1 device, would need 24.678 GiB on the fullest, 694.24 MiB more than is "
        "usable");
  CHECK(binding(fit_sheet(Asked::users, 1, gib(24), 1)) ==
        "memory: one user more would need 24.678 GiB on the fullest, 694.24 MiB more than is usable");
  CHECK(binding(fit_sheet(Asked::context, 1, gib(24), 1)) == "the model's own maximum of 4,096 tokens");
  CHECK(binding(fit_sheet(Asked::context, 6, gib(24), 1)) ==
        "memory: one token more would need 24.001 GiB on the fullest, 1.24 MiB more than is usable");
  CHECK(binding(fit_sheet(Asked::nothing, 5, gib(24), 1)) == "nothing: 1.322 GiB of the fullest device are free");
}

TEST_CASE("what does not fit") {
  CHECK(binding(fit_sheet(Asked::users, 1, gib(12), 1)) ==
        "memory: 1 device would for a single user need 14.677 GiB on the fullest, 2.677 GiB more than is usable");
  CHECK(binding(fit_sheet(Asked::context, 3, gib(12), 1))
            .starts_with("memory: 1 device would for a single token of each user need 12.679 GiB on the fullest"));
  CHECK(binding(fit_sheet(Asked::nothing, 50, gib(24), 2)).starts_with("memory: 2 devices (TP 2) would need "));
  CHECK(binding(fit_sheet(Asked::devices, 1'000'000, gib(24), {}))
            .ends_with("; more than 1,024 devices were not tried"));
}

TEST_CASE("requests in words") {
  FitSheet sheet = fit_sheet(Asked::nothing, 1, gib(24), 1);
  CHECK(requests_of(sheet) == "4,096 tokens a request");
  Demand& demand = sheet.question.demand;
  demand.prompt = Tokens{3000};
  CHECK(requests_of(sheet) == "3,000 + 1,096 tokens a request");
  demand.samples = 4;
  CHECK(requests_of(sheet) == "3,000 + 1,096 tokens a request in 4 samples");
  demand.shared_prefix = Tokens{1024};
  CHECK(requests_of(sheet) == "3,000 + 1,096 tokens a request in 4 samples, the first 1,024 shared by all");
  demand = demand_of(Tokens{4096});
  demand.contexts = {{Tokens{1024}, 500, 1000}, {Tokens{2048}, 999, 1000}, {Tokens{4096}, 1000, 1000}};
  CHECK(requests_of(sheet) == "50 % of requests up to 1,024 tokens, 99.9 % up to 2,048, all up to 4,096");
}

TEST_CASE("the parts of the table add up to what is usable") {
  const FitSheet sheet = fit_sheet(Asked::nothing, 5, gib(24), 1);
  const std::string csv = write_csv(table_of(sheet, Units::binary));
  CHECK(csv ==
        "part,bytes,share_percent\nweights,13476831232,52.297\ncache,10737418240,41.667\n"
        "activations,135906304,0.527\nreserve,0,0.000\nfree,1419648000,5.509\n");
  CHECK(13476831232 + 10737418240 + 135906304 + 1419648000 == 24LL << 30);
  const FitSheet none = fit_sheet(Asked::users, 1, gib(12), 1);
  CHECK(write_csv(table_of(none, Units::binary)).find("in all,") != std::string::npos);
}

}  // namespace

}  // namespace kvtally::fit_words_test
