#pragma once

#include <random>

#include "reference/kind/elman.hpp"
#include "reference/kind/lstm.hpp"
#include "reference/layer/mamba2_layer.hpp"
#include "reference/layer/mamba_layer.hpp"
#include "reference/layer/rwkv7_layer.hpp"
#include "reference/layer/short_conv_layer.hpp"

/// Layers of random weights, whose sums stay of the size of their inputs. Sizes are random and small where they
/// are not given.
namespace kvtally {

/// W [out, in] with numbers of variance 1 ÷ in, with a bias or without.
reference::Linear random_linear(std::int64_t out, std::int64_t in, std::mt19937_64& generator, bool bias = false);

reference::MambaLayer random_mamba(std::int64_t hidden, std::mt19937_64& generator);
reference::Mamba2Layer random_mamba2(std::int64_t hidden, std::mt19937_64& generator);
reference::ShortConvLayer random_short_conv(std::int64_t hidden, std::mt19937_64& generator);
/// A layer that is a model's first, or not: then it takes in the first one's values.
reference::Rwkv7Layer random_rwkv7(std::int64_t heads, std::int64_t dim, bool first, std::mt19937_64& generator);
reference::ElmanNetwork random_elman(std::int64_t inputs, std::int64_t units, std::int64_t outputs, bool bias,
                                     std::mt19937_64& generator);
reference::LstmLayer random_lstm(std::int64_t inputs, std::int64_t units, std::mt19937_64& generator);

}  // namespace kvtally
