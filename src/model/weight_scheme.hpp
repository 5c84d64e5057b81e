#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/parse.hpp"
#include "model/format.hpp"
#include "model/weights.hpp"

namespace kvtally {

/// How weights are stored: the format of the matrices that are multiplied, exceptions by part, and the scales of
/// two-dimensional blocks. Vectors (norms, biases, constants of states) and whatever is not converted are `rest`.
///
/// What a scheme converts follows from its matrices' format (account/weight_load.hpp): plain floats and GGML's
/// formats every matrix, all others the linear layers, so that embedding, head, router and convolutions stay.
struct WeightScheme {
  Format matrices = bf16();
  std::map<WeightPart, Format> parts;  // wins over `matrices`: {experts, mxfp4}; such a part has no `blocks`
  struct Blocks {  // one scale for rows × columns elements of a matrix with one row an output; 0: all of them
    std::int64_t rows = 128;
    std::int64_t columns = 128;
    Format scale = f32();
    friend bool operator==(const Blocks&, const Blocks&) = default;
  };
  std::optional<Blocks> blocks;
  Format rest = bf16();

  /// Matrices that are not converted: of a part, those whose name begins with `tensor` (empty: all), in these
  /// layers, counted from 0 over the whole model (empty: in all). `as_matrices`: they have the format and scales
  /// of `matrices` although their part has another.
  struct Kept {
    WeightPart part = WeightPart::other;
    std::string tensor;
    std::vector<std::int64_t> layers;
    bool as_matrices = false;
    friend bool operator==(const Kept&, const Kept&) = default;
  };
  std::vector<Kept> kept;
  std::int64_t matrix_bytes = 0;  // beside each converted matrix: its global scale, the shape of a packed one
  std::int64_t input_bytes = 0;   // for each input of one: the order of groups (GPTQ's g_idx)

  std::string from;                  // "--weight-dtype fp8", "quantization_config: fp8@128x128+f32"
  std::vector<std::string> unread;   // what a file says of it that is not understood: no weights are computed then
  std::vector<std::string> assumed;  // what a file does not say and a format's usual files have
  friend bool operator==(const WeightScheme&, const WeightScheme&) = default;
};

/// f32, f16 and bf16: nothing is converted.
bool is_plain_float(const Format& format);
/// q8_0, iq4_nl and their kind: a file of them converts every matrix, and keeps vectors in f32 (llama.cpp).
bool is_ggml(const Format& format);

/// The format of vectors where nothing is said: f32 beside GGML's, a plain float beside itself, else bf16.
Format usual_rest(const Format& matrices);

/// `FORMAT` of the matrices, or items with commas:
///   FORMAT@ROWSxCOLUMNS[+SCALE], FORMAT@channel[+SCALE], FORMAT@tensor[+SCALE]   scales f32 unless given
///   FORMAT@GROUP+SCALE[+ZERO]   a scale for GROUP inputs of each output; zero points may be packed: int4
///   PART=FORMAT                 experts=mxfp4, head=bf16
///   rest=FORMAT, all=FORMAT     vectors and what is not converted; all: everything, vectors too
///   keep=PART[/TENSOR][@0-2+7]  not converted, in these layers; matrices=PART/TENSOR: as FORMAT, not as its part
/// Without a FORMAT the matrices are bf16. The error says what is wrong and, where one is near, what was meant.
Parsed<WeightScheme> parse_weight_scheme(std::string_view text);

/// The same as text that reads back to it; what it was taken from and the bytes beside a matrix are not in it.
std::string print(const WeightScheme& scheme);

}  // namespace kvtally
