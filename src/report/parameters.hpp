#pragma once

#include <string>
#include <vector>

#include "account/parameters.hpp"
#include "report/table.hpp"

namespace kvtally {

/// The parameters of one model, tensor by tensor, as arithmetic that can be redone by hand.
struct ParameterSheet {
  std::string name;
  std::string id;
  Parameters published;
  ParameterCount count;
  std::optional<PublishedComparison> comparison;
  std::optional<Wide> stored;
  std::string stored_from;
};

ParameterSheet parameter_sheet(const Model& model);

/// A figure with its label and what is to be said of it.
struct ParameterLine {
  std::string what;
  std::string amount;
  std::string remark;
};

/// For `show`: the published and the computed total and their difference, or what is missing.
std::vector<ParameterLine> parameter_lines(const Model& model);

/// `36 x 128 x 3 x 2880 x 2880`: layers, copies and the shape; factors of 1 are left out where others stand.
std::string arithmetic_of(const ParameterTensor& tensor);

std::string text_of(const ParameterSheet& sheet, const Look& look);
std::string markdown_of(const ParameterSheet& sheet);

}  // namespace kvtally
