#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "core/text.hpp"
#include "page/lecture.hpp"

/// No figure is typed in a recipe: what can be computed stands in braces. What else has digits is a name, or a
/// fact of a text with its reason below.
namespace kvtally::recipe_sentences_test {

namespace {

struct Fact {
  std::string_view text;
  std::string_view reason;
};

constexpr std::array kFacts{
    Fact{"in 44 models", "the report's name; the first test below counts them"},
    Fact{"(64 of", "rotary_dim of MiniMax M2's config, which bears on no figure, so that models do not hold it"},
    Fact{"a 51B table", "the maker's figure for its n-gram table"},
    Fact{"2025-12-16", "a date"},
    Fact{"2026-02-16", "a date"},
    Fact{"2026-04-24", "a date"},
    Fact{"2026-07-23", "a date"},
    Fact{"2026-08-04", "a date"},
    Fact{"bf16", "a format"},
    Fact{"8 KV heads", "GQA-8 in words"},
    Fact{"GQA-8", "a kind"},
    Fact{"in 2019", "the year of MQA's paper"},
    Fact{"nob 1", "the number of a knob"},
    Fact{"nob 2", "the number of a knob"},
    Fact{"nob 3", "the number of a knob"},
    Fact{"2 and 3 together", "the numbers of knobs"},
    Fact{"Mistral 7B", "a name"},
    Fact{"Llama 2 70B", "a name"},
    Fact{"V4's", "a name"},
    Fact{"Mamba 2", "a name"},
    Fact{"Ling 2.6", "a name"},
    Fact{"GLM-5.1", "a name"},
};

bool has_digit(std::string_view text) {
  return std::ranges::any_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

// Without what stands in braces.
std::string typed(std::string_view text) {
  std::string out;
  bool inside = false;
  for (const char c : text) {
    inside = c == '{' || (inside && c != '}');
    out += inside || c == '}' ? ' ' : c;
  }
  return out;
}

// The words with digits: letters, digits, and what joins them.
std::vector<std::string> words_with_digits(const std::string& text) {
  std::vector<std::string> out;
  std::string word;
  for (const char c : text + " ") {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && (std::isalnum(byte) != 0 || c == '.' || c == '-')) {
      word += c;
      continue;
    }
    while (word.ends_with('.') || word.ends_with('-')) {
      word.pop_back();
    }
    if (has_digit(word)) {
      out.push_back(word);
    }
    word.clear();
  }
  return out;
}

// Names of models, and pieces of them that begin with a letter: "V3" of "DeepSeek-V3".
std::set<std::string> model_names() {
  const Zoo zoo(embedded_files());
  std::set<std::string> out;
  for (const std::string& id : zoo.ids()) {
    const std::string name = zoo.named(id)->model.name;
    for (const std::string_view part : split(name, ' ')) {
      out.emplace(part);
      std::size_t from = 0;
      for (std::size_t at = part.find('-'); at != std::string_view::npos; at = part.find('-', at + 1)) {
        out.emplace(part.substr(0, at));
        from = at + 1;
        out.emplace(part.substr(from));
      }
    }
  }
  std::erase_if(out, [](const std::string& word) {
    return word.empty() || std::isalpha(static_cast<unsigned char>(word.front())) == 0;
  });
  return out;
}

void without_facts(std::string& text, std::set<std::string_view>& used) {
  for (const Fact& fact : kFacts) {
    for (std::size_t at = text.find(fact.text); at != std::string::npos; at = text.find(fact.text)) {
      text.erase(at, fact.text.size());
      used.insert(fact.text);
    }
  }
}

struct Sentences {
  std::string file;
  std::vector<std::string> texts;
};

std::vector<Sentences> sentences_of_recipes() {
  std::vector<Sentences> out;
  for (const EmbeddedFile& file : embedded_files()) {
    const Tree tree(std::string(file.path), file.nodes);
    const bool own = file.path.starts_with("reports/") && file.path.find('/', 8) == std::string_view::npos;
    if (!own || !is_recipe(tree)) {
      continue;
    }
    const Recipe recipe = *read_recipe(tree, "any");
    Sentences all{std::string(file.path), recipe.footer};
    all.texts.insert(all.texts.end(), {recipe.title, recipe.subtitle});
    for (const RecipeRow& row : recipe.rows) {
      all.texts.insert(all.texts.end(), {row.remark, row.highlight, row.caveat, row.differs.released,
                                         row.differs.context, row.differs.kv});
    }
    for (const SectionRecipe& section : recipe.sections) {
      all.texts.insert(all.texts.end(), {section.title, section.question, section.takeaway});
      all.texts.insert(all.texts.end(), section.text.begin(), section.text.end());
    }
    out.push_back(std::move(all));
  }
  return out;
}

// The words of a sentence that look like typed figures.
std::vector<std::string> typed_figures(const std::string& sentence, std::set<std::string_view>& used) {
  static const std::set<std::string> names = model_names();
  std::string text = typed(sentence);
  without_facts(text, used);
  std::vector<std::string> out = words_with_digits(text);
  std::erase_if(out, [](const std::string& word) { return names.contains(word); });
  return out;
}

TEST_CASE("the report's name counts its rows") {
  test::Lecture lecture;
  CHECK(lecture.recipe().title == "The evolution of attention in 44 models");
  CHECK(lecture.recipe().rows.size() == 44);
}

TEST_CASE("no figure is typed in a recipe's sentence") {
  std::set<std::string_view> used;
  for (const Sentences& recipe : sentences_of_recipes()) {
    CAPTURE(recipe.file);
    for (const std::string& sentence : recipe.texts) {
      CAPTURE(sentence);
      for (const std::string& word : typed_figures(sentence, used)) {
        FAIL_CHECK("'" << word << "' is typed: ask for it by name, in braces");
      }
    }
  }
  for (const Fact& fact : kFacts) {
    CAPTURE(fact.text);
    CHECK(used.contains(fact.text));  // else it need not be allowed
  }
}

TEST_CASE("a typed figure is found, a name and what stands in braces are not") {
  std::set<std::string_view> used;
  CHECK(typed_figures("All 48 query heads of {head_dim} at 128K", used) == std::vector<std::string>{"48", "128K"});
  CHECK(typed_figures("2.8 times V2's, 7:1", used) == std::vector<std::string>{"2.8", "7", "1"});
  CHECK(typed_figures("V3.2-Exp and GLM-5 beside {deepseek-v2/layers}", used).empty());
  CHECK(typed_figures("on 2025-12-16", used).empty());
  CHECK(typed_figures("on 2025-12-17", used) == std::vector<std::string>{"2025-12-17"});
}

// The figures that a text asks for, without how they are said.
std::multiset<std::string> asked_in(const std::string& text) {
  std::multiset<std::string> out;
  for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
    std::string name = text.substr(at + 1, text.find('}', at) - at - 1);
    for (const std::string_view how : {" in words", " in order"}) {
      if (name.ends_with(how)) {
        name.resize(name.size() - how.size());
      }
    }
    out.insert(name);
  }
  return out;
}

TEST_CASE("a translation asks for the same figures") {
  const Words chinese = *Words::of("zh");
  for (const Sentences& recipe : sentences_of_recipes()) {
    for (const std::string& sentence : recipe.texts) {
      CAPTURE(sentence);
      CHECK(asked_in(chinese.name(sentence)) == asked_in(sentence));
    }
  }
}

}  // namespace

}  // namespace kvtally::recipe_sentences_test
