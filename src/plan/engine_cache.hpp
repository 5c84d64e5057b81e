#pragma once

#include <expected>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "engine/engines.hpp"
#include "plan/demand.hpp"
#include "plan/placement.hpp"

namespace kvtally {

/// What an engine allocates for a model, as devices of a placement hold it. Each answer is computed once.
class EngineCache {
 public:
  /// `flags` say nothing of context, requests or devices. `words`: the flags as they were given.
  EngineCache(const Engine& engine, Model model, FlagTexts flags, std::string words)
      : engine_(&engine), model_(std::move(model)), flags_(std::move(flags)), words_(std::move(words)) {}

  const Engine& engine() const { return *engine_; }
  const std::string& words() const { return words_; }

  /// For so many requests of one replica, of one length. Refused: a division that the engine has no flag for, and
  /// what it refuses itself; an engine that would not start, in its words; flags by which it would hold fewer
  /// or shorter requests.
  Expected<Allocation> allocation(const Placement& placement, std::int64_t requests, Tokens context) const;

  /// Of these the bytes on the fullest device, or why there are none, as a sentence.
  std::expected<Bytes, std::string> on_a_device(const Placement& placement, std::int64_t requests,
                                                Tokens context) const;

 private:
  using Asked = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

  const Engine* engine_;
  Model model_;
  FlagTexts flags_;
  std::string words_;
  mutable std::map<Asked, std::expected<Bytes, std::string>> known_;
};

/// What one user of the longest context keeps on one device that holds it all, and `users` of the demand; nothing
/// shared by one, shared positions once by all.
std::pair<Bytes, Bytes> undivided(const Model& model, const Demand& demand, std::int64_t users);

}  // namespace kvtally
