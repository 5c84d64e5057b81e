#include "plan/division.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "account/terms.hpp"
#include "model/presets.hpp"
#include "verify/random/layer.hpp"

namespace kvtally::division_test {

namespace {

TEST_CASE("heads that are divided, and replicated past their number") {
  CHECK(replicated_share(8, 1) == 8);
  CHECK(replicated_share(8, 4) == 2);
  CHECK(replicated_share(8, 8) == 1);
  CHECK(replicated_share(8, 16) == 1);
  CHECK(replicated_share(1, 7) == 1);
  CHECK(replicated_share(8, 3) == std::nullopt);
  CHECK(replicated_share(8, 12) == std::nullopt);
}

TEST_CASE("grouped queries: both sorts of heads, widths as they are") {
  Refusals refusals;
  const Layer layer = device_layer(full_attention(key_value_memory({64, 8, 192, 128})), 16, refusals);
  CHECK(refusals.empty());
  const Memory& memory = layer.memories.front();
  CHECK(memory.scoring == Scoring{4, 192, 128});
  CHECK(memory.entry[0] == Row{Role::key, 1, 192, bf16()});
  CHECK(memory.entry[1] == Row{Role::value, 1, 128, bf16()});
}

TEST_CASE("latents: the heads' work is divided in both forms, the rows and the indexer are not") {
  Refusals refusals;
  const Memory latent = latent_memory({128, 512, 64, 128, 128});
  const Layer whole = deepseek_sparse_attention(latent, {{64, 128}, 2048, 1, false});
  const Layer layer = device_layer(whole, 8, refusals);
  CHECK(refusals.empty());
  const Memory& memory = layer.memories.front();
  CHECK(memory.entry == latent.entry);
  CHECK(memory.scoring.query_heads == 16);
  CHECK(memory.expanded->query_heads == 16);
  CHECK(memory.indexer == whole.memories.front().indexer);
}

TEST_CASE("native sparse attention: what waits to be pooled has the KV heads") {
  Refusals refusals;
  const Layer layer = device_layer(
      native_sparse_attention(key_value_memory({64, 4, 192, 128}), {32, 16, 64, 16, 512}), 4, refusals);
  CHECK(refusals.empty());
  for (const Memory& memory : layer.memories) {
    CHECK(memory.entry.front().heads == 1);
    if (memory.open) {
      CHECK(memory.open->pending.front().heads == 1);
      CHECK(memory.open->overlap.front().heads == 1);
    }
  }
}

TEST_CASE("an encoder's memory is divided like the decoder's own") {
  Refusals refusals;
  const Layer layer = device_layer(with_encoder_memory(full_attention(key_value_memory({20, 20, 64, 64})),
                                                       key_value_memory({20, 20, 64, 64}), 1500),
                                   4, refusals);
  CHECK(layer.memories.size() == 2);
  CHECK(layer.memories[1].entry.front().heads == 5);
}

TEST_CASE("a refusal is said once, and the layer stays whole there") {
  Refusals refusals;
  const Layer whole = full_attention(key_value_memory({64, 8, 128, 128}));
  const Layer layer = device_layer(whole, 3, refusals);
  CHECK(layer.memories.front().entry == whole.memories.front().entry);
  device_layer(whole, 3, refusals);
  CHECK(refusals.take().size() == 2);
}

TEST_CASE("random layers of every kind: a device has at most all, and tp devices at least all") {
  CHECK(rc::check([] {
    const Draw draw = [](std::int64_t low, std::int64_t high) { return *rc::gen::inRange(low, high + 1); };
    const Layer whole = random_layer(*rc::gen::elementOf(random_kind_names()), draw);
    const std::int64_t tp = *rc::gen::inRange<std::int64_t>(1, 9);
    const Tokens seen{*rc::gen::inRange<std::int64_t>(1, 200)};
    Refusals refusals;
    const auto bytes = [&](const Layer& layer) {
      Model model;
      append_layer(model, model.order, layer, 1);
      return tally(terms_of(model), seen).total().value;
    };
    const Wide device = bytes(device_layer(whole, tp, refusals));
    RC_ASSERT(device <= bytes(whole));
    if (refusals.empty()) {
      RC_ASSERT(device * tp >= bytes(whole));
    }
    Refusals none;
    RC_ASSERT(device_layer(whole, 1, none) == whole);
    RC_ASSERT(none.empty());
  }));
}

}  // namespace

}  // namespace kvtally::division_test
