#pragma once

#include <functional>
#include <optional>
#include <string>

#include "reference/kind/short_convolution.hpp"
#include "verify/check.hpp"
#include "verify/vector_file.hpp"

namespace kvtally {

/// The last `kernel` inputs of the tail "convolution", in order: [batch, channels, kernel]. Sources record the
/// oldest of them too, which no next step needs and which is no longer in our state: it comes from the inputs of
/// all tokens [batch, tokens, channels], or is zero before the first.
reference::Tensor last_inputs(const reference::StateLayer& state, const reference::Tensor& all,
                              std::int64_t kernel);

/// The sizes of a layer with a convolution and perhaps another state, and of its run.
struct RecurrentSizes {
  std::int64_t batch = 1;
  std::int64_t tokens = 1;
  std::int64_t hidden = 1;
  std::int64_t channels = 1;  // of the convolution
  std::int64_t kernel = 1;    // tokens that it spans
  std::int64_t first = 1;     // tokens of the first of several passes
};

/// Out of "parameters" (B, S, hidden, conv_kernel, prefill_len), without the channels.
RecurrentSizes recurrent_sizes(VectorFile& file);

/// What a source remembers at one time: the convolution's last `kernel` inputs [batch, channels, kernel], and a
/// state, where the layer has one.
struct RecurrentStates {
  reference::Tensor convolution;
  std::optional<reference::Tensor> state;
};

/// What a source has recorded of such a layer.
struct RecurrentFigures {
  reference::Tensor x;      // "hidden_states" [batch, tokens, hidden]
  reference::Tensor whole;  // "prefill_full", all tokens at once,
  reference::Tensor first;  // "prefill_first_P", the first tokens at once,
  reference::Tensor steps;  // "decode_steps", then the others one by one
  RecurrentStates after_first;
  RecurrentStates final;
};

/// Reads them; `state` is the shape of the state, empty for none.
RecurrentFigures recurrent_figures(VectorFile& file, const RecurrentSizes& sizes, const reference::Shape& state);

/// A layer of ours in the same terms.
struct RecurrentLayer {
  std::function<void(reference::StateLayer&)> allocate;
  /// The new tokens [batch, tokens, hidden] through the layer.
  std::function<reference::Tensor(reference::StateLayer&, const reference::Tensor&)> run;
  /// What goes into the convolution for the tokens x: [batch, tokens, channels].
  std::function<reference::Tensor(const reference::Tensor&)> inputs;
  /// The state in the source's layout; empty where there is none.
  std::function<reference::Tensor(const reference::StateLayer&)> state;
};

/// Runs the layer over all tokens at once, and in several passes, and compares every figure; `form` stands behind
/// the names.
void compare_recurrent(Checks& checks, const std::string& form, const RecurrentLayer& layer,
                       const RecurrentFigures& recorded, const RecurrentSizes& sizes);

/// Each matrix of a tensor [batch, heads, rows, columns] turned over: [batch, heads, columns, rows].
reference::Tensor transposed(const reference::Tensor& matrices);

/// The depthwise convolution NAME.weight [channels, 1, kernel], with NAME.bias [channels] where there is one.
reference::Convolution convolution_of(const Item& weights, const std::string& name, const RecurrentSizes& sizes);

}  // namespace kvtally
