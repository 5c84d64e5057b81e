#include "read/config/rules.hpp"

#include <algorithm>
#include <array>

#include "read/config/rules/all.hpp"

namespace kvtally {

namespace {

constexpr std::array kRules{
    Rule{"bamba", rules::bamba},
    Rule{"block_sparse", rules::block_sparse},
    Rule{"both", rules::both},
    Rule{"chunked_with_rotary", rules::chunked_with_rotary},
    Rule{"compressed_convolution", rules::compressed_convolution},
    Rule{"convolved_heads", rules::convolved_heads},
    Rule{"cross_layer", rules::cross_layer},
    Rule{"deepseek_v4", rules::deepseek_v4},
    Rule{"effective_heads", rules::effective_heads},
    Rule{"encoder_decoder", rules::encoder_decoder},
    Rule{"falcon", rules::falcon},
    Rule{"fla_delta", rules::fla_delta},
    Rule{"fla_gated_delta", rules::fla_gated_delta},
    Rule{"fla_gla", rules::fla_gla},
    Rule{"fla_hgrn2", rules::fla_hgrn2},
    Rule{"fla_retnet", rules::fla_retnet},
    Rule{"fla_slots", rules::fla_slots},
    Rule{"full", rules::full},
    Rule{"full_unless_listed", rules::full_unless_listed},
    Rule{"full_where_marked", rules::full_where_marked},
    Rule{"gated_delta", rules::gated_delta},
    Rule{"gated_delta_of_hidden", rules::gated_delta_of_hidden},
    Rule{"gemma3n", rules::gemma3n},
    Rule{"gemma4", rules::gemma4},
    Rule{"glm5_next", rules::glm5_next},
    Rule{"grouped_latent", rules::grouped_latent},
    Rule{"grouped_lightning", rules::grouped_lightning},
    Rule{"jamba", rules::jamba},
    Rule{"jet", rules::jet},
    Rule{"kimi_linear", rules::kimi_linear},
    Rule{"latent", rules::latent},
    Rule{"latent_of_hidden", rules::latent_of_hidden},
    Rule{"latent_twice", rules::latent_twice},
    Rule{"listed_blocks", rules::listed_blocks},
    Rule{"listed_heads", rules::listed_heads},
    Rule{"listed_mamba2", rules::listed_mamba2},
    Rule{"mamba1", rules::mamba1},
    Rule{"mamba2", rules::mamba2},
    Rule{"marked_lightning", rules::marked_lightning},
    Rule{"marked_windows", rules::marked_windows},
    Rule{"multi_query", rules::multi_query},
    Rule{"multi_query_groups", rules::multi_query_groups},
    Rule{"nemotron_h", rules::nemotron_h},
    Rule{"padded_windows", rules::padded_windows},
    Rule{"pattern", rules::pattern},
    Rule{"prefixed_pattern", rules::prefixed_pattern},
    Rule{"qwen_sparse", rules::qwen_sparse},
    Rule{"repeated_blocks", rules::repeated_blocks},
    Rule{"rwkv4", rules::rwkv4},
    Rule{"rwkv6", rules::rwkv6},
    Rule{"samba", rules::samba},
    Rule{"short_convolution", rules::short_convolution},
    Rule{"sparse_latent", rules::sparse_latent},
    Rule{"vision_layers", rules::vision_layers},
    Rule{"window", rules::window},
    Rule{"window_below_layer", rules::window_below_layer},
    Rule{"window_by_switch", rules::window_by_switch},
    Rule{"window_from_layer", rules::window_from_layer},
    Rule{"window_without_rotary", rules::window_without_rotary},
    Rule{"xlstm", rules::xlstm},
    Rule{"zamba", rules::zamba},
    Rule{"zamba2", rules::zamba2},
};

}  // namespace

std::span<const Rule> all_rules() { return kRules; }

const Rule* rule_of(std::string_view name) {
  const auto* found = std::ranges::lower_bound(kRules, name, {}, &Rule::name);
  return found != kRules.end() && found->name == name ? found : nullptr;
}

std::vector<std::string_view> rule_names() {
  std::vector<std::string_view> names;
  std::ranges::transform(kRules, std::back_inserter(names), &Rule::name);
  return names;
}

}  // namespace kvtally
