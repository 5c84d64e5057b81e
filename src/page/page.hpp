#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "page/section.hpp"

namespace kvtally {

/// A page before it is written: all of it in one language.
struct Page {
  std::string recipe;    // its id
  std::string language;  // "en", "zh"
  std::string title;
  std::string subtitle;
  std::vector<Section> sections;
  std::vector<std::string> footer;
};

/// The page of a recipe. Only the sections of `wanted` where it names any. The errors: a section that is unknown
/// or named twice, an option that a section has not, a sentence with a figure that its section has not, and what
/// the sections refuse.
Expected<Page> compose_page(const PageSources& sources, const std::vector<std::string>& wanted);

/// One self-contained HTML file: no request to anything, a strict content policy, readable without its script.
/// `version`: of the program, for the line that says how it was made. The same page is the same bytes.
std::string html_of(const Page& page, const Words& words, std::string_view version);

/// kvtally.report/1: every sentence, figure and table, no drawings.
std::string json_of(const Page& page);

/// A picture as a standalone SVG.
std::string svg_of(const Drawing& drawing);
/// Its title.
const std::string& title_of(const Drawing& drawing);

/// Every table of the page with its name: the models' table too.
std::vector<SectionTable> tables_of(const Page& page);

}  // namespace kvtally
