#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hardware/catalogue.hpp"
#include "page/words.hpp"
#include "report/bar_chart.hpp"
#include "report/chart.hpp"
#include "report/check_results.hpp"
#include "report/filled.hpp"
#include "report/lane_chart.hpp"
#include "report/mask_picture.hpp"
#include "report/model_table.hpp"
#include "report/recipe.hpp"

namespace kvtally {

/// What a page is asked for beside its recipe.
struct PageRequest {
  std::vector<std::string> models;    // ids or paths, of a recipe that has no rows of its own
  std::optional<std::string> device;  // a word of Catalogue::find; nothing: the section's own choice
  std::optional<Tokens> context;      // nothing: the recipe's, or the section's
  std::optional<std::int64_t> users;
  Units units = Units::binary;
};

/// What sections are made from.
struct PageSources {
  const Recipe* recipe;
  const ModelTable* table = nullptr;  // the recipe's rows, computed; null where it has none
  Describe describe;
  const Catalogue* devices;
  const CheckReport* claims = nullptr;  // of the document that the recipe names; null where it names none
  const Words* words;
  PageRequest request;
};

using Drawing = std::variant<Chart, BarChart, LaneChart, MaskPicture>;

struct Picture {
  std::string name;    // unique in the page: of its file, and the id that its parts begin with
  std::string choice;  // pictures of one section with choices are shown one at a time; empty: always
  Drawing drawing;
};

/// A table of a section. Its CSV stands behind a link.
struct SectionTable {
  std::string name;  // unique in the page: of its file
  Table table;
  bool shown = true;  // else it is only data: what a picture shows
};

/// What the code of a section gives; its sentences are the recipe's.
struct SectionParts {
  Values values;                        // for the recipe's sentences
  std::vector<Picture> pictures;        // in order
  std::vector<SectionTable> tables;     // below them
  std::optional<ModelTable> models;     // the table with strips, which is sorted and filtered; one a page
  std::vector<std::string> arithmetic;  // a line each: the figures redone, opened on demand
  std::vector<std::string> notes;       // reasons, limits, sources
};

/// A section as a reader sees it, in the page's language.
struct Section {
  std::string id;  // "four-attentions": of its place in the page
  std::string title;
  std::string question;  // shown first; what follows is hidden until it is opened. May be empty
  std::vector<std::string> text;
  std::string takeaway;
  SectionParts parts;
};

}  // namespace kvtally
