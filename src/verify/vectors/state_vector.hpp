#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "reference/kind/attend.hpp"
#include "verify/check.hpp"
#include "verify/vector_file.hpp"

/// What the vectors of bare rules of a matrix state describe alike.
namespace kvtally {

/// The order in which a file's arrays have their axes behind the batch.
enum class AxisOrder : std::uint8_t { tokens_first, heads_first };

/// What such a file gives, heads first whatever the file's order.
struct StateVector {
  AxisOrder order = AxisOrder::tokens_first;
  std::int64_t batch = 1;
  std::int64_t tokens = 1;
  std::int64_t key_heads = 1;
  std::int64_t heads = 1;  // of values, gates and the state
  std::int64_t key_dim = 1;
  std::int64_t value_dim = 1;
  reference::Real scale = 1;
  reference::NewTokens given;  // "q" (without the scale), "k", "v"
};

/// Out of "parameters" (B, T, H, HV where it differs, K, V, scale) and "inputs".
StateVector state_vector(VectorFile& file, AxisOrder order);

/// Out of "inputs", a gate [batch, heads, tokens, 1], whose last axis the file leaves out, and one with a number
/// for each key channel, [batch, heads, tokens, key dim].
reference::Tensor gate_of(VectorFile& file, const StateVector& vector, const std::string& name);
reference::Tensor channel_gate_of(VectorFile& file, const StateVector& vector, const std::string& name);

/// The tokens with their queries times the scale.
reference::NewTokens scaled(const StateVector& vector, reference::NewTokens tokens);
/// Those of the file.
inline reference::NewTokens scaled(const StateVector& vector) { return scaled(vector, vector.given); }

/// A way to compute the rule on the file's tokens.
struct StateForm {
  std::string_view name;
  std::function<reference::Tensor(reference::Tensor& states, reference::Counter& counter)> run;
};

/// Names of an output and of the state behind it (empty: not recorded), and whether it began with "initial_state"
/// or with zeros.
struct StateFigure {
  std::string_view output;
  std::string_view state;
  bool initial = false;
};

/// What most files record: by recurrence, and in chunks, from zeros and from an initial state.
std::span<const StateFigure> usual_state_figures();

/// Compares each of the figures that the file has (at least one) with every form of ours.
void compare_state(VectorFile& file, const StateVector& vector, std::span<const StateFigure> figures,
                   const std::vector<StateForm>& forms, Checks& checks);

}  // namespace kvtally
