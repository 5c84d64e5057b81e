#pragma once

namespace kvtally::reference {

#ifndef KVTALLY_REAL
#define KVTALLY_REAL double
#endif

/// The type that the executor computes in: double, or float when built with -DKVTALLY_REAL=float. What a cache
/// stores is a codec's business (storage/codec.hpp).
using Real = KVTALLY_REAL;

}  // namespace kvtally::reference
