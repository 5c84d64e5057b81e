#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "plan/placement.hpp"

namespace kvtally {

/// Bytes that one device sends while `tokens` tokens of its dp group pass through all of the model's layers, by
/// what for; with a pipeline, the sum over the stages that a token passes. Left out: the embedding's all-reduce,
/// the gathering of logits, and what a router or a scheduler exchanges.
struct LinkTraffic {
  /// After each layer's attention (or state) and each feed-forward, over n = tp × cp devices: a ring sends
  /// 2(n−1)/n of tokens × hidden_size. Where experts are reached by all-to-all, a layer has one for both.
  Bytes all_reduce;
  /// Where experts are divided over the devices of several dp groups: each of the tp × cp devices sends its part
  /// of the tokens, tokens ÷ n × experts chosen × hidden_size × (ep−1)/ep, and as much comes back that others
  /// send. Within a dp group every device has every token: nothing is sent to experts.
  Bytes all_to_all;
  Bytes stages;   // hidden states to the next stage
  Bytes context;  // partial sums and their logarithms (4 bytes a head) to the other cp groups, (cp−1)/cp of them
  Bytes total() const { return all_reduce + all_to_all + stages + context; }
  friend bool operator==(const LinkTraffic&, const LinkTraffic&) = default;
};

/// The errors: sizes that the model does not give and the placement needs.
std::expected<LinkTraffic, std::vector<std::string>> link_traffic(const Model& model, const Placement& placement,
                                                                  std::int64_t tokens, const Format& activation);

}  // namespace kvtally
