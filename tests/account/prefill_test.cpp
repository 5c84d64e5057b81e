#include "account/prefill.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "account/random_composition.hpp"
#include "model/presets.hpp"
#include "support/print.hpp"

namespace kvtally::prefill_test {

namespace {

using test::pick;

// The oracle: one token after the other.
Step summed(const Layer& layer, const Stretch& stretch, LatentForm form) {
  Layer used = layer;
  for (Memory& memory : used.memories) {
    if (form == LatentForm::expanded && memory.expanded) {
      memory.scoring = *memory.expanded;
    }
  }
  Step sum;
  for (Wide seen = stretch.prefix.value + 1; seen <= stretch.prefix.value + stretch.count.value; ++seen) {
    sum += step_of(used, Tokens{seen});
  }
  return sum;
}

Layer any_layer() {
  Layer layer = test::random_layer();
  for (Memory& memory : layer.memories) {
    if (test::coin()) {
      memory.expanded = Scoring{pick(1, 8), pick(1, 64), pick(1, 64)};
    }
  }
  return layer;
}

Stretch any_stretch() { return {Tokens{pick(0, 60)}, Tokens{pick(1, 60)}}; }

// What an own memory stores of the tokens behind a prefix when all are computed, position by position.
Bytes left(const Layer& layer, const Stretch& stretch) {
  const std::int64_t before = static_cast<std::int64_t>(stretch.prefix.value);
  const std::int64_t last = before + static_cast<std::int64_t>(stretch.count.value);
  Bytes sum;
  for (const Memory& memory : layer.memories) {
    std::int64_t entries = 0;
    for (std::int64_t position = before + 1; position <= last; ++position) {
      const auto* window = std::get_if<Window>(&memory.retention);
      const auto* chunk = std::get_if<Chunk>(&memory.retention);
      const auto* pooled = std::get_if<Pooled>(&memory.retention);
      const bool ends =
          pooled != nullptr && position >= pooled->span && (position - pooled->span) % pooled->every == 0;
      entries += window != nullptr   ? position > last - window->first - window->size
                 : chunk != nullptr  ? position > last - chunk->size
                 : pooled != nullptr ? ends
                                     : !std::holds_alternative<Fixed>(memory.retention);
    }
    sum += entry_bytes(memory.entry) * entries;
  }
  return layer.sharing.owner == Sharing::Owner::own ? sum : Bytes{};
}

TEST_CASE("property: arithmetic is that of the tokens one by one, written is what is left") {
  CHECK(rc::check([] {
    const Layer layer = any_layer();
    const Stretch stretch = any_stretch();
    const LatentForm form = test::coin() ? LatentForm::expanded : LatentForm::absorbed;
    const Step step = prefill_of(layer, stretch, form);
    const Step oracle = summed(layer, stretch, form);
    RC_ASSERT(step.arithmetic == oracle.arithmetic);
    RC_ASSERT(step.written.entries == left(layer, stretch));
    RC_ASSERT(step.written.entries <= oracle.written.entries);
    RC_ASSERT(step.written.indexer == oracle.written.indexer);
    RC_ASSERT(step.written.open.value >= 0);
    RC_ASSERT(step.written.state <= oracle.written.state);
    RC_ASSERT(step.read.total() <= oracle.read.total());
  }));
}

// A stretch cut in two computes the same; the second part reads what the first one stored, and has its own to
// leave.
TEST_CASE("property: chunks of a prompt add up to it") {
  CHECK(rc::check([] {
    const Layer layer = any_layer();
    const Stretch first = any_stretch();
    const Stretch second{first.prefix + first.count, Tokens{pick(1, 60)}};
    const Stretch both{first.prefix, first.count + second.count};
    Step sum = prefill_of(layer, first, LatentForm::expanded);
    sum += prefill_of(layer, second, LatentForm::expanded);
    const Step whole = prefill_of(layer, both, LatentForm::expanded);
    RC_ASSERT(sum.arithmetic == whole.arithmetic);
    RC_ASSERT(sum.written.entries >= whole.written.entries);
    RC_ASSERT(sum.written.open >= whole.written.open);
    RC_ASSERT(sum.read.total() >= whole.read.total());
  }));
}

TEST_CASE("property: tokens that are decoded together read no less than the last and no more than each") {
  CHECK(rc::check([] {
    const Layer layer = any_layer();
    const Stretch stretch = any_stretch();
    const Step step = joint_step(layer, stretch);
    const Step oracle = summed(layer, stretch, LatentForm::absorbed);
    const Step last = step_of(layer, stretch.prefix + stretch.count);
    RC_ASSERT(step.arithmetic == oracle.arithmetic);
    RC_ASSERT(step.read.entries >= last.read.entries);
    RC_ASSERT(step.read.entries <= oracle.read.entries);
    RC_ASSERT(step.read.indexer >= last.read.indexer);
    RC_ASSERT(step.read.indexer <= oracle.read.indexer);
    RC_ASSERT((stretch.count.value > 1 || step == last));
  }));
}

TEST_CASE("full attention: P(P+1)/2 pairs, and P times the prefix more") {
  const Layer layer = full_attention(key_value_memory({8, 2, 64, 32}));  // 8 heads x (64 + 32) = 768 a pair
  const Step alone = prefill_of(layer, {Tokens{0}, Tokens{4096}}, LatentForm::expanded);
  CHECK(alone.arithmetic.scores == MultiplyAdds{Wide{768} * 4096 * 4097 / 2});
  CHECK(alone.read.total() == Bytes{0});
  CHECK(alone.written.entries == Bytes{Wide{4096} * 2 * (64 + 32) * 2});
  const Step chunk = prefill_of(layer, {Tokens{1000}, Tokens{24}}, LatentForm::expanded);
  CHECK(chunk.arithmetic.scores == MultiplyAdds{Wide{768} * (24 * 1000 + 24 * 25 / 2)});
  CHECK(chunk.read.entries == Bytes{1000 * 384});
}

TEST_CASE("2^40 tokens are summed in a moment") {
  const Layer layer = full_attention(key_value_memory({1, 1, 1, 1}));
  const Wide tokens = (Wide{1} << 40) - 1;
  const Step step = prefill_of(layer, {Tokens{0}, Tokens{tokens}}, LatentForm::expanded);
  CHECK(step.arithmetic.scores == MultiplyAdds{tokens * (tokens + 1)});  // 2 multiply-adds a pair
}

TEST_CASE("a window reads at most W - 1 positions of before, a chunk those of its own") {
  const Memory memory = key_value_memory({1, 1, 1, 1});  // 4 bytes an entry
  const auto read = [](const Layer& layer, std::int64_t prefix) {
    return prefill_of(layer, {Tokens{prefix}, Tokens{50}}, LatentForm::expanded).read.entries;
  };
  CHECK(read(sliding_attention(memory, 8), 0) == Bytes{0});
  CHECK(read(sliding_attention(memory, 8), 5) == Bytes{5 * 4});
  CHECK(read(sliding_attention(memory, 8), 100) == Bytes{7 * 4});
  CHECK(read(sliding_attention(memory, 8, 4), 100) == Bytes{11 * 4});
  CHECK(read(chunked_attention(memory, 8), 100) == Bytes{4 * 4});
  CHECK(read(chunked_attention(memory, 8), 96) == Bytes{0});
}

TEST_CASE("top-k: the first token's choice stands for what all of them read") {
  const Layer layer = deepseek_sparse_attention(key_value_memory({1, 1, 1, 1}), {{2, 64}, 16});
  const Step step = prefill_of(layer, {Tokens{100}, Tokens{50}}, LatentForm::expanded);
  CHECK(step.read.entries == Bytes{15 * 4});  // 16, of which its own may be one
  CHECK(step.read.indexer == Bytes{100 * 128});
  CHECK(step.arithmetic.scores == MultiplyAdds{50 * 16 * 2});
  CHECK(step.arithmetic.indexer == MultiplyAdds{128 * (50 * 100 + 50 * 51 / 2)});
}

TEST_CASE("a latent has two forms") {
  const Layer layer = full_attention(latent_memory({128, 512, 64, 128, 128}));
  const Stretch one{Tokens{0}, Tokens{1}};
  CHECK(prefill_of(layer, one, LatentForm::absorbed).arithmetic.scores == MultiplyAdds{128 * (576 + 512)});
  CHECK(prefill_of(layer, one, LatentForm::expanded).arithmetic.scores == MultiplyAdds{128 * (192 + 128)});
}

TEST_CASE("a state is read and written once, whatever the stretch") {
  Layer layer;
  layer.state = {{{"matrix", StateRole::recurrent, {2, 4, 8}, f32(), StateTensor::Rewrite::whole},
                  {"tail", StateRole::convolution, {16, 3}, bf16(), StateTensor::Rewrite::column}},
                 {{"matrix", MultiplyAdds{100}}}};
  const Step step = prefill_of(layer, {Tokens{10}, Tokens{1000}}, LatentForm::expanded);
  CHECK(step.read.state == Bytes{256 + 96});
  CHECK(step.written.state == Bytes{256 + 96});
  CHECK(step.arithmetic.state == MultiplyAdds{100'000});
  CHECK(prefill_of(layer, {Tokens{10}, Tokens{2}}, LatentForm::expanded).written.state == Bytes{256 + 64});
}

TEST_CASE("the rows that wait are read when the stretch completes an entry") {
  Layer layer = heavily_compressed_attention({8, 64}, 4, 16);
  const auto open = [&](std::int64_t prefix, std::int64_t count) {
    return prefill_of(layer, {Tokens{prefix}, Tokens{count}}, LatentForm::expanded);
  };
  const Bytes row = entry_bytes(layer.memories.back().open->pending);
  CHECK(row > Bytes{0});
  CHECK(open(10, 5).read.open == Bytes{0});
  CHECK(open(10, 6).read.open == row * 10);
  CHECK(open(10, 100).read.open == row * 10);
  CHECK(open(10, 5).written.open == row * 5);  // all of them wait
  CHECK(open(10, 6).written.open == Bytes{0});
  CHECK(open(10, 8).written.open == row * 2);
  CHECK(joint_step(layer, {Tokens{10}, Tokens{6}}).written.open == row * 6);
}

TEST_CASE("rows that the next entry reads again are left, where the stretch made them") {
  Layer layer = compressed_sparse_attention({8, 64}, {128, 4, {4, 32}, 16});
  const Open& open = *layer.memories.back().open;
  REQUIRE(open.every == 4);
  REQUIRE(open.overlap_blocks == 1);
  const Indexer& indexer = *layer.memories.back().indexer;
  const auto written = [&](std::int64_t prefix, std::int64_t count) {
    return prefill_of(layer, {Tokens{prefix}, Tokens{count}}, LatentForm::expanded).written.open;
  };
  const Bytes waiting = entry_bytes(open.pending) + entry_bytes(indexer.open->pending);
  const Bytes again = entry_bytes(open.overlap) + entry_bytes(indexer.open->overlap);
  CHECK(written(0, 2) == waiting * 2);
  CHECK(written(0, 10) == waiting * 2 + again * 4);  // 8 complete, of which the last 4 are read again; 2 wait
  CHECK(written(7, 3) == waiting * 2 + again * 1);   // of those 4 the stretch made the last
  CHECK(written(8, 2) == waiting * 2);
}

}  // namespace

}  // namespace kvtally::prefill_test
