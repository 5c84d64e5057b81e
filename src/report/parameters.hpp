#pragma once

#include <string>
#include <vector>

#include "account/parameters.hpp"
#include "account/weight_load.hpp"
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
  std::expected<WeightLoad, std::vector<std::string>> weights;  // the bytes, or what they would need
};

/// `asked`: the scheme that the weights are counted in; nothing: as weight_load_for chooses.
ParameterSheet parameter_sheet(const Model& model, const std::optional<WeightScheme>& asked = {});

/// Bytes of each tensor of the count, all copies in all layers; nothing where the weights are not known by tensor.
std::vector<std::optional<Bytes>> bytes_by_tensor(const ParameterSheet& sheet);

/// Bytes of one part, and what a step of one token reads of it.
struct PartBytes {
  WeightPart part = WeightPart::other;
  Bytes total;
  Bytes active;
};
std::vector<PartBytes> bytes_by_part(const WeightLoad& load);

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
