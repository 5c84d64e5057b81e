#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/problem.hpp"
#include "read/model_folder.hpp"
#include "report/sheet.hpp"
#include "report/table.hpp"

namespace kvtally {

/// One file of a folder: its figures, or why it was refused. Problems name files as the folder has them.
struct CorpusFile {
  std::string file;        // its name in the folder
  std::string model_type;  // empty: it has none
  Expected<Sheet> outcome;
};

/// What `corpus` says of a folder.
struct Corpus {
  std::string folder;
  Tokens context{1};
  std::int64_t batch = 1;
  std::string kv_dtype;           // as the request writes it
  std::vector<CorpusFile> files;  // sorted by name
  std::vector<Skipped> skipped;
};

/// How many files of one model type there are, and how many of them were read.
struct TypeCount {
  std::string model_type;
  std::int64_t files = 0;
  std::int64_t read = 0;
};

/// Sorted by model type; the files without one come first.
std::vector<TypeCount> types_of(const Corpus& corpus);

/// A name from outside as a terminal may show it: control characters are spaces.
std::string visible(const std::string& text);

/// A model type in words: "(none)" for the empty one.
std::string type_in_words(const std::string& model_type);

/// A problem as one line: without the line of the file, the nearest name behind it.
std::string one_line(Problem problem);

/// One row a file, grouped by model type; refused ones with their problems.
Table table_of(const Corpus& corpus, Units units);

/// kvtally.corpus/1: the files in the order of their names, the model types, the census, what was skipped.
std::string json_of(const Corpus& corpus);

}  // namespace kvtally
