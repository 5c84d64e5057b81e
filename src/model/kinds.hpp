#pragma once

#include <span>
#include <string_view>

namespace kvtally {

/// What the lecture's three knobs are: bytes of a kept position, which positions are kept or read, and whether
/// anything grows at all.
enum class Knob : unsigned char { none, entry, positions, growth };

/// A named kind of layer. Presets build it, reports label it; the account never asks for it.
struct Kind {
  std::string_view id;
  std::string_view label;  // in strips and tables
  char letter;             // one a layer in a narrow strip
  Knob knob;
  std::string_view title;
  std::string_view keeps;  // bytes of one layer's entries, index keys and states, in the words of kKindSymbols
  std::string_view layer_type;   // the tag in `layer_types`
  std::string_view cache_class;  // transformers' dynamic one; empty: it has none that keeps this
  std::string_view source;       // the paper, or the code where there is none
  int notes_row;                 // of the nine in the lecture notes' table of layer kinds; 0: not there
};

/// What the letters of Kind::keeps mean. A product is written by a space.
inline constexpr std::string_view kKindSymbols =
    "S tokens seen; b bytes of an element; H_q, H_kv query and key-value heads; d head_dim; c kv_lora_rank; "
    "r qk_rope_head_dim; W sliding_window; F num_sink_tokens; C attention_chunk_size; i width of an index key, "
    "one "
    "for p tokens; l, s compress_block_size and stride; m compress rate; E encoder positions; H, H_k value and "
    "key "
    "heads of a state, d_k, d_v their widths; M linear_num_slots; k convolution kernel; D hidden_size; e channels "
    "of "
    "a state: mamba_expand x hidden_size, attention_hidden_size or lru_width; n mamba_d_state; P mamba_d_head; "
    "G mamba_n_groups; state: that of any kind that has one";

/// Every kind that a preset can give, in the order of the legend.
std::span<const Kind> kinds();

/// The kind of that id, which a preset gave.
const Kind& kind_of(std::string_view id);

}  // namespace kvtally
