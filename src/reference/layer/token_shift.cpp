#include "reference/layer/token_shift.hpp"

namespace kvtally::reference {

Tensor tokens_before(StateLayer& state, std::string_view name, const Tensor& x) {
  const std::int64_t tokens = x.size(1);
  const Tensor earlier = reshaped(state.read(name), {x.size(0), 1, x.size(2)});
  state.write(name, reshaped(slice(x, 1, tokens - 1, tokens), {x.size(0), 1, 1, x.size(2)}));
  return joined(earlier, slice(x, 1, 0, tokens - 1), 1);
}

Tensor shifted(const Tensor& x, const Tensor& before, const Tensor& share) {
  Tensor out = x;
  for (std::int64_t b = 0; b < x.size(0); ++b) {
    for (std::int64_t t = 0; t < x.size(1); ++t) {
      for (std::int64_t c = 0; c < x.size(2); ++c) {
        out(b, t, c) += share(c) * (before(b, t, c) - x(b, t, c));
      }
    }
  }
  return out;
}

}  // namespace kvtally::reference
