#pragma once

#include <string_view>

#include "reference/cache/state.hpp"

/// Token shift: each channel of a token is mixed with the same channel of the token before, the cheapest memory of
/// one token (RWKV, arXiv 2305.13048, section 3.1).
namespace kvtally::reference {

/// The input of the token before each of x [batch, tokens, hidden]: for the first of them the one that the tensor
/// `name` [batch, 1, 1, hidden] of the state holds (zeros at the start of a text). The tensor is read once, and
/// then rewritten with the last of x.
Tensor tokens_before(StateLayer& state, std::string_view name, const Tensor& x);

/// x + m ⊙ (before − x), with a share m [hidden] of each channel.
Tensor shifted(const Tensor& x, const Tensor& before, const Tensor& share);

}  // namespace kvtally::reference
