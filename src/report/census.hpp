#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/corpus.hpp"
#include "report/table.hpp"

namespace kvtally {

/// One property of models, and which of a folder have it.
struct CensusRow {
  std::string_view key;
  std::string_view what;
  std::vector<std::string> model_types;  // sorted; those with at least one such file
  std::int64_t files = 0;
};

/// How the models of a folder keep their past, counted over model types and over files as chapter 5 of the notes
/// counts the classes of transformers; but from what each layer keeps, not from which keys a configuration has. A
/// model counts in every row that it fits, a type in every row that one of its files fits. Refused files are a
/// row.
std::vector<CensusRow> census_of(const Corpus& corpus);

/// The census for people and for CSV.
Table census_table_of(const Corpus& corpus);

}  // namespace kvtally
