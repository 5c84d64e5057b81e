#pragma once

#include "account/weight_load.hpp"
#include "page/sections/asked.hpp"

namespace kvtally {

/// One model on one sort of devices for so many users of one context, as a deployment's sections look at it.
struct Deployed {
  Model model;
  WeightLoad weights;  // as its files or its description have them
  Device device;
  Tokens context;
  std::int64_t users = 1;
  Values values;  // model, device, context, tokens, users: for the sentences of each such section
};

/// What is asked for: the user's words, else the recipe's options `model`, `on`, `context` and `users` (1). The
/// errors: one that is missing or unknown, weights of which a fact is missing.
Expected<Deployed> deployed(const PageSources& sources, const SectionRecipe& recipe);

}  // namespace kvtally
