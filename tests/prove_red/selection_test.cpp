#include "prove_red/parts.hpp"
#include "report/compiled_in.hpp"
#include "verify/proof.hpp"

// Mistakes of what is read, and of what chooses it.

namespace kvtally::selection_test {

namespace {

using test::FaultyCase;
using test::first_memory;

KVTALLY_FAULT(
    "indexer forgotten", "dsa.memory/deepseek-v3.2 S=2049 stored",
    .input = [](FaultyCase& of) { first_memory(of).indexer.reset(); })

KVTALLY_FAULT(
    "index keys of layers that use an earlier one's", "dsa.memory/glm-5.2 S=2049 stored",
    .input = [](FaultyCase& of) {
      Indexer& indexer = *first_memory(of).indexer;
      indexer.source = Indexer::Source::own;
      indexer.heads = 32;
      indexer.key.dim = 128;
    })

KVTALLY_FAULT(
    "top-k limits storage", "dsa.memory/deepseek-v3.2 S=2049 carried", .input = [](FaultyCase& of) {
      first_memory(of).retention = Window{std::get<TopK>(first_memory(of).selection).count, 0};
    })

KVTALLY_FAULT(
    "an index key a token where one a block is kept", "qsa.memory/qwen3.8-flash-next S=9 read indexer",
    .input = [](FaultyCase& of) { first_memory(of).indexer->pooling = {1, 1}; })

// Of a prefill of P tokens P(P + 1) / 2 pairs are useful; a kernel that makes the square performs P².
TEST_CASE("causal prefill at P^2 -> kernels.pairs/eager P=40 useful") {
  const std::vector<Proof> all = proofs();
  const auto proof = std::ranges::find(all, "kernels.pairs", &Proof::id);
  REQUIRE(proof != all.end());
  const std::vector<Check> checks = run(*proof, {});
  const auto check = [&](std::string_view name) {
    const auto found = std::ranges::find(checks, name, &Check::name);
    REQUIRE(found != checks.end());
    return *found;
  };
  const Check useful = check("kernels.pairs/eager P=40 useful");
  CHECK(useful.passed);
  Checks faulty{"p", "kernels"};
  faulty.equal("useful", *useful.expected, *check("kernels.pairs/eager P=40 performed").counted, "multiply-adds");
  CHECK_FALSE(faulty.all().front().passed);
}

}  // namespace

}  // namespace kvtally::selection_test
