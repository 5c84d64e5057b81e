#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "read/translation.hpp"

/// What several rules have in common.
namespace kvtally::rules {

using TypeOf = std::function<std::string(std::int64_t layer, std::int64_t layers)>;

/// num_hidden_layers, hidden_size, the query heads and the longest context.
void shape(Translation& t);
/// Keys and values: the heads, with num_key_value_heads = num_attention_heads where neither file nor class says
/// more.
void key_value_shape(Translation& t);
/// A latent: kv_lora_rank, qk_nope_head_dim, qk_rope_head_dim, v_head_dim.
void latent_shape(Translation& t);

/// `count` of the key's draft layers of the given type.
void draft(Translation& t, std::string_view key, std::string_view type);
/// Draft layers whose kind is not known: said when there are any, never counted.
void undescribed_draft(Translation& t, std::string_view key);

/// The file's own layer_types; else what `otherwise` says of layer i of n, which `how` calls by its rule and which
/// is then listed among the assumptions (an empty `how`: the keys of the file say it).
std::vector<std::string> layer_types(Translation& t, const TypeOf& otherwise, std::string_view how);
/// The same, written as the description's layers, with the window or chunk that some of them read.
void layers(Translation& t, const TypeOf& otherwise, std::string_view how);
/// Writes layers as the file's key says them, and takes the sizes that their types read.
void write_layers(Translation& t, const std::vector<std::string>& types, std::string_view from);

/// The name of a layer that is full, or else slides, is chunked or holds a state.
std::string sliding_unless(bool full);
std::string linear_unless(bool full);

/// floor(key × times) where the key's value is a decimal fraction (expand_k: 0.5). Reports what is none.
std::int64_t scaled(Translation& t, std::string_view key, std::int64_t times, std::string_view otherwise);

/// heads × dim of a state under the key and the value name of ours alike.
void square_heads(Translation& t, std::string_view heads, std::string_view dim);

/// Mamba: mamba_d_state, mamba_d_conv, mamba_expand.
void mamba1_shape(Translation& t);
/// Mamba-2: mamba_d_head is inner ÷ heads unless it is given as a number; inner is mamba_d_ssm (falcon_h1), else
/// mamba_expand × hidden_size.
void mamba2_shape(Translation& t);

/// A key that must be there. Says so where it is not.
bool needed(Translation& t, std::string_view key, std::string_view expected);

}  // namespace kvtally::rules
