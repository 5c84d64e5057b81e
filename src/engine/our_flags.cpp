#include "engine/our_flags.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kvtally {

const EngineFlag* flag_with(const Engine& engine, std::string_view name) {
  const auto flag = std::ranges::find_if(engine.flags, [&](const EngineFlag& each) {
    return std::ranges::find(each.names, name) != each.names.end();
  });
  return flag == engine.flags.end() ? nullptr : &*flag;
}

Expected<FlagTexts> named_by_engine(const Engine& engine, const FlagTexts& ours) {
  FlagTexts out;
  Problems problems;
  for (const auto& [name, value] : ours) {
    if (const EngineFlag* flag = flag_with(engine, name)) {
      out.emplace(flag->names.front(), value);
    } else if (value != "1") {
      problems.push_back({{}, {}, fmt::format("{} has no flag for {}", engine.title, name), {}, {}, {}});
    }
  }
  return problems.empty() ? Expected<FlagTexts>(std::move(out)) : std::unexpected(std::move(problems));
}

}  // namespace kvtally
