#include "verify/proof.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <set>

#include "report/compiled_in.hpp"

namespace kvtally::proof_test {

namespace {

TEST_CASE("every proof has a name of its own, begun with its kind, a claim and a way") {
  std::set<std::string_view> ids;
  std::vector<std::string_view> kinds;
  for (const Proof& proof : proofs()) {
    CAPTURE(proof.id);
    CHECK(ids.insert(proof.id).second);
    CHECK(proof.id.starts_with(std::string(proof.kind) + "."));
    CHECK(proof.claim.size() > 20);
    CHECK(proof.how.size() > 10);
    if (kinds.empty() || kinds.back() != proof.kind) {
      kinds.push_back(proof.kind);
    }
  }
  // those of one kind stand together
  CHECK(std::set(kinds.begin(), kinds.end()).size() == kinds.size());
}

TEST_CASE("every proof passes, and compares something") {
  Subject subject;
  for (const std::string id : {"llama-2-7b", "gpt-oss-120b", "gemma-3n-e2b", "whisper-large-v3", "deepseek-v2",
                               "deepseek-v4-flash", "glm-5.3-flash"}) {
    if (const auto found = test::zoo().describe(id)) {
      subject.models.push_back(found->model);
    }
  }
  for (const Proof& proof : proofs()) {
    const std::vector<Check> checks = run(proof, subject);
    CHECK_MESSAGE(!checks.empty(), proof.id);
    for (const Check& check : checks) {
      CHECK_MESSAGE(check.passed, check.name);
    }
  }
}

TEST_CASE("any number of threads gives the same comparisons in the same order") {
  std::vector<Proof> some = proofs();
  std::erase_if(some, [](const Proof& proof) { return proof.kind != "paged" && proof.kind != "mla"; });
  const auto names = [&](unsigned threads) {
    std::vector<std::string> out;
    for (const Check& check : run(some, {}, threads)) {
      out.push_back(check.name);
      CHECK(check.passed);
    }
    return out;
  };
  const std::vector<std::string> alone = names(1);
  CHECK(alone.size() > 100);
  CHECK(names(2) == alone);
  CHECK(names(7) == alone);
}

TEST_CASE("every kind of layer that keeps something has a proof") { CHECK(unproved_kinds().empty()); }

}  // namespace

}  // namespace kvtally::proof_test
