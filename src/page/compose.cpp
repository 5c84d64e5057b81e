#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "core/suggest.hpp"
#include "page/page.hpp"
#include "page/sections.hpp"

namespace kvtally {

namespace {

class Composer {
 public:
  explicit Composer(const PageSources& sources) : sources_(sources), words_(*sources.words) {}

  Expected<Page> compose(const std::vector<std::string>& wanted) {
    const Recipe& recipe = *sources_.recipe;
    refuse_unknown(wanted);
    Page page{recipe.id, words_.language(), words_.say(recipe.title), "", {}, {}};
    page.subtitle = sentence(recipe.subtitle, {}, recipe.place);
    for (const SectionRecipe& section : recipe.sections) {
      if (wanted.empty() || std::ranges::find(wanted, section.id) != wanted.end()) {
        add(page, section);
      }
    }
    for (const std::string& line : recipe.footer) {
      page.footer.push_back(sentence(line, {}, recipe.place));
    }
    return problems_.empty() ? Expected<Page>(std::move(page)) : std::unexpected(distinct(std::move(problems_)));
  }

 private:
  void report(Place place, std::string what, std::string expected, std::string suggestion = {}) {
    problems_.push_back(
        {sources_.recipe->file, place, std::move(what), std::move(expected), std::move(suggestion), ""});
  }

  void refuse_unknown(const std::vector<std::string>& wanted) {
    std::vector<std::string_view> ids;
    for (const SectionRecipe& section : sources_.recipe->sections) {
      if (std::ranges::find(ids, section.id) != ids.end()) {
        report(section.place, fmt::format("two sections have the id '{}'", section.id), "an id of its own");
      }
      ids.emplace_back(section.id);
    }
    for (const std::string& id : wanted) {
      if (std::ranges::find(ids, id) == ids.end()) {
        problems_.push_back({"",
                             {},
                             fmt::format("the report has no section '{}'", id),
                             fmt::format("one of {}", fmt::join(ids, ", ")),
                             nearest(id, ids).value_or(""),
                             ""});
      }
    }
  }

  const SectionKind* kind_of(const SectionRecipe& recipe) {
    const auto kinds = section_kinds();
    const auto kind = std::ranges::find(kinds, recipe.kind, &SectionKind::name);
    if (kind == kinds.end()) {
      std::vector<std::string_view> names;
      for (const SectionKind& one : kinds) {
        names.push_back(one.name);
      }
      report(recipe.place, fmt::format("unknown section '{}'", recipe.kind),
             fmt::format("one of {}", fmt::join(names, ", ")), nearest(recipe.kind, names).value_or(""));
      return nullptr;
    }
    for (const SectionOption& option : recipe.with) {
      if (std::ranges::find(kind->options, option.key) == kind->options.end()) {
        report(option.place, fmt::format("section '{}' has no option '{}'", recipe.kind, option.key),
               kind->options.empty() ? "no options" : fmt::format("one of {}", fmt::join(kind->options, ", ")),
               nearest(option.key, kind->options).value_or(""));
      }
    }
    return &*kind;
  }

  // A recipe's sentence, translated and filled; its problems have its place.
  std::string sentence(const std::string& english, const Values& values, Place place) {
    const auto text = filled(words_.say(english), values);
    if (!text) {
      for (const Problem& problem : text.error()) {
        report(place, problem.what, problem.expected, problem.suggestion);
      }
    }
    return text.value_or("");
  }

  void add(Page& page, const SectionRecipe& recipe) {
    const SectionKind* kind = kind_of(recipe);
    if (kind == nullptr) {
      return;
    }
    auto parts = kind->make(sources_, recipe);
    if (!parts) {
      problems_.insert(problems_.end(), parts.error().begin(), parts.error().end());
      return;
    }
    const Values& values = parts->values;
    Section section{recipe.id,
                    sentence(recipe.title, values, recipe.place),
                    sentence(recipe.question, values, recipe.place),
                    {},
                    sentence(recipe.takeaway, values, recipe.place),
                    {}};
    for (const std::string& text : recipe.text) {
      section.text.push_back(sentence(text, values, recipe.place));
    }
    section.parts = std::move(*parts);
    page.sections.push_back(std::move(section));
  }

  const PageSources& sources_;
  const Words& words_;
  Problems problems_;
};

}  // namespace

Expected<Page> compose_page(const PageSources& sources, const std::vector<std::string>& wanted) {
  return Composer(sources).compose(wanted);
}

std::string svg_of(const Drawing& drawing) {
  return std::visit([](const auto& one) { return write_svg(one); }, drawing);
}

const std::string& title_of(const Drawing& drawing) {
  return std::visit([](const auto& one) -> const std::string& { return one.title; }, drawing);
}

std::vector<SectionTable> tables_of(const Page& page) {
  std::vector<SectionTable> out;
  for (const Section& section : page.sections) {
    if (section.parts.models) {
      out.push_back({section.id, view_of(*section.parts.models), true});
    }
    out.insert(out.end(), section.parts.tables.begin(), section.parts.tables.end());
  }
  return out;
}

}  // namespace kvtally
