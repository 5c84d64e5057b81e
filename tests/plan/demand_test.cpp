#include "plan/demand.hpp"

#include <doctest/doctest.h>

#include "plan/deployments.hpp"

namespace kvtally::demand_test {

namespace {

Demand percentiles() {
  Demand demand;
  demand.contexts = {{Tokens{4096}, 500, 1000}, {Tokens{32768}, 950, 1000}, {Tokens{131072}, 1000, 1000}};
  return demand;
}

Tally reserved(const std::string& id, const Demand& demand, std::int64_t requests) {
  return reserve_for(terms_of(test::weighed(id).model), demand, requests);
}

TEST_CASE("the context that steps are timed at is the mean") {
  CHECK(timed_context(demand_of(Tokens{4096})) == Tokens{4096});
  Demand grows = demand_of(Tokens{8192});
  grows.prompt = Tokens{6144};
  CHECK(timed_context(grows) == Tokens{7168});  // (6144 + 8192) / 2
  grows.prompt = Tokens{8191};
  CHECK(timed_context(grows) == Tokens{8192});  // rounded up
  grows.prompt = Tokens{10000};                 // it ends before its prompt does
  CHECK(timed_context(grows) == Tokens{8192});
  // 0.5 x 4096 + 0.45 x 32768 + 0.05 x 131072 = 23347.2
  CHECK(timed_context(percentiles()) == Tokens{23348});
  Demand mixed = percentiles();
  mixed.prompt = Tokens{2048};
  // 0.5 x 3072 + 0.45 x 17408 + 0.05 x 66560 = 12697.6
  CHECK(timed_context(mixed) == Tokens{12698});
  CHECK(longest_of(mixed) == Tokens{131072});
}

TEST_CASE("shorter classes are rounded down, never the longest") {
  using Counts = std::vector<std::int64_t>;
  CHECK(requests_by_class(percentiles(), 1000) == Counts{500, 450, 50});
  CHECK(requests_by_class(percentiles(), 1) == Counts{0, 0, 1});
  CHECK(requests_by_class(percentiles(), 2) == Counts{1, 0, 1});
  CHECK(requests_by_class(percentiles(), 21) == Counts{10, 9, 2});
  CHECK(requests_by_class(demand_of(Tokens{1}), 7) == Counts{7});
}

TEST_CASE("each class is reserved at its own end") {
  const Tally kept = reserved("llama-2-7b", percentiles(), 20);
  // half a MiB a token: 10 x 4096 + 9 x 32768 + 1 x 131072 tokens
  CHECK(kept[Part::entries] == Bytes{(Wide{10} * 4096 + 9 * 32768 + 131072) * 524288});
  CHECK(kept.total() == kept[Part::entries]);
}

TEST_CASE("a shared prefix is kept once by a memory of all positions") {
  Demand demand = demand_of(Tokens{4096});
  demand.shared_prefix = Tokens{1024};
  CHECK(reserved("llama-2-7b", demand, 5).total() == Bytes{Wide{1024 + 5 * 3072} * 524288});
  demand.shared_prefix = Tokens{100000};  // all of a request that is shorter
  CHECK(reserved("llama-2-7b", demand, 5).total() == Bytes{Wide{4096} * 524288});
}

TEST_CASE("a window saves only what of the prefix is still in it, a state nothing") {
  // Gemma 3 27B: 62 layers, of which 10 are full; a token takes 16 x 128 x 2 x 2 = 8192 B in one.
  Demand demand = demand_of(Tokens{32768});
  demand.shared_prefix = Tokens{2048};
  const Wide full = Wide{10} * 8192;
  const Wide window = Wide{52} * 8192 * 1024;
  CHECK(reserved("gemma-3-27b", demand, 3).total() == Bytes{full * (2048 + 3 * 30720) + window * 3});
  // at 2560 tokens 1024 - 512 of the window's are of the prefix
  demand.contexts = {{Tokens{2560}, 1, 1}};
  CHECK(reserved("gemma-3-27b", demand, 3).total() ==
        Bytes{full * (2048 + 3 * 512) + Wide{52} * 8192 * (512 + 3 * 512)});
  Demand alone = demand;
  alone.shared_prefix = {};
  CHECK(reserved("rwkv-7", demand, 3) == reserved("rwkv-7", alone, 3));
}

TEST_CASE("pooled entries of the prefix are those that were complete in it") {
  const Model model = test::weighed("deepseek-v4-flash").model;
  Demand demand = demand_of(Tokens{131072});
  demand.shared_prefix = Tokens{2050};  // 512 whole groups of 4, 16 of 128
  for (const Term& term : terms_of(model)) {
    if (term.form == Form::stair && !term.to && (term.every == 4 || term.every == 128)) {
      const Tally kept = reserve_for({term}, demand, 2);
      const Wide shared = 2050 / term.every;
      CHECK(kept.total() == term.bytes * (2 * (131072 / Wide{term.every}) - shared));
    }
  }
}

TEST_CASE("samples share the prompt of their request") {
  Demand demand = demand_of(Tokens{8192});
  demand.prompt = Tokens{6144};
  demand.samples = 4;
  CHECK(reserved("llama-2-7b", demand, 2).total() == Bytes{Wide{2} * (6144 + 4 * 2048) * 524288});
  demand.shared_prefix = Tokens{1024};  // of the prompt
  CHECK(reserved("llama-2-7b", demand, 2).total() == Bytes{Wide{1024 + 2 * (5120 + 4 * 2048)} * 524288});
  demand.samples = 1;
  CHECK(reserved("llama-2-7b", demand, 2).total() == Bytes{Wide{1024 + 2 * 7168} * 524288});
}

}  // namespace

}  // namespace kvtally::demand_test
