#include "cli/engine_options.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/suggest.hpp"

namespace kvtally::cli {

namespace {

std::string help_with_fallback(const EngineFlag& flag) {
  const std::string stated = fmt::format("({})", flag.fallback);
  const bool said = flag.fallback.empty() || flag.help.find(stated) != std::string_view::npos;
  return said ? std::string(flag.help) : fmt::format("{} {}", flag.help, stated);
}

}  // namespace

std::vector<Option> EngineOptions::options() {
  std::vector<Option> out;
  for (std::size_t i = 0; i < flags_.size(); ++i) {
    const EngineFlag& flag = flags_[i];
    Option option{{flag.names.begin(), flag.names.end()},
                  std::string(flag.value),
                  help_with_fallback(flag),
                  &values_[i].text,
                  {flag.choices.begin(), flag.choices.end()}};
    if (flag.value.empty()) {
      option.target = &values_[i].on;
    }
    out.push_back(std::move(option));
  }
  return out;
}

FlagTexts EngineOptions::given() const {
  FlagTexts out;
  for (std::size_t i = 0; i < flags_.size(); ++i) {
    if (values_[i].on || values_[i].text) {
      out.emplace(flags_[i].names.front(), values_[i].text.value_or(""));
    }
  }
  return out;
}

std::vector<Option> beside(std::span<const EngineFlag> flags, std::vector<Option> options) {
  for (Option& option : options) {
    std::erase_if(option.names, [&](const std::string& name) {
      return std::ranges::any_of(
          flags, [&](const EngineFlag& flag) { return std::ranges::find(flag.names, name) != flag.names.end(); });
    });
  }
  std::erase_if(options, [](const Option& option) { return option.names.empty(); });
  return options;
}

std::vector<std::string> engine_names() {
  std::vector<std::string> out;
  for (const Engine& engine : engines()) {
    out.emplace_back(engine.name);
  }
  return out;
}

Expected<const Engine*> find_engine(std::string_view option, const std::string& name) {
  if (const Engine* engine = engine_named(name)) {
    return engine;
  }
  const std::vector<std::string> names = engine_names();
  const std::vector<std::string_view> views(names.begin(), names.end());
  return std::unexpected(Problems{{{},
                                   {},
                                   fmt::format("{}: '{}' is no engine", option, name),
                                   fmt::format("one of {}", fmt::join(names, ", ")),
                                   nearest(name, views).value_or(""),
                                   {}}});
}

}  // namespace kvtally::cli
