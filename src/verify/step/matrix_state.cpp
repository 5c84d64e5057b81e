#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "reference/kind/convolution_tail.hpp"
#include "reference/kind/gated_linear.hpp"
#include "reference/kind/kimi_delta.hpp"
#include "reference/kind/lightning.hpp"
#include "reference/kind/linear_attention.hpp"
#include "reference/kind/retention.hpp"
#include "reference/kind/short_convolution.hpp"
#include "reference/tensor/linear.hpp"
#include "verify/random/filler.hpp"
#include "verify/step/steps.hpp"

namespace kvtally {

namespace {

using namespace reference;  // NOLINT: the executor's names

const StateTensor* tensor_of(const State& state, std::string_view name) {
  const auto found = std::ranges::find(state.tensors, name, &StateTensor::name);
  return found == state.tensors.end() ? nullptr : &*found;
}

struct Sizes {
  std::int64_t key_heads = 1;
  std::int64_t heads = 1;
  std::int64_t key_dim = 1;
  std::int64_t value_dim = 1;
  std::int64_t channels = 0;  // of a convolution over queries, keys and values, or values alone; 0: there is none
  std::int64_t kernel = 1;
};

bool over_values(const Sizes& s) { return s.channels == s.heads * s.value_dim; }

Sizes sizes_of(const State& state) {
  const std::vector<std::int64_t>& matrix = tensor_of(state, "matrix")->shape;
  Sizes s{.key_heads = matrix[0], .heads = matrix[0], .key_dim = matrix[1], .value_dim = matrix[2]};
  if (const StateTensor* tail = tensor_of(state, "convolution")) {
    s.channels = tail->shape[0];
    s.kernel = tail->shape[1] + 1;
    if (!over_values(s)) {
      s.key_heads = (s.channels - s.heads * s.value_dim) / (2 * s.key_dim);
    }
  }
  return s;
}

Tensor gate(const NewTokens& tokens, std::int64_t width) {
  return filler({1, tokens.values.size(1), tokens.values.size(2), width});
}

// The rule that a kind of state changes by.
struct Rule {
  std::string_view kind;
  void (*run)(const NewTokens& tokens, Tensor& matrix, Counter& counter);
};
constexpr std::array kRules{
    Rule{"linear", [](const NewTokens& t, Tensor& m, Counter& c) { linear_attention(t, m, c); }},
    Rule{"retention", [](const NewTokens& t, Tensor& m, Counter& c) { retention(t, m, c); }},
    Rule{"lightning",
         [](const NewTokens& t, Tensor& m, Counter& c) { lightning(t, lightning_slopes(m.size(1), 0, 1), m, c); }},
    Rule{"gla", [](const NewTokens& t, Tensor& m, Counter& c) { gated_linear(t, gate(t, m.size(2)), m, c); }},
    Rule{"delta", [](const NewTokens& t, Tensor& m, Counter& c) { delta_rule(t, gate(t, 1), m, c); }},
    Rule{"gdn", [](const NewTokens& t, Tensor& m, Counter& c) { gated_delta(t, {gate(t, 1), gate(t, 1)}, m, c); }},
    Rule{"kda",
         [](const NewTokens& t, Tensor& m, Counter& c) { kimi_delta(t, {gate(t, m.size(2)), gate(t, 1)}, m, c); }},
};

class MatrixStateStep {
 public:
  explicit MatrixStateStep(const State& given) : given_(given), s_(sizes_of(given)) {
    for (const StateTensor& tensor : given.tensors) {
      const CodecPtr format = codec(tensor.format.name);
      if (tensor.name == "matrix") {
        state_.allocate(tensor.name, {1, s_.heads, s_.key_dim, s_.value_dim}, format);
      } else if (tensor.name == "normaliser") {
        state_.allocate(tensor.name, {1, s_.heads, 1, s_.key_dim}, format);
      } else {
        allocate_tail(state_, tensor.name, 1, s_.channels, s_.kernel, format);
      }
    }
  }

  // As if so many tokens had gone into it.
  void fill(std::int64_t tokens) {
    if (tokens > 0) {
      state_.write("matrix", filler({1, s_.heads, s_.key_dim, s_.value_dim}));
      state_.saw(tokens);
    }
    counter_.take();
  }

  LayerStep compute() {
    const NewTokens tokens = s_.channels > 0 ? convolved() : NewTokens{keys(), keys(), values()};
    Tensor matrix = state_.read("matrix");
    if (tensor_of(given_, "normaliser") != nullptr) {
      Tensor normaliser = state_.read("normaliser");
      normalised_linear_attention(tokens, Real(1e-6), matrix, normaliser, counter_);
      state_.write("normaliser", normaliser);
    } else {
      std::ranges::find(kRules, given_.kind, &Rule::kind)->run(tokens, matrix, counter_);
    }
    state_.write("matrix", matrix);
    state_.saw(1);
    return {state_.footprint(), counter_.counts()};
  }

 private:
  NewTokens convolved() {
    const Convolution convolution{filler({s_.channels, s_.kernel}), {}};
    const Tensor all =
        short_convolution(state_, "convolution", filler({1, 1, s_.channels}), convolution, counter_);
    if (over_values(s_)) {
      return {keys(), keys(), split_heads(all, s_.heads)};
    }
    const std::int64_t width = s_.key_heads * s_.key_dim;
    return {split_heads(slice(all, 2, 0, width), s_.key_heads),
            split_heads(slice(all, 2, width, 2 * width), s_.key_heads),
            split_heads(slice(all, 2, 2 * width, s_.channels), s_.heads)};
  }
  Tensor keys() const { return filler({1, s_.key_heads, 1, s_.key_dim}); }
  Tensor values() const { return filler({1, s_.heads, 1, s_.value_dim}); }

  const State& given_;
  Sizes s_;
  Counter counter_;
  StateLayer state_{counter_};
};

std::string wrong_convolution(const State& state) {
  const Sizes s = sizes_of(state);
  const bool even = s.key_heads > 0 && s.heads % s.key_heads == 0 &&
                    2 * s.key_heads * s.key_dim + s.heads * s.value_dim == s.channels;
  return even || over_values(s) ? "" : "its convolution isn't one over queries, keys and values, or values alone";
}

std::string why_no_matrix_state_step(const Layer& layer) {
  const State& state = layer.state;
  for (const StateTensor& tensor : state.tensors) {
    const bool normaliser = tensor.name == "normaliser" && state.kind == "linear";
    const std::size_t axes = tensor.name == "matrix" ? 3 : 2;
    if ((tensor.name != "matrix" && tensor.name != "convolution" && !normaliser) || tensor.shape.size() != axes) {
      return fmt::format("its state holds '{}'", tensor.name);
    }
    if (!find_codec(tensor.format.name)) {
      return fmt::format("no codec stores {}", tensor.format.name);
    }
  }
  if (tensor_of(state, "matrix") == nullptr) {
    return "its state holds no matrix";
  }
  return tensor_of(state, "convolution") == nullptr ? "" : wrong_convolution(state);
}

LayerStep run_matrix_state(const Layer& layer, std::int64_t seen) {
  MatrixStateStep step(layer.state);
  step.fill(seen - 1);
  return step.compute();
}

}  // namespace

StepRunner matrix_state_step() { return {why_no_matrix_state_step, run_matrix_state}; }

}  // namespace kvtally
