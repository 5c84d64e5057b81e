#include <fmt/format.h>

#include "reference/layer/rwkv7_layer.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_vector.hpp"
#include "verify/vectors/recurrent_run.hpp"
#include "verify/vectors/runner.hpp"

// RWKV-7's time mixing: each layer at once, and token by token.

namespace kvtally {

namespace {

using reference::Linear;
using reference::LowRank;
using reference::Rwkv7Layer;
using reference::StateLayer;
using reference::Tensor;

struct Rwkv7Sizes {
  std::int64_t tokens, heads, dim;
  std::int64_t hidden() const { return heads * dim; }
};

// The weights of one layer, under its name.
class Weights {
 public:
  Weights(const Item& all, std::string layer, std::int64_t hidden)
      : all_(all), layer_(std::move(layer)), hidden_(hidden) {}

  Item operator[](const std::string& name) const { return all_[layer_ + "." + name]; }
  Tensor vector(const std::string& name) const { return (*this)[name].tensor({hidden_}); }
  Linear square(const std::string& name) const { return {(*this)[name].tensor({hidden_, hidden_}), {}}; }
  // x W1 and y W2 + bias: the file has the weights the other way round.
  LowRank low_rank(const std::string& name, const std::string& bias) const {
    const Item down = (*this)[name + "1"];
    const std::int64_t rank = down.any_tensor(2).size(1);
    if (rank < 1) {
      down.refuse("a gate has a rank of 1 at least");
    }
    return {{turned(down.tensor({hidden_, rank})), {}},
            {turned((*this)[name + "2"].tensor({rank, hidden_})), bias.empty() ? Tensor() : vector(bias)}};
  }

 private:
  static Tensor turned(const Tensor& matrix) {
    const Tensor out = transposed(reshaped(matrix, {1, 1, matrix.size(0), matrix.size(1)}));
    return reshaped(out, {matrix.size(1), matrix.size(0)});
  }

  Item all_;
  std::string layer_;
  std::int64_t hidden_;
};

Rwkv7Layer rwkv7_of(VectorFile& file, const std::string& name, const Rwkv7Sizes& s) {
  const Weights weights(file["weights"], name, s.hidden());
  const auto by_head = [&](const char* of) { return reshaped(weights.vector(of), {s.heads, s.dim}); };
  Rwkv7Layer layer{.shares = {weights.vector("mr"), weights.vector("mw"), weights.vector("mk"),
                              weights.vector("mv"), weights.vector("ma"), weights.vector("mg")},
                   .receptance = weights.square("Wr"),
                   .key = weights.square("Wk"),
                   .value = weights.square("Wv"),
                   .output = weights.square("Wo"),
                   .decay = weights.low_rank("Ww", "w_bias"),
                   .rate = weights.low_rank("Wa", "a_bias"),
                   .gate = weights.low_rank("Wg", ""),
                   .first_value = {},
                   .removal = weights.vector("k_k"),
                   .rated_key = weights.vector("k_a"),
                   .bonus = weights["r_k"].tensor({s.heads, s.dim}),
                   .norm = by_head("ln_w"),
                   .norm_bias = by_head("ln_b"),
                   .eps = static_cast<reference::Real>(file["parameters"]["group_norm_eps"].number())};
  if (name != "layer0") {
    layer.first_value = weights.low_rank("Wv", "v_bias");
  }
  return layer;
}

// One layer's input and what the source recorded of it.
struct RecordedRwkv7 {
  std::string name;
  Rwkv7Layer layer;
  Tensor x, output, value, after_step, final;
};

constexpr std::int64_t kStep = 4;  // tokens behind which the state was recorded

RecordedRwkv7 recorded_rwkv7(VectorFile& file, const std::string& name, const Rwkv7Sizes& s) {
  const Item outputs = file["outputs"];
  const reference::Shape rows{s.tokens, s.hidden()};
  const reference::Shape state{s.heads, s.dim, s.dim};
  return {.name = name,
          .layer = rwkv7_of(file, name, s),
          .x = file["inputs"][name + "_x"].tensor(rows),
          .output = outputs[name + "_output"].tensor(rows),
          .value = outputs[name + "_v0"].tensor(rows),
          .after_step = outputs[name + "_state_step4"].tensor(state),
          .final = outputs[name + "_final_state"].tensor(state)};
}

// The layer over all tokens, in calls of so many; the values of the first layer, which the next one needs.
Tensor compare_rwkv7(Checks& checks, const RecordedRwkv7& recorded, const Tensor& first_values, bool at_once) {
  reference::Counter counter;
  StateLayer state(counter);
  allocate_rwkv7(state, recorded.layer, 1, reference::codec("real"), reference::codec("real"));
  const std::int64_t tokens = recorded.x.size(0);
  const std::int64_t hidden = recorded.x.size(1);
  const Tensor x = reshaped(recorded.x, {1, tokens, hidden});
  const auto near = [&](const char* what, const Tensor& expected, const Tensor& ours) {
    checks.near(fmt::format("{} {} ({})", recorded.name, what, at_once ? "at once" : "token by token"), expected,
                reshaped(ours, expected.shape()), kVectorBound);
  };
  const bool is_first = first_values.count() == 0;
  reference::Rwkv7Output all{Tensor({1, 0, hidden}), Tensor({1, 0, hidden})};
  const std::int64_t call = at_once ? tokens : 1;
  for (std::int64_t t = 0; t < tokens; t += call) {
    const Tensor first = is_first ? Tensor() : slice(first_values, 1, t, t + call);
    const auto out = rwkv7_layer(state, recorded.layer, slice(x, 1, t, t + call), first, counter);
    all = {joined(all.output, out.output, 1), joined(all.value, out.value, 1)};
    if (!at_once && t + 1 == kStep) {
      near("state_step4", recorded.after_step, transposed(state.held("matrix")));
    }
  }
  near("output", recorded.output, all.output);
  near("v0", recorded.value, is_first ? all.value : first_values);
  near("final_state", recorded.final, transposed(state.held("matrix")));
  return is_first ? all.value : first_values;
}

}  // namespace

void run_rwkv7(VectorFile& file, Checks& checks) {
  const Item given = file["parameters"];
  Rwkv7Sizes sizes{given["T"].size(), given["n_head"].size(), given["head_size"].size()};
  if (!can_be(given, static_cast<double>(sizes.hidden()) * static_cast<double>(sizes.hidden() + sizes.tokens))) {
    sizes = {1, 1, 1};
  }
  if (sizes.tokens < kStep) {
    given["T"].refuse("the state was recorded behind more tokens");
  }
  const RecordedRwkv7 first = recorded_rwkv7(file, "layer0", sizes);
  const RecordedRwkv7 second = recorded_rwkv7(file, "layer1", sizes);
  if (file.failed()) {
    return;
  }
  for (const bool at_once : {true, false}) {
    const Tensor values = compare_rwkv7(checks, first, {}, at_once);
    compare_rwkv7(checks, second, values, at_once);
  }
}

}  // namespace kvtally
