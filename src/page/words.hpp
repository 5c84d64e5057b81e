#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "report/filled.hpp"

namespace kvtally {

/// The languages that pages are written in: "en", "zh".
const std::vector<std::string>& page_languages();

/// A page's language. Sources and recipes hold English; reports/words/ holds what each text is in the others. What
/// has no translation stays English and is remembered, so that a test finds it.
class Words {
 public:
  /// One of page_languages(). The error: a broken file of words, or one text translated twice in two ways.
  static Expected<Words> of(std::string_view language);

  const std::string& language() const { return language_; }

  /// The text in the language.
  std::string say(std::string_view english) const;

  /// The same of a text with {placeholders}, filled after it is translated. A name that has no value is a fault of
  /// the program, but for texts of recipes: page/compose.cpp fills those.
  std::string fill(std::string_view english, const Values& values) const;

  /// The text in the language, or as it is where it has no translation, of which nobody is told: a model's name.
  std::string name(std::string_view english) const;

  /// The texts that had no translation.
  const std::set<std::string>& missing() const { return missing_; }

 private:
  std::string language_;
  std::map<std::string, std::string, std::less<>> texts_;
  mutable std::set<std::string> missing_;
};

}  // namespace kvtally
