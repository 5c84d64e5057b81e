#include <array>
#include <fmt/format.h>
#include <string>
#include <vector>

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

struct OtherType {
  std::string_view linear_type;
  State (*state)(const Scope&);
};

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
  const std::string on = scope.text("linear_conv_on");
  if (!on.empty() && on != "values" && on != "queries_keys_values") {
    scope.report("linear_conv_on", fmt::format("linear_conv_on is '{}'", on), "values or queries_keys_values");
  }
  return {key_heads,
          value_heads,
          scope.need("linear_key_head_dim"),
          scope.need("linear_value_head_dim"),
          conv_kernel(scope, "linear_conv_kernel_dim", needs_convolution),
          on == "values"};
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

State rwkv7(const Scope& scope) { return rwkv7_state(state_heads(scope, false), scope.need("hidden_size")); }
State rwkv6(const Scope& scope) { return rwkv6_state(state_heads(scope, false), scope.need("hidden_size")); }
State rwkv4(const Scope& scope) {
  return rwkv4_state(scope.need("attention_hidden_size"), scope.need("hidden_size"));
}

State gated_recurrence(const Scope& scope) {
  return gated_recurrence_state(scope.need("lru_width"), conv_kernel(scope, "linear_conv_kernel_dim", true));
}

State gated_slots(const Scope& scope) {
  return gated_slots_state(state_heads(scope, false), scope.need("linear_num_slots"));
}

State matrix_lstm(const Scope& scope) { return matrix_lstm_state(state_heads(scope, false)); }

State short_convolution(const Scope& scope) {
  return short_convolution_state(scope.need("linear_conv_channels"), scope.need("linear_conv_kernel_dim", 2),
                                 scope.optional("linear_shift_size", 0).value_or(0));
}

constexpr std::array kOtherTypes{
    OtherType{"mamba", mamba},     OtherType{"mamba2", mamba2},     OtherType{"rwkv4", rwkv4},
    OtherType{"rwkv6", rwkv6},     OtherType{"rwkv7", rwkv7},       OtherType{"rglru", gated_recurrence},
    OtherType{"gsa", gated_slots}, OtherType{"mlstm", matrix_lstm}, OtherType{"short_conv", short_convolution},
};

std::vector<std::string_view> linear_types() {
  std::vector<std::string_view> names;
  for (const MatrixType& row : kMatrixTypes) {
    names.push_back(row.linear_type);
  }
  for (const OtherType& row : kOtherTypes) {
    names.push_back(row.linear_type);
  }
  return names;
}

}  // namespace

State compose_state(const Scope& scope) {
  const std::string type = scope.text("linear_type");
  for (const MatrixType& row : kMatrixTypes) {
    if (row.linear_type == type) {
      return row.state(state_heads(scope, row.needs_convolution));
    }
  }
  for (const OtherType& row : kOtherTypes) {
    if (row.linear_type == type) {
      return row.state(scope);
    }
  }
  const std::vector<std::string_view> known = linear_types();
  scope.report("linear_type",
               type.empty() ? fmt::format("{} layers need the key 'linear_type'", scope.layer())
                            : fmt::format("unknown linear_type '{}'", type),
               fmt::format("one of {}", fmt::join(known, ", ")), nearest(type, known).value_or(""));
  return {};
}

}  // namespace kvtally
