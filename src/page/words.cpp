#include "page/words.hpp"

#include <fmt/format.h>

#include "read/fields.hpp"
#include "read/text/embedded.hpp"

namespace kvtally {

namespace {

constexpr std::string_view kFolder = "reports/words/";

// Adds a file's texts: a list of {en: …, zh: …}.
void add(const Tree& tree, const std::string& language, std::map<std::string, std::string, std::less<>>& texts,
         Problems& problems) {
  for (const Node& node : Children(tree.root())) {
    const Fields entry(tree, node, problems, "a text");
    entry.refuse_unknown(std::vector<std::string_view>(page_languages().begin(), page_languages().end()));
    const std::string english = entry.required_text("en");
    const std::string other = entry.required_text(language);
    const auto [at, added] = texts.emplace(english, other);
    if (!added && at->second != other) {
      entry.report(node.place, fmt::format("'{}' is translated in another way elsewhere", english),
                   fmt::format("'{}'", at->second));
    }
  }
}

}  // namespace

const std::vector<std::string>& page_languages() {
  static const std::vector<std::string> languages{"en", "zh"};
  return languages;
}

Expected<Words> Words::of(std::string_view language) {
  Words out;
  out.language_ = std::string(language);
  Problems problems;
  for (const EmbeddedFile& file : embedded_files()) {
    if (language != "en" && file.path.starts_with(kFolder)) {
      add(Tree(std::string(file.path), file.nodes), out.language_, out.texts_, problems);
    }
  }
  return problems.empty() ? Expected<Words>(std::move(out)) : std::unexpected(std::move(problems));
}

std::string Words::say(std::string_view english) const {
  const auto found = texts_.find(english);
  if (found == texts_.end()) {
    if (language_ != "en" && !english.empty()) {
      missing_.emplace(english);
    }
    return std::string(english);
  }
  return found->second;
}

std::string Words::fill(std::string_view english, const Values& values) const {
  return kvtally::fill(say(english), values);
}

std::string Words::name(std::string_view english) const {
  const auto found = texts_.find(english);
  return found == texts_.end() ? std::string(english) : found->second;
}

}  // namespace kvtally
