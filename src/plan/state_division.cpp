#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "plan/division.hpp"

namespace kvtally {

namespace {

/// What a kind's recurrent tensors have first in their shapes, and so what is divided.
enum class Unit : unsigned char { heads, groups, channels };

struct Rule {
  std::string_view kind;
  Unit unit;  // groups: heads whose B and C come in groups (Mamba-2)
};

constexpr std::array kStateRules{
    Rule{"linear", Unit::heads},   Rule{"retention", Unit::heads}, Rule{"lightning", Unit::heads},
    Rule{"gla", Unit::heads},      Rule{"delta", Unit::heads},     Rule{"gdn", Unit::heads},
    Rule{"kda", Unit::heads},      Rule{"rwkv7", Unit::heads},     Rule{"rwkv6", Unit::heads},
    Rule{"gsa", Unit::heads},      Rule{"mlstm", Unit::heads},     Rule{"mamba2", Unit::groups},
    Rule{"mamba", Unit::channels}, Rule{"rglru", Unit::channels},  Rule{"rwkv4", Unit::channels},
    Rule{"conv", Unit::channels},
};

const StateTensor* first_of(const State& state, StateRole role) {
  const auto tensor = std::ranges::find(state.tensors, role, &StateTensor::role);
  return tensor == state.tensors.end() || tensor->shape.empty() ? nullptr : &*tensor;
}

class StateDivision {
 public:
  StateDivision(const State& state, std::int64_t tp, Unit unit, Refusals& refusals)
      : state_(state), tp_(tp), unit_(unit), refusals_(refusals) {}

  State divide() {
    State out = state_;
    for (StateTensor& tensor : out.tensors) {
      if (!tensor.shape.empty() && tensor.role == StateRole::recurrent) {
        tensor.shape.front() = whole_share(tensor.shape.front(), unit_ == Unit::channels ? "channels" : "heads");
      } else if (!tensor.shape.empty() && tensor.role == StateRole::convolution) {
        const std::int64_t channels = tensor.shape.front();
        tensor.shape.front() = channels_share(channels);
        scale(out, "convolution", tensor.shape.front(), channels);
      }
    }
    // Of every other part the work is that of so many heads, or channels, each as much.
    for (StateWork& work : out.work) {
      if (work.name != "convolution") {
        work.step = MultiplyAdds{ceil_div(work.step.value, tp_)};
      }
    }
    return out;
  }

 private:
  static void scale(State& state, std::string_view name, std::int64_t share, std::int64_t of) {
    for (StateWork& work : state.work) {
      if (work.name == name && of > 0) {
        work.step = MultiplyAdds{ceil_div(work.step.value * share, of)};
      }
    }
  }

  void refuse(std::int64_t number, std::string_view what) {
    refusals_.add(fmt::format("{} {} of a '{}' state do not divide over tp {}", number, what, state_.kind, tp_));
  }

  std::int64_t whole_share(std::int64_t number, std::string_view what) {
    if (number % tp_ != 0) {
      refuse(number, what);
      return number;
    }
    return number / tp_;
  }

  std::int64_t replicated(std::int64_t number, std::string_view what) {
    const auto share = replicated_share(number, tp_);
    if (!share) {
      refuse(number, what);
    }
    return share.value_or(number);
  }

  // Channels of values (heads × width) are divided by heads; beside them are those of queries and keys, or of B
  // and C: twice so many heads (groups) of one width, replicated past their number.
  std::int64_t channels_share(std::int64_t channels) {
    const StateTensor* matrix = first_of(state_, StateRole::recurrent);
    if (unit_ == Unit::channels || matrix == nullptr || matrix->shape.size() < 3) {
      return whole_share(channels, "channels");
    }
    const std::int64_t heads = matrix->shape.front();
    const bool groups = unit_ == Unit::groups;
    const std::int64_t value_dim = groups ? matrix->shape[1] : value_width();
    const std::int64_t key_dim = groups ? matrix->shape[2] : matrix->shape[1];
    const std::int64_t rest = channels - heads * value_dim;
    if (rest < 0 || key_dim < 1 || rest % (2 * key_dim) != 0) {
      return whole_share(channels, "channels");
    }
    const std::int64_t shared = replicated(rest / (2 * key_dim), groups ? "groups" : "key heads");
    return heads / tp_ * value_dim + 2 * shared * key_dim;
  }

  // The last dimension of the last matrix: a state with slots has keys before its values.
  std::int64_t value_width() const {
    std::int64_t width = 0;
    for (const StateTensor& tensor : state_.tensors) {
      if (tensor.role == StateRole::recurrent && tensor.shape.size() == 3) {
        width = tensor.shape[2];
      }
    }
    return width;
  }

  const State& state_;
  std::int64_t tp_;
  Unit unit_;
  Refusals& refusals_;
};

}  // namespace

State device_state(const State& state, std::int64_t tp, Refusals& refusals) {
  if (tp == 1 || (state.tensors.empty() && state.work.empty())) {
    return state;
  }
  const auto* rule = std::ranges::find(kStateRules, state.kind, &Rule::kind);
  if (rule == kStateRules.end()) {
    refusals.add(fmt::format("how a '{}' state divides over tp {} is not known", state.kind, tp));
    return state;
  }
  return StateDivision(state, tp, rule->unit, refusals).divide();
}

}  // namespace kvtally
