#include "read/gguf/stored_tensors.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <map>

namespace kvtally {

namespace {

struct Beginning {
  std::string_view text;
  WeightPart part;
};

// Of whole names; the first that fits.
constexpr std::array kModel{
    Beginning{"token_embd_norm", WeightPart::norm},
    Beginning{"token_embd", WeightPart::embedding},
    Beginning{"per_layer_token_embd", WeightPart::embedding},
    Beginning{"position_embd", WeightPart::embedding},
    Beginning{"token_types", WeightPart::embedding},
    Beginning{"output_norm", WeightPart::norm},
    Beginning{"output", WeightPart::head},
    Beginning{"cls.norm", WeightPart::norm},
    Beginning{"cls", WeightPart::head},
    Beginning{"v.", WeightPart::encoder},
    Beginning{"mm.", WeightPart::encoder},
    Beginning{"a.", WeightPart::encoder},
    Beginning{"enc.", WeightPart::encoder},
    Beginning{"resampler.", WeightPart::encoder},
    Beginning{"nextn", WeightPart::draft},
    Beginning{"mtp.", WeightPart::draft},
    Beginning{"dec.output_norm", WeightPart::norm},
};

// Of names behind `blk.N.`. Norms of queries, keys, latents and of what attention gives belong to it; those that a
// layer begins or ends with do not.
constexpr std::array kBlock{
    Beginning{"nextn.", WeightPart::draft},
    Beginning{"attn_norm", WeightPart::norm},
    Beginning{"attn_post_norm", WeightPart::norm},
    Beginning{"attn_output_norm", WeightPart::norm},
    Beginning{"post_attention_norm", WeightPart::norm},
    Beginning{"ffn_norm", WeightPart::norm},
    Beginning{"ffn_post_norm", WeightPart::norm},
    Beginning{"post_ffw_norm", WeightPart::norm},
    Beginning{"pre_ffw_norm", WeightPart::norm},
    Beginning{"post_norm", WeightPart::norm},
    Beginning{"layer_output_norm", WeightPart::norm},
    Beginning{"layer_out_norm", WeightPart::norm},
    Beginning{"cross_attn_norm", WeightPart::norm},
    Beginning{"attn_", WeightPart::attention},
    Beginning{"cross_attn_", WeightPart::attention},
    Beginning{"indexer", WeightPart::attention},
    Beginning{"ssm_", WeightPart::attention},
    Beginning{"shortconv", WeightPart::attention},
    Beginning{"time_mix", WeightPart::attention},
    Beginning{"channel_mix", WeightPart::feed_forward},
    Beginning{"exp_probs_b", WeightPart::experts},
    Beginning{"ffn_gate_inp", WeightPart::experts},
    Beginning{"ffn_gate_tid2eid", WeightPart::experts},
    Beginning{"ffn_latent", WeightPart::experts},
};

template <std::size_t N>
std::optional<WeightPart> first_of(const std::array<Beginning, N>& rows, std::string_view name) {
  const auto* found = std::ranges::find_if(rows, [&](const Beginning& row) { return name.starts_with(row.text); });
  return found == rows.end() ? std::nullopt : std::optional(found->part);
}

// `ffn_up_exps`, `ffn_up_shexp`, `ffn_up_chexps`; of older files `ffn_up.7`.
bool of_experts(std::string_view name) {
  const std::size_t point = name.find('.');
  const bool numbered = point != std::string_view::npos && point + 1 < name.size() && name[point + 1] >= '0' &&
                        name[point + 1] <= '9';
  return name.contains("exp") || numbered;
}

// The number of `blk.N.`, which it takes off the name.
std::optional<std::int64_t> block_number(std::string_view& name) {
  std::string_view rest = name;
  if (rest.starts_with("dec.")) {
    rest.remove_prefix(4);
  }
  if (!rest.starts_with("blk.")) {
    return std::nullopt;
  }
  rest.remove_prefix(4);
  std::int64_t number = 0;
  const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  const auto used = static_cast<std::size_t>(stop - rest.data());
  if (error != std::errc{} || used >= rest.size() || rest[used] != '.') {
    return std::nullopt;
  }
  name = rest.substr(used + 1);
  return number;
}

}  // namespace

WeightPart weight_part(std::string_view tensor, std::int64_t trunk) {
  const auto block = block_number(tensor);
  if (!block) {
    return first_of(kModel, tensor).value_or(WeightPart::other);
  }
  if (*block >= trunk) {
    return WeightPart::draft;
  }
  if (const auto part = first_of(kBlock, tensor)) {
    return *part;
  }
  if (tensor.starts_with("ffn")) {
    return of_experts(tensor) ? WeightPart::experts : WeightPart::feed_forward;
  }
  return WeightPart::other;
}

StoredWeights stored_tensors(std::span<const GgufFile> files, std::int64_t trunk) {
  std::map<std::pair<WeightPart, std::string_view>, StoredGroup> groups;
  for (const GgufFile& file : files) {
    for (const GgufTensor& tensor : file.tensors) {
      const WeightPart part = weight_part(tensor.name, trunk);
      StoredGroup& group = groups[{part, tensor.type->name}];
      group.part = part;
      group.format = tensor.type->name;
      ++group.tensors;
      group.elements += tensor.elements;
      group.bytes += Bytes{tensor.bytes};
    }
  }
  StoredWeights out;
  for (auto& [key, group] : groups) {
    out.groups.push_back(std::move(group));
  }
  out.from = files.size() == 1 ? "the tensor table of a GGUF file"
                               : fmt::format("the tensor tables of {} GGUF files", files.size());
  return out;
}

}  // namespace kvtally
