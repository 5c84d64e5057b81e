#include <array>
#include <fmt/format.h>
#include <string>

#include "core/suggest.hpp"
#include "model/presets.hpp"
#include "read/description/compose.hpp"

namespace kvtally {

namespace {

struct MatrixType {
  std::string_view linear_type;
  State (*state)(const StateHeads&);
  bool needs_convolution;
};

constexpr std::array kMatrixTypes{
    MatrixType{"linear", linear_state, false},       MatrixType{"retention", retention_state, false},
    MatrixType{"lightning", lightning_state, false}, MatrixType{"gla", gated_linear_state, false},
    MatrixType{"delta", delta_state, true},          MatrixType{"gated_delta", gated_delta_state, true},
    MatrixType{"kda", kimi_delta_state, true},
};

constexpr std::array<std::string_view, 10> kLinearTypes{
    "linear", "retention", "lightning", "gla", "delta", "gated_delta", "kda", "mamba", "mamba2", "rwkv7"};

// A convolution of one tap keeps nothing; 0 says that there is none.
std::int64_t conv_kernel(const Scope& scope, std::string_view key, bool needed) {
  return needed ? scope.need(key, 0) : scope.optional(key, 0).value_or(0);
}

StateHeads state_heads(const Scope& scope, bool needs_convolution) {
  const std::size_t before = scope.problems();
  const std::int64_t value_heads = scope.need("linear_num_value_heads");
  const std::int64_t key_heads = scope.need("linear_num_key_heads");
  if (scope.problems() == before && value_heads % key_heads != 0) {
    scope.report("linear_num_value_heads", fmt::format("{} value heads for {} key heads", value_heads, key_heads),
                 "a multiple of linear_num_key_heads");
  }
  return {key_heads, value_heads, scope.need("linear_key_head_dim"), scope.need("linear_value_head_dim"),
          conv_kernel(scope, "linear_conv_kernel_dim", needs_convolution)};
}

State mamba(const Scope& scope) {
  const std::int64_t hidden = scope.need("hidden_size");
  const std::int64_t expand = scope.need("mamba_expand", 1, 64);
  return mamba_state(expand * hidden, scope.need("mamba_d_state"), scope.need("mamba_d_conv"));
}

State mamba2(const Scope& scope) {
  return mamba2_state({scope.need("mamba_n_heads"), scope.need("mamba_d_head"), scope.need("mamba_d_state"),
                       scope.need("mamba_n_groups"), scope.need("mamba_d_conv")});
}

}  // namespace

State compose_state(const Scope& scope) {
  const std::string type = scope.text("linear_type");
  for (const MatrixType& row : kMatrixTypes) {
    if (row.linear_type == type) {
      return row.state(state_heads(scope, row.needs_convolution));
    }
  }
  if (type == "mamba") {
    return mamba(scope);
  }
  if (type == "mamba2") {
    return mamba2(scope);
  }
  if (type == "rwkv7") {
    return rwkv7_state(state_heads(scope, false), scope.need("hidden_size"));
  }
  scope.report("linear_type",
               type.empty() ? fmt::format("{} layers need the key 'linear_type'", scope.layer())
                            : fmt::format("unknown linear_type '{}'", type),
               fmt::format("one of {}", fmt::join(kLinearTypes, ", ")), nearest(type, kLinearTypes).value_or(""));
  return {};
}

}  // namespace kvtally
