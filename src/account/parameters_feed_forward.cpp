#include "account/parameter_list.hpp"

namespace kvtally {

namespace {

// Up and down, and a gate beside up in a gated one.
std::int64_t matrices(const ParameterList& list) { return list.has("gated_mlp") ? 3 : 2; }

std::string matrix_names(const ParameterList& list) {
  return list.has("gated_mlp") ? "gate, up and down projections" : "up and down projections";
}

// Of `matrices` - 1 projections up and one down.
std::int64_t biases(const ParameterList& list, std::int64_t inner, std::int64_t outer) {
  return (matrices(list) - 1) * inner + outer;
}

void add_shared_experts(ParameterList& list) {
  const std::int64_t count = list.size("num_shared_experts").value_or(0);
  if (const auto width = list.size("shared_expert_intermediate_size")) {
    list.add(WeightPart::experts, "shared expert", {matrices(list), list.hidden(), *width});
  } else if (count > 0) {
    list.add(WeightPart::experts, "shared experts",
             {matrices(list), list.hidden(), list.need("moe_intermediate_size")}, count, count);
  }
  list.add(WeightPart::experts, "shared expert gate", {list.has("shared_expert_gate") ? list.hidden() : 0});
}

}  // namespace

void add_dense(ParameterList& list) {
  const std::int64_t width = list.need("intermediate_size");
  list.add(WeightPart::feed_forward, matrix_names(list), {matrices(list), list.hidden(), width});
  if (list.has("mlp_bias")) {
    list.add(WeightPart::feed_forward, "biases", {biases(list, width, list.hidden())});
  }
}

void add_experts(ParameterList& list) {
  const std::int64_t experts = list.need("num_experts");
  const std::int64_t chosen = list.need("num_experts_per_tok");
  const std::int64_t width = list.need("moe_intermediate_size");
  const std::int64_t outer = list.size("moe_latent_size").value_or(list.hidden());
  if (list.size("moe_latent_size")) {
    list.add(WeightPart::experts, "latent projections, down and up", {2, list.hidden(), outer});
  }
  list.add(WeightPart::experts, "router", {list.hidden(), experts});
  list.add(WeightPart::experts, "router bias", {list.has("router_bias") ? experts : 0});
  list.add(WeightPart::experts, matrix_names(list), {matrices(list), outer, width}, experts, chosen);
  if (list.has("expert_bias")) {
    list.add(WeightPart::experts, "biases", {biases(list, width, outer)}, experts, chosen);
  }
  add_shared_experts(list);
}

}  // namespace kvtally
