#include "check/mistakes.hpp"

#include <array>

namespace kvtally {

namespace {

Tokens decimal(Tokens tokens) { return tokens.value % 1024 == 0 ? Tokens{tokens.value / 1024 * 1000} : tokens; }
Tokens binary(Tokens tokens) { return tokens.value % 1000 == 0 ? Tokens{tokens.value / 1000 * 1024} : tokens; }

}  // namespace

std::span<const Mistake> mistakes_of_requests() {
  static const std::array kMistakes{
      Mistake{"K were 1000 tokens", {}, decimal},
      Mistake{"k were 1024 tokens", {}, binary},
      Mistake{"there were one request", {}, {}, [](std::int64_t) { return std::int64_t{1}; }},
  };
  return kMistakes;
}

std::vector<const Mistake*> known_mistakes() {
  std::vector<const Mistake*> out;
  for (const auto& group : {mistakes_of_entries(), mistakes_of_layers(), mistakes_of_requests()}) {
    for (const Mistake& mistake : group) {
      out.push_back(&mistake);
    }
  }
  return out;
}

}  // namespace kvtally
