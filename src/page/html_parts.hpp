#pragma once

#include <string>
#include <string_view>

#include "page/section.hpp"

/// The parts of a page's HTML. Every text is escaped; ids begin with what they are of.
namespace kvtally {

/// Custom properties of every family's colour, `--k-full` and so on, on light and on dark grounds.
std::string html_colours();

/// A table for reading, in the columns that Markdown has: a caption, headers with a scope, the raw value of each
/// number and how a column sorts in attributes, marks of footnotes, its notes below.
std::string html_table(const SectionTable& table);

/// A picture inside a page.
struct InlinePicture {
  std::string id;     // "picture-" and its name; its parts' ids begin with it
  std::string title;  // what it shows
  std::string svg;    // without the declaration and without chart_style(), which the page has once
  std::string width;  // its own, in pixels
};
InlinePicture inline_picture(const Picture& picture);

/// A link that holds a file of text in UTF-8: "data:text/csv;charset=utf-8;base64,…".
std::string data_link(std::string_view media_type, std::string_view text);

}  // namespace kvtally
