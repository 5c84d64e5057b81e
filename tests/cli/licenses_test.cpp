#include <doctest/doctest.h>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "support/folder.hpp"

namespace kvtally::licenses_test {

namespace {

TEST_CASE("the names") {
  CHECK(test::output_of({"licenses", "--names"}) ==
        "kvtally 0.1.0                           Apache-2.0\n"
        "CLI11 2.1.2                             BSD-3-Clause\n"
        "nlohmann/json 3.11.2                    MIT\n"
        "fmt 9.1.0                               MIT with the exception for embedded object code\n"
        "yaml-cpp 0.7.0                          MIT\n"
        "utf8proc 2.8.0                          MIT and Unicode-DFS-2016\n"
        "libsodium 1.0.18                        ISC\n"
        "kainjow/Mustache 4.1                    BSL-1.0\n"
        "tablesort 5.6.0                         MIT\n"
        "GCC runtime (libstdc++, libgcc) 12.2.0  GPL-3.0-or-later WITH GCC-exception-3.1\n"
        "GNU C library 2.36                      LGPL-2.1-or-later\n");
}

TEST_CASE("what each licence wants said beside a binary") {
  const std::string all = test::output_of({"licenses"});
  for (const char* part :
       {"Copyright 2017-2020 University of Cincinnati", "2. Redistributions in binary form must reproduce",
        "Copyright 2013-2022 Niels Lohmann", "Copyright 2008 Jesse Beder", "Copyright 2012-2020 Victor Zverovich",
        "Copyright 1991-2007 Unicode, Inc.", "Copyright 2013-2017 Frank Denis",
        "Copyright 2015-2020 Kevin Wojniak", "Copyright Tristen Brown", "LGPL-2.1-or-later",
        "all\ncopies or substantial portions of the Software."}) {
    CAPTURE(part);
    CHECK(all.find(part) != std::string::npos);
  }
}

TEST_CASE("the versions are those that the program was built with") {
  const std::string names = test::output_of({"licenses", "--names"});
  const auto json = fmt::format("nlohmann/json {}.{}.{} ", NLOHMANN_JSON_VERSION_MAJOR,
                                NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH);
  const auto own = fmt::format("fmt {}.{}.{} ", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100);
  CHECK_MESSAGE(names.find(json) != std::string::npos, json);
  CHECK_MESSAGE(names.find(own) != std::string::npos, own);
}

TEST_CASE("into a file") {
  const test::Folder folder;
  CHECK(test::output_of({"licenses", "-O", folder.path("l.txt")}) == "");
  std::ifstream in(folder.path("l.txt"), std::ios::binary);
  CHECK(std::string(std::istreambuf_iterator<char>(in), {}) == test::output_of({"licenses"}));
  CHECK(test::kvtally({"licenses", "-O", ""}).exit_code == 2);
  CHECK(test::kvtally({"licenses", "-O", folder.path("none/l.txt")}).exit_code == 4);
  CHECK(test::kvtally({"licenses", "mit"}).exit_code == 2);
}

}  // namespace

}  // namespace kvtally::licenses_test
