#pragma once

#include "model/model.hpp"
#include "reference/tensor/tensor.hpp"

namespace kvtally {

/// The two kinds of rows that a container takes: keys and values, or latents and rotary keys (possibly none), or
/// one row that is both, beside which nothing stands.
struct RowKinds {
  Row first;
  Row second;
  bool latent = false;
  bool shared = false;  // the first is key and value
};

/// The memory's row in that role; none.
const Row* row_of(const Memory& memory, Role role);

/// Of a memory that has a key and a value, a latent, or a row that is key and value.
RowKinds rows_of(const Memory& memory);

/// Why no container can take its entries as two kinds of rows; empty when one can.
std::string unholdable(const Memory& memory);

/// Why no codec stores one of the rows; empty when all can be stored.
std::string uncoded(const Entry& rows);

/// Rows of so many tokens, [1, heads, tokens, dim].
reference::Tensor filler_rows(const Row& row, std::int64_t tokens);

}  // namespace kvtally
