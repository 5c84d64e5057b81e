#include <doctest/doctest.h>
#include <fmt/format.h>

#include "verify/proofs/parts.hpp"

namespace kvtally::paged_test {

namespace {

// What was compared, bytes as numbers of the computing type.
std::string counted(const Check& check) {
  if (!check.counted) {
    return fmt::format("{}: {}\n", check.name, *check.error);
  }
  const bool bytes = check.unit == "bytes";
  const Wide scale = bytes ? sizeof(reference::Real) : 1;
  return fmt::format("{}: {} {}\n", check.name, static_cast<std::int64_t>(*check.counted / scale),
                     bytes ? "numbers" : check.unit);
}

}  // namespace

TEST_CASE("what is proved of pages holds, and says what was compared") {
  std::string out;
  for (const Proof& proof : paged_proofs()) {
    for (const Check& check : run(proof, {})) {
      CHECK_MESSAGE(check.passed, check.name);
      CHECK(check.kind == "paged");
      out += counted(check);
    }
  }
  // A token has 2 heads of 3 + 5 numbers. Two blocks of 4 tokens are copied; three requests have blocks of 16.
  const std::string_view first =
      "paged.fork/unshared: 8 blocks\n"
      "paged.fork/shared: 2 blocks\n"
      "paged.fork/kept: 128 numbers\n"
      "paged.fork/copied: 128 numbers\n"
      "paged.hash/equal prompts: 1600 equal hashes\n"
      "paged.hash/another token in the fifth block: 800 equal hashes\n"
      "paged.hash/another group: 0 equal hashes\n"
      "paged.leaks/references that are no table's entry, and blocks in two places: 0 faults\n"
      "paged.leaks/in use after the last request: 0 blocks\n"
      "paged.dense/eager/prefill, then decode: 0\n"
      "paged.dense/eager/forks, reorders, crops, equal prompts: 0\n";
  const std::string_view last =
      "paged.blocks/S=1: 768 numbers\n"
      "paged.blocks/S=15: 768 numbers\n"
      "paged.blocks/S=16: 768 numbers\n"
      "paged.blocks/S=17: 1536 numbers\n"
      "paged.blocks/S=48: 2304 numbers\n"
      "paged.blocks/S=49: 3072 numbers\n";
  CHECK(out.substr(0, first.size()) == first);
  CHECK(out.substr(out.size() - last.size()) == last);
}

}  // namespace kvtally::paged_test
