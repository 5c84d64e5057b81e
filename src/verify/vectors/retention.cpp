#include "reference/kind/retention.hpp"

#include <array>

#include "reference/kind/dplr_cases.hpp"
#include "reference/kind/dplr_chunks.hpp"
#include "verify/vectors/runner.hpp"
#include "verify/vectors/state_vector.hpp"

// Retention: the source has its parallel form, which is one chunk.

namespace kvtally {

void run_retention(VectorFile& file, Checks& checks) {
  constexpr std::array kFigures{StateFigure{"output", "", false}};
  const StateVector v = state_vector(file, AxisOrder::heads_first);
  const reference::NewTokens tokens = scaled(v);
  const auto in_chunks = [&](std::int64_t size) {
    return [&, size](reference::Tensor& states, reference::Counter& counter) {
      return dplr_chunks(retention_case(tokens), size, states, counter);
    };
  };
  const auto recurrent = [&](reference::Tensor& states, reference::Counter& counter) {
    return retention(tokens, states, counter);
  };
  compare_state(file, v, kFigures,
                {{"recurrent", recurrent}, {"parallel", in_chunks(v.tokens)}, {"chunks", in_chunks(4)}}, checks);
}

}  // namespace kvtally
