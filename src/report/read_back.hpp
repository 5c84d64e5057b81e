#pragma once

#include <expected>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace kvtally {

/// A sentence for each row or tensor that is kept in another format than a description's reader gives it.
std::vector<std::string> other_formats(const Model& model);

/// Reads a description and compares it with the model, ids and assumptions aside. Its value are the assumptions of
/// the model that the description does not make; the errors say what differs, or why it is refused.
std::expected<std::vector<std::string>, std::vector<std::string>> read_back(const std::string& text,
                                                                            const Model& model);

}  // namespace kvtally
