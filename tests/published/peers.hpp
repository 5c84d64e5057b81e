#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace kvtally::test {

/// What of a model a tool got wrong.
enum class Asked : std::uint8_t {
  kv,            // keys, values, latents, pooled entries
  kv_and_index,  // with index keys
  kv_and_draft,  // with the model's own draft layers
  state,         // recurrent states and convolution tails
  marginal,      // what one further token adds to all of it
  read,          // bytes of the cache read in one step
};

/// A mistake that another tool made, as its users or maintainers reported it, or as it came out when it was run.
/// The arithmetic of both figures stands in the table: bytes = layers × elements × bytes of one × tokens.
struct Mistake {
  std::string_view source;  // the thread, or "run" where the tool's own figure was seen
  std::string_view tool;
  std::string_view model;  // an id of the zoo, or a file of tests/data/corpus
  std::string_view mistake;
  Asked asked;
  std::int64_t context;
  double wrong;        // bytes, as the tool gave them: exact where its formula is known
  std::int64_t right;  // bytes
  std::int64_t batch = 1;
  std::string_view kv_format = "bf16";
  std::string_view index_format = "bf16";
  std::string_view conv_format = "bf16";
};

/// Mistakes about which layers keep what.
std::span<const Mistake> mistakes_of_kind();

/// Mistakes about heads, widths, formats and units.
std::span<const Mistake> mistakes_of_size();

/// What a careless reader of a configuration gets wrong: the traps that real files hold. `wrong` is its figure, 0
/// where it reads nothing.
std::span<const Mistake> traps_of_configurations();

}  // namespace kvtally::test
