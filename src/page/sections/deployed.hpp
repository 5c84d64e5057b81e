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

/// A table of the terminal's for a page: title, headings and, in the columns of the keys `worded`, cells in the
/// page's language. Programs still get the English words.
Table in_words(Table table, const Words& words, const std::vector<std::string_view>& worded);

}  // namespace kvtally
