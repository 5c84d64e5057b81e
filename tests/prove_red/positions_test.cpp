#include "prove_red/parts.hpp"

// Mistakes of which positions are kept, and of whose they are.

namespace kvtally::positions_test {

namespace {

using test::FaultyCase;
using test::first_memory;

KVTALLY_FAULT(
    "W-1 and W mixed", "swa.memory/mistral-7b S=4097 stored",
    .input = [](FaultyCase& of) { std::get<Window>(first_memory(of).retention).size -= 1; })

KVTALLY_FAULT(
    "window ignored", "swa.memory/mistral-7b S=4097 carried",
    .input = [](FaultyCase& of) { first_memory(of).retention = All{}; })

KVTALLY_FAULT(
    "window added to full attention", "gqa.memory/gpt-oss-120b S=129 carried", .input = [](FaultyCase& of) {
      Memory window = first_memory(of);
      window.retention = Window{128, 0};
      of.layer.memories.push_back(std::move(window));
    })

KVTALLY_FAULT(
    "sinks beside a window forgotten", "sink_swa.memory/shape 0 S=21 stored",
    .input = [](FaultyCase& of) { std::get<Window>(first_memory(of).retention).first = 0; })

// Of the new token's own chunk alone ((S - 1) mod C) + 1 tokens are read.
KVTALLY_FAULT(
    "chunk read as min(S, C)", "chunked.memory/llama-4-scout S=8193 read entries",
    .input = [](FaultyCase& of) { first_memory(of).visibility = Visibility::stored; })

// One entry when the first position comes: floor((S - 1) / r) + 1 = ceil(S / r).
KVTALLY_FAULT(
    "floor(S / r) as ceil(S / r)", "hca.memory/deepseek-v4-flash S=129 stored",
    .input = [](FaultyCase& of) { std::get<Pooled>(test::memory_named(of, "pooled").retention).span = 1; })

KVTALLY_FAULT(
    "window beside pooled entries forgotten", "hca.memory/deepseek-v4-flash S=129 read entries",
    .input = [](FaultyCase& of) {
      std::erase_if(of.layer.memories, [](const Memory& memory) { return memory.name == "window"; });
    })

KVTALLY_FAULT(
    "open buffers forgotten", "hca.memory/deepseek-v4-flash S=129 open",
    .input = [](FaultyCase& of) { test::memory_named(of, "pooled").open.reset(); })

KVTALLY_FAULT(
    "overlap of pooled windows forgotten", "csa.memory/deepseek-v4-flash S=9 open",
    .input = [](FaultyCase& of) { test::memory_named(of, "pooled").open->overlap_blocks = 0; })

KVTALLY_FAULT(
    "shared layers kept", "shared.memory/gemma-3n-e2b S=513 stored",
    .input = [](FaultyCase& of) { of.layer.sharing.owner = Sharing::Owner::own; })

KVTALLY_FAULT(
    "shared layers not read", "shared.memory/gemma-3n-e2b S=513 read entries",
    .counts = [](StepFigures& figures, const FaultyCase&) { figures["read entries"] = 0; })

}  // namespace

}  // namespace kvtally::positions_test
