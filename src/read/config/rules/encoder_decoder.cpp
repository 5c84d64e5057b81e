// Encoder-decoders: each decoder layer holds keys and values that grow with the text, and those of the encoder's
// output, which stay (transformers EncoderDecoderCache).

#include <algorithm>
#include <fmt/format.h>

#include "model/limits.hpp"
#include "read/config/rules/all.hpp"
#include "read/config/rules/common.hpp"

namespace kvtally::rules {

// The entry says how the decoder's sizes are spelled: num_hidden_layers, num_attention_heads, hidden_size,
// head_dim, and max_source_positions, the encoder's longest output. `layers.otherwise` names the key of the
// encoder's depth where the decoder's is left out (T5Config.num_decoder_layers).
void encoder_decoder(Translation& t) {
  const auto otherwise = t.family()->setting("layers.otherwise");
  const bool borrowed = otherwise && !t.has("num_hidden_layers");
  key_value_shape(t);
  if (borrowed && t.take(*otherwise, "num_hidden_layers")) {
    t.assume(fmt::format("the decoder has as many layers as the encoder: {}", t.default_of()));
    const std::int64_t count = t.number(*otherwise, 1).value_or(1);
    t.layers(std::vector<std::string>(static_cast<std::size_t>(std::min<std::int64_t>(count, limits::kLayers)),
                                      "full_attention"),
             *otherwise);
  } else {
    t.uniform("full_attention");
  }
  if (otherwise) {
    t.ignore({*otherwise});
  }
  if (!t.decide("is_encoder_decoder", true)) {
    t.find("max_source_positions");
    return;
  }
  t.give("is_encoder_decoder", "true", "");
  if (!t.take("max_source_positions")) {
    t.give("max_source_positions", "unlimited", "the file gives no longest input of the encoder");
  }
  t.take_all({"cross_num_attention_heads", "cross_num_key_value_heads", "cross_head_dim"});
}

}  // namespace kvtally::rules
