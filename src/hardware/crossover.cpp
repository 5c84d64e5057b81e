#include "hardware/crossover.hpp"

#include "account/largest_read.hpp"
#include "account/solve.hpp"
#include "model/limits.hpp"

namespace kvtally {

std::optional<Tokens> crossover(const Model& model, Bytes weights_read, std::int64_t sequences) {
  const auto context = largest(1, limits::kTokens, [&](std::int64_t seen) {
    return largest_read(model, Tokens{seen}) * sequences <= weights_read;
  });
  if (!context) {
    return Tokens{0};
  }
  return *context == limits::kTokens ? std::nullopt : std::optional(Tokens{*context});
}

}  // namespace kvtally
