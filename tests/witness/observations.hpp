#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/quantity.hpp"

namespace kvtally::test {

/// What the real llama.cpp said of one model under some flags.
struct Observation {
  std::string model;           // zoo id
  std::string flags;           // llama.cpp's own
  std::optional<Bytes> bytes;  // of its memory; nothing: it refused
  std::string lines;           // that it logged about it, " | " between; or its refusal
};

/// Where they are recorded, under the source folder.
inline const std::string kObservations = "tests/data/witness/llama_cpp.tsv";

/// The recorded ones, in their order.
std::vector<Observation> recorded_observations();

/// Those of one model, which stand together.
std::vector<std::vector<Observation>> by_model(const std::vector<Observation>& observations);

/// The table's text, its head kept.
std::string table_of(const std::vector<Observation>& observations);

}  // namespace kvtally::test
