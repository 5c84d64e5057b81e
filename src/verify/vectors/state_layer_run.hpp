#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "reference/cache/state.hpp"
#include "verify/check.hpp"
#include "verify/vector_file.hpp"

namespace kvtally {

/// A layer with a state, as its runner makes it.
struct StateLayerForm {
  std::string_view name;
  std::function<void(reference::StateLayer& state)> allocate;
  std::function<reference::Tensor(reference::StateLayer& state, const reference::Tensor& x,
                                  reference::Counter& counter)>
      run;
};

/// What a source has recorded of such a layer behind some tokens; what is absent isn't compared.
struct StateRecord {
  std::optional<reference::Tensor> output;
  std::optional<reference::Tensor> matrix;  // [batch, heads, key dim, value dim]
  std::optional<reference::Tensor> tail;    // the last k inputs of the convolution, zeros before the first token
};

/// Of all runs.
struct StateLayerRecord {
  StateRecord whole;                  // over all tokens at once
  std::optional<std::int64_t> first;  // over so many at once,
  StateRecord prefill;
  StateRecord decode;  // then over the others one by one
};

/// Runs the layer over x [batch, tokens, hidden] and compares. `inputs` are those of the convolution [batch,
/// tokens, channels]; without a tail they aren't looked at. The source keeps one input more than a step needs: the
/// oldest, which is compared with these.
void compare_state_layer(Checks& checks, const StateLayerForm& form, const reference::Tensor& x,
                         const reference::Tensor& inputs, const StateLayerRecord& recorded);

/// "prefill_len", less than the tokens.
std::int64_t first_tokens(VectorFile& file, std::int64_t tokens);

/// Compares the file's "scale" with ours.
void compare_scale(VectorFile& file, double ours, Checks& checks);

}  // namespace kvtally
