#include "prove_red/parts.hpp"

// Mistakes of what does not grow.

namespace kvtally::state_test {

namespace {

using test::FaultyCase;
using test::Side;

KVTALLY_FAULT(
    "state growing", "gdn.memory/qwen3-next-80b-a3b S=129 stored",
    .counts = [](StepFigures& figures, const FaultyCase& of) { figures["stored"] *= of.seen; })

KVTALLY_FAULT(
    "state not written", "kda.memory/kimi-linear-48b-a3b S=129 written state", .side = Side::executor,
    .counts = [](StepFigures& figures, const FaultyCase&) { figures["written state"] = 0; })

KVTALLY_FAULT(
    "tail of k inputs", "mamba2.memory/bamba-9b S=129 stored",
    .input = [](FaultyCase& of) { test::tensor_named(of, "convolution").shape[1] += 1; })

KVTALLY_FAULT(
    "normaliser forgotten", "linear.memory/shape 0 S=17 stored", .input = [](FaultyCase& of) {
      std::erase_if(of.layer.state.tensors, [](const StateTensor& tensor) { return tensor.name == "normaliser"; });
    })

// Keys and values of the state's heads, for every token.
KVTALLY_FAULT(
    "linear layers at full length", "lightning.memory/ling-2.6-1t S=129 stored", .input = [](FaultyCase& of) {
      const std::vector<std::int64_t> shape = test::tensor_named(of, "matrix").shape;
      of.layer = full_attention(key_value_memory({shape[0], shape[0], shape[1], shape[2]}));
    })

}  // namespace

}  // namespace kvtally::state_test
