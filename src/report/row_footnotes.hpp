#pragma once

#include <string>

#include "report/filled.hpp"
#include "report/model_table.hpp"

namespace kvtally {

/// A sentence in the reader's language; as it is where there is no translation.
std::string said(const TableOptions& options, const std::string& text);

/// Sets marks and footnotes of a table where a cell of ours is not what is printed, and of caveats.
class RowFootnotes {
 public:
  RowFootnotes(ModelTable& table, const std::string& file, const TableOptions& options, Problems& problems)
      : table_(table), file_(file), options_(options), problems_(problems) {}

  /// Those of a row; of its caveat alone where it is not compared. A cell that differs without a reason, and a
  /// reason without one, are problems.
  void add(ModelRow& row, const RecipeRow& recipe, bool compared);

 private:
  struct Words {
    std::string_view cell;
    std::string_view ours;  // where our value is from
  };

  void cell(ModelRow& row, Words words, const std::string& ours, std::string Printed::* which,
            const RecipeRow& recipe);
  std::string footnote(const std::string& english, const Values& values);

  ModelTable& table_;
  const std::string& file_;
  const TableOptions& options_;
  Problems& problems_;
};

}  // namespace kvtally
