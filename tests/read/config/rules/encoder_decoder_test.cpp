#include "read/config/rules/rows.hpp"

namespace kvtally::encoder_decoder_test {

namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

std::vector<Small> rows() {
  return {
      {"t5", R"("d_model": 64, "num_heads": 4, "d_kv": 8, "num_layers": 2, "n_positions": 512)", 2 * 128 * 5000},
      {"t5", R"("d_model": 64, "num_heads": 4, "d_kv": 8, "num_layers": 2, "num_decoder_layers": 3,
                "n_positions": 512)",
       3 * 128 * 5000},
      {"bart", R"("d_model": 64, "decoder_attention_heads": 4, "decoder_layers": 2, "encoder_layers": 7,
                  "max_position_embeddings": 1024)",
       2 * 256 * 5000},
      {"bart", R"("d_model": 64, "decoder_attention_heads": 4, "decoder_layers": 2, "is_encoder_decoder": false,
                  "max_position_embeddings": 1024)",
       2 * 256 * 5000},
  };
}

std::int64_t cross_bytes(const std::string& type, const std::string& keys) {
  const auto description = read_text(config(type, keys));
  REQUIRE_MESSAGE(description.has_value(), render(description.error()));
  return narrow(tally(terms_of(description->model), kSeen)[Part::cross].value).value_or(-1);
}

TEST_CASE("decoders of encoder-decoders: bytes worked out by hand") { check_rows(rows()); }

TEST_CASE("the encoder's output is kept in each decoder layer") {
  CHECK(cross_bytes("t5", R"("d_model": 64, "num_heads": 4, "d_kv": 8, "num_layers": 2, "n_positions": 512)") ==
        2 * 128 * 512);
  CHECK(cross_bytes("whisper", R"("d_model": 64, "decoder_attention_heads": 4, "decoder_layers": 2,
                                  "max_source_positions": 1500)") == 2 * 256 * 1500);
  CHECK(cross_bytes("bart", R"("d_model": 64, "decoder_attention_heads": 4, "decoder_layers": 2,
                               "is_encoder_decoder": false, "max_position_embeddings": 1024)") == 0);
  // heads of their own
  CHECK(cross_bytes("dia_decoder", R"("hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 1,
                                      "head_dim": 8, "num_hidden_layers": 2, "cross_num_attention_heads": 4,
                                      "cross_num_key_value_heads": 4, "cross_head_dim": 8,
                                      "max_source_positions": 10)") == 2 * 128 * 10);
}

}  // namespace

}  // namespace kvtally::encoder_decoder_test
