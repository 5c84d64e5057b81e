#include "report/explain_parts.hpp"

#include "account/step.hpp"
#include "core/parse.hpp"
#include "model/presets.hpp"
#include "report/layer_explained.hpp"
#include "support/print.hpp"

namespace kvtally::explain_parts_test {

namespace {

std::string entry(const Entry& rows) { return entry_formula(rows).numbers; }

TEST_CASE("the bytes of an entry, row by row and format by format") {
  const auto key = [](std::int64_t heads, std::int64_t dim, const std::string& format) {
    return Entry{{Role::key, heads, dim, *parse_format(format)}};
  };
  CHECK(entry(key(8, 128, "bf16")) == "8 × 128 × 2");
  CHECK(entry(key(1, 128, "fp8")) == "128 × 1");
  CHECK(entry(key(8, 128, "q8_0")) == "8 × 128 ÷ 32 × 34");
  CHECK(entry(key(2, 64, "int8@head+bf16")) == "2 × (64 × 1 + 2)");
  const Entry latent{{Role::latent, 1, 512, *parse_format("fp8_ds_mla")},
                     {Role::rope, 1, 64, *parse_format("fp8_ds_mla")}};
  CHECK(entry(latent) == "656");
  for (const Entry& rows : {key(8, 128, "bf16"), key(8, 128, "q8_0"), key(2, 64, "int8@head+bf16"), latent}) {
    CHECK(entry_formula(rows).numerator == entry_bytes(rows).value);
  }
}

// Compositions that no known model has: sinks, overlapping pools, shared layers with an indexer, a chunk of 1.
std::vector<Layer> unusual_layers() {
  const Memory memory = key_value_memory({8, 2, 64, 64});
  std::vector<Layer> out{
      sliding_attention(memory, 7, 4),
      chunked_attention(memory, 1),
      native_sparse_attention(memory, {32, 16, 64, 3, 10}),
      native_sparse_attention(memory, {8, 8, 4, 1, 1}),
      deepseek_sparse_attention(memory, {{4, 32}, 8, 4, false}),
      minimax_sparse_attention(memory, {{4, 32}, 3, 5}),
      compressed_sparse_attention({8, 64}, {6, 4, {4, 32}, 3}),
      hybrid_layer(mamba_state(32, 16, 1), memory, 5),
      state_layer(rwkv7_state({4, 4, 8, 8, 0}, 32)),
      state_layer(linear_state({4, 4, 8, 8, 4})),
      state_layer(short_convolution_state(32, 3)),
      with_encoder_memory(full_attention(memory), memory, 0),
  };
  for (std::size_t i = 0; i < 8; ++i) {
    out.push_back(out[i]);
    out.back().sharing.owner = i % 2 == 0 ? Sharing::Owner::same_kind : Sharing::Owner::layer_before;
  }
  return out;
}

TEST_CASE("compositions that no known model has agree with the account at every S from 1 to 140") {
  for (const Layer& layer : unusual_layers()) {
    for (std::int64_t seen = 1; seen <= 140; ++seen) {
      CAPTURE(layer.kind);
      CAPTURE(seen);
      test::check_explained(layer, seen);
    }
  }
}

TEST_CASE("the slope too") {
  for (const Layer& layer : unusual_layers()) {
    Model model;
    append_layer(model, model.order, layer, 3);
    const std::vector<Piece> pieces = pieces_of(terms_of(model));
    for (std::int64_t seen = 1; seen <= 140; ++seen) {
      CAPTURE(layer.kind);
      CAPTURE(seen);
      const Piece& piece = piece_at(pieces, Tokens{seen});
      Formula growth = number(0);
      for (const ExplainSection& section : sections_of(layer, {seen, 3, 1, false, piece})) {
        for (const ExplainLine& line : section.lines) {
          CHECK(line.growth.has_value() == (line.result == Result::kept));
          growth = growth + line.growth.value_or(number(0));
        }
      }
      CHECK(Fraction<Bytes>{Bytes{growth.numerator}, growth.denominator} == piece.slope);
    }
  }
}

}  // namespace

}  // namespace kvtally::explain_parts_test
