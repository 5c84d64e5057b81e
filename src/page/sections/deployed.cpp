#include "page/sections/deployed.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

Expected<std::int64_t> users_of(const PageSources& sources, const SectionRecipe& recipe) {
  const SectionOption* option = recipe.option("users");
  if (sources.request.users || option == nullptr) {
    return sources.request.users.value_or(1);
  }
  const std::string word = asked_word(recipe, "users", "");
  const auto users = parse_integer(word);
  if (!users || *users < 1) {
    return std::unexpected(Problems{{sources.recipe->file, option->place, fmt::format("users is '{}'", word),
                                     "a whole number from 1 on", "", ""}});
  }
  return *users;
}

}  // namespace

Expected<Deployed> deployed(const PageSources& sources, const SectionRecipe& recipe) {
  auto description = asked_model(sources, recipe, "model");
  auto device = asked_device(sources, recipe);
  const auto context = asked_context(sources, recipe);
  const auto users = users_of(sources, recipe);
  Problems problems;
  const auto collect = [&](const auto& asked) {
    if (!asked) {
      problems.insert(problems.end(), asked.error().begin(), asked.error().end());
    }
  };
  collect(description);
  collect(device);
  collect(context);
  collect(users);
  if (!problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  Model& model = description->model;
  auto weights = weight_load_for(model, std::nullopt);
  if (!weights) {
    for (const std::string& missing : weights.error()) {
      problems.push_back({"", {}, fmt::format("{}: {}", model.id, missing), "", "", ""});
    }
    return std::unexpected(std::move(problems));
  }
  const Values values{{"model", model.name},
                      {"device", device->id},
                      {"context", print_tokens(*context)},
                      {"tokens", print_grouped(context->value)},
                      {"users", print_grouped(*users)}};
  return Deployed{std::move(model), std::move(*weights), std::move(*device), *context, *users, values};
}

Table in_words(Table table, const Words& words, const std::vector<std::string_view>& worded) {
  table.title = words.say(table.title);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    Column& column = table.columns[i];
    if (std::ranges::find(worded, column.key) != worded.end()) {
      for (std::vector<Cell>& row : table.rows) {
        row[i].raw = row[i].raw.empty() ? row[i].text : row[i].raw;
        row[i].text = words.name(row[i].text);
      }
    }
    column.title = words.say(column.title);
  }
  return table;
}

}  // namespace kvtally
