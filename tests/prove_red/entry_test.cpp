#include "prove_red/parts.hpp"
#include "report/compiled_in.hpp"

// Mistakes of what one kept position holds.

namespace kvtally::entry_test {

namespace {

using test::FaultyCase;
using test::first_memory;
using test::Side;

KVTALLY_FAULT(
    "query heads for key heads", "gqa.memory/gpt-oss-120b S=129 stored", .input = [](FaultyCase& of) {
      for (Row& row : first_memory(of).entry) {
        row.heads = first_memory(of).scoring.query_heads;
      }
    })

KVTALLY_FAULT(
    "V beside MLA's latent", "mla.memory/deepseek-v2 S=129 stored", .input = [](FaultyCase& of) {
      const Memory& memory = first_memory(of);
      first_memory(of).entry.push_back(
          {Role::value, memory.scoring.query_heads, memory.expanded->value_width, bf16()});
    })

KVTALLY_FAULT(
    "rope rows dropped", "mla.memory/deepseek-v2 S=129 read entries",
    .input = [](FaultyCase& of) { test::drop_rows(first_memory(of), Role::rope); })

// Keys and values of the latent's width, as of any other entry.
KVTALLY_FAULT(
    "latent twice", "mla.memory/kimi-k2 S=129 stored",
    .input = [](FaultyCase& of) { first_memory(of).entry.push_back(first_memory(of).entry.front()); })

KVTALLY_FAULT(
    "head_dim as hidden / heads", "gqa.memory/gemma-4-31b S=129 stored", .input = [](FaultyCase& of) {
      const NaiveShape shape = test::model_of("gemma-4-31b").naive;
      for (Row& row : first_memory(of).entry) {
        row.dim = *shape.hidden_size / *shape.num_attention_heads;
      }
    })

KVTALLY_FAULT(
    "K = V counted as two rows", "csa.memory/deepseek-v4-flash S=129 stored", .input = [](FaultyCase& of) {
      for (Memory& memory : of.layer.memories) {
        memory.entry.push_back(memory.entry.front());
      }
    })

KVTALLY_FAULT(
    "values in the keys' format", "gqa.memory/shape 1 S=11 stored",
    .input = [](FaultyCase& of) { first_memory(of).entry[1].format = first_memory(of).entry[0].format; })

// q8_0 has 34 bytes for 32 elements.
KVTALLY_FAULT(
    "block bytes as element bytes", "gqa.memory/shape 8 S=24 written entries",
    .input = [](FaultyCase& of) { first_memory(of).entry[0].format = Format{"q8_0", 1, 34}; })

KVTALLY_FAULT(
    "scales forgotten", "gqa.memory/shape 8 S=24 read entries", .side = Side::executor,
    .input = [](FaultyCase& of) { first_memory(of).entry[0].format = *parse_format("int8"); })

}  // namespace

}  // namespace kvtally::entry_test
