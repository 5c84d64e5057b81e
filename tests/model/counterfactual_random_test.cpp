#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "account/random_composition.hpp"
#include "account/step.hpp"
#include "account/terms.hpp"
#include "model/counterfactual.hpp"
#include "model/presets.hpp"

// Properties of one shape with several attentions, over shapes that no model has.
namespace kvtally::counterfactual_random_test {

namespace {

using test::coin;
using test::pick;
using Kind = Attention::Kind;

constexpr std::int64_t kDivisors = 12;  // every number of query heads is a multiple of it

Memory random_heads() {
  const std::int64_t query_heads = kDivisors * pick(1, 3);
  switch (pick(0, 2)) {
    case 0: {
      const auto heads = *rc::gen::element<std::int64_t>(1, 2, 3, 4, 6, kDivisors);
      return key_value_memory({query_heads, heads, pick(1, 64), pick(1, 64)});
    }
    case 1: return latent_memory({query_heads, pick(1, 64), pick(0, 16), pick(1, 64), pick(1, 64)});
    default: return shared_row_memory({query_heads, pick(1, 64)});
  }
}

Layer random_layer() {
  const Memory memory = random_heads();
  switch (pick(0, 5)) {
    case 0: return sliding_attention(memory, pick(1, 40), pick(0, 3));
    case 1: return chunked_attention(memory, pick(1, 40));
    case 2: return deepseek_sparse_attention(memory, {{pick(1, 4), pick(1, 16)}, pick(1, 20)});
    case 3: return state_layer(linear_state({pick(1, 4), pick(1, 4), pick(1, 8), pick(1, 8)}));
    case 4: return with_encoder_memory(full_attention(memory), random_heads(), pick(1, 9));
    default: return full_attention(memory);
  }
}

Model random_shape() {
  Model model;
  append_layer(model, model.order, full_attention(random_heads()), pick(1, 3));
  for (std::int64_t sorts = pick(0, 3); sorts > 0; --sorts) {
    Layer layer = random_layer();
    if (coin()) {
      layer.sharing.owner = Sharing::Owner::layer_before;
    }
    append_layer(model, model.order, std::move(layer), pick(1, 3));
  }
  return model;
}

Model given(const Model& model, const Attention& attention) {
  auto out = counterfactual(model, attention);
  RC_ASSERT(out.has_value());
  return *out;
}

Bytes kept(const Model& model, Tokens seen) { return tally(terms_of(model), seen).total(); }

Wide read(const Model& model, Tokens seen) {
  Wide out = 0;
  for (const Run& run : model.order) {
    out += step_of(model.layers[run.layer], seen).read.total().value * run.count;
  }
  return out;
}

TEST_CASE("fewer key-value heads never keep or read more") {
  CHECK(rc::check("mqa <= gqa-M <= gqa-N <= mha where M divides N", [] {
    const Model model = random_shape();
    const Tokens seen{pick(1, 100)};
    const auto fewer = *rc::gen::element<std::int64_t>(1, 2, 3);
    const Attention mha{Kind::mha, 0, 0, {}};
    const std::vector<Attention> falling{
        mha, {Kind::gqa, 2 * fewer, 0, {}}, {Kind::gqa, fewer, 0, {}}, {Kind::mqa, 0, 0, {}}};
    for (std::size_t i = 1; i < falling.size(); ++i) {
      RC_ASSERT(kept(given(model, falling[i]), seen) <= kept(given(model, falling[i - 1]), seen));
      RC_ASSERT(read(given(model, falling[i]), seen) <= read(given(model, falling[i - 1]), seen));
    }
  }));
}

TEST_CASE("one head for each query head, and one for all") {
  CHECK(rc::check("gqa-H == mha and gqa-1 == mqa", [] {
    Model model;
    append_layer(model, model.order, full_attention(random_heads()), pick(1, 3));
    const std::int64_t heads = model.layers.front().memories.front().scoring.query_heads;
    const auto layers = [&](const Attention& attention) { return given(model, attention).layers; };
    RC_ASSERT(layers({Kind::gqa, heads, 0, {}}) == layers({Kind::mha, 0, 0, {}}));
    RC_ASSERT(layers({Kind::gqa, 1, 0, {}}) == layers({Kind::mqa, 0, 0, {}}));
  }));
}

TEST_CASE("a window, a chunk or a choice that holds everything is full attention") {
  CHECK(rc::check("at S <= W", [] {
    Model model;
    for (std::int64_t sorts = pick(1, 3); sorts > 0; --sorts) {
      append_layer(model, model.order, full_attention(random_heads()), pick(1, 3));
    }
    const Tokens seen{pick(1, 100)};
    const std::int64_t size = static_cast<std::int64_t>(seen.value) + pick(0, 5);
    const Model window = given(model, {Kind::swa, size, pick(0, 3), {}});
    const Model chunk = given(model, {Kind::chunked, size, 0, {}});
    const Model chosen = given(model, {Kind::dsa, size, 0, {}});
    RC_ASSERT(kept(window, seen) == kept(model, seen));
    RC_ASSERT(read(window, seen) == read(model, seen));
    RC_ASSERT(kept(chunk, seen) == kept(model, seen));
    RC_ASSERT(tally(terms_of(chosen), seen)[Part::entries] == tally(terms_of(model), seen)[Part::entries]);
  }));
}

TEST_CASE("a counterfactual of a counterfactual") {
  CHECK(rc::check("query heads and value widths survive, whatever stands between", [] {
    const Model model = random_shape();
    const Attention last = *rc::gen::element(Attention{Kind::mha, 0, 0, {}}, Attention{Kind::gqa, 4, 0, {}},
                                             Attention{Kind::mqa, 0, 0, {}});
    const Attention between =
        *rc::gen::element(Attention{Kind::mha, 0, 0, {}}, Attention{Kind::mqa, 0, 0, {}},
                          Attention{Kind::mla, 0, 0, Attention::Pair{16, 4}}, Attention{Kind::swa, 7, 0, {}},
                          Attention{Kind::chunked, 7, 0, {}}, Attention{Kind::dsa, 7, 0, {}});
    RC_ASSERT(given(given(model, between), last).layers == given(model, last).layers);
    RC_ASSERT(given(given(model, last), last) == given(model, last));
  }));
  CHECK(rc::check("a latent that is expanded to heads of one width comes back from them", [] {
    const std::int64_t width = pick(1, 64);
    const std::int64_t rank = pick(1, 64);
    const std::int64_t rope = pick(0, 16);
    Model model;
    append_layer(model, model.order, full_attention(latent_memory({12, rank, rope, width, width})), 2);
    const Model heads = given(model, {Kind::mha, 0, 0, {}});
    RC_ASSERT(given(heads, {Kind::mla, 0, 0, Attention::Pair{rank, rope}}).layers == model.layers);
  }));
}

}  // namespace

}  // namespace kvtally::counterfactual_random_test
