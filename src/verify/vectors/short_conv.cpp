#include "reference/layer/short_conv_layer.hpp"
#include "verify/vectors/layer_vector.hpp"
#include "verify/vectors/recurrent_run.hpp"
#include "verify/vectors/runner.hpp"

// LFM2's gated short convolution.

namespace kvtally {

void run_short_conv(VectorFile& file, Checks& checks) {
  using reference::StateLayer;
  using reference::Tensor;
  RecurrentSizes sizes = recurrent_sizes(file);
  sizes.channels = sizes.hidden;
  const Item weights = file["weights"];
  const reference::ShortConvLayer layer{linear_of(weights, "in_proj", 3 * sizes.hidden, sizes.hidden),
                                        convolution_of(weights, "conv", sizes),
                                        linear_of(weights, "out_proj", sizes.hidden, sizes.hidden)};
  const Item bias = file["parameters"]["bias"];
  if (bias.flag() != (layer.convolution.bias.count() > 0)) {
    bias.refuse("the weights say otherwise");
  }
  const RecurrentFigures recorded = recurrent_figures(file, sizes, {});
  if (file.failed()) {
    return;
  }
  reference::Counter counter;
  compare_recurrent(
      checks, "",
      {.allocate =
           [&](StateLayer& state) { allocate_short_conv(state, layer, sizes.batch, reference::codec("real")); },
       .run = [&](StateLayer& state, const Tensor& x) { return short_conv_layer(state, layer, x, counter); },
       .inputs = [&](const Tensor& x) { return short_conv_tokens(layer, x, counter).in; },
       .state = {}},
      recorded, sizes);
}

}  // namespace kvtally
