#pragma once

#include "read/translation.hpp"

/// The rules, by what their models keep; each file says how. read/config/rules.cpp gives them their names.
namespace kvtally::rules {

// deepseek_v4.cpp
void deepseek_v4(Translation& t);

// delta.cpp
void gated_delta(Translation& t);
void gated_delta_of_hidden(Translation& t);
void qwen_sparse(Translation& t);
void kimi_linear(Translation& t);
void glm5_next(Translation& t);
void grouped_latent(Translation& t);
void grouped_lightning(Translation& t);
void marked_lightning(Translation& t);

// encoder_decoder.cpp
void encoder_decoder(Translation& t);

// fla.cpp
void fla_gla(Translation& t);
void fla_retnet(Translation& t);
void fla_delta(Translation& t);
void fla_gated_delta(Translation& t);
void fla_slots(Translation& t);
void fla_hgrn2(Translation& t);
void samba(Translation& t);
void jet(Translation& t);

// heads.cpp
void falcon(Translation& t);
void multi_query(Translation& t);
void multi_query_groups(Translation& t);
void effective_heads(Translation& t);
void marked_windows(Translation& t);
void cross_layer(Translation& t);
void gemma3n(Translation& t);
void gemma4(Translation& t);
void padded_windows(Translation& t);

// latent.cpp
void latent(Translation& t);
void latent_of_hidden(Translation& t);
void latent_twice(Translation& t);
void sparse_latent(Translation& t);
void block_sparse(Translation& t);

// mamba.cpp
void jamba(Translation& t);
void mamba1(Translation& t);
void mamba2(Translation& t);
void bamba(Translation& t);
void listed_mamba2(Translation& t);
void both(Translation& t);
void nemotron_h(Translation& t);

// per_layer.cpp
void listed_heads(Translation& t);
void listed_blocks(Translation& t);
void vision_layers(Translation& t);

// recurrent.cpp
void repeated_blocks(Translation& t);
void rwkv6(Translation& t);
void rwkv4(Translation& t);
void xlstm(Translation& t);
void short_convolution(Translation& t);
void compressed_convolution(Translation& t);
void convolved_heads(Translation& t);

// softmax.cpp
void full(Translation& t);
void window(Translation& t);
void window_from_layer(Translation& t);
void window_below_layer(Translation& t);
void window_by_switch(Translation& t);
void pattern(Translation& t);
void full_unless_listed(Translation& t);
void full_where_marked(Translation& t);
void window_without_rotary(Translation& t);
void prefixed_pattern(Translation& t);
void chunked_with_rotary(Translation& t);

// zamba.cpp
void zamba(Translation& t);
void zamba2(Translation& t);

}  // namespace kvtally::rules
