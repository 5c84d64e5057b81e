#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/quantity.hpp"
#include "model/model.hpp"

namespace kvtally::test {

/// What the real llama.cpp said of one model under some flags.
struct Observation {
  std::string model;           // a zoo id, or a file of tests/data/corpus without its ending
  std::string flags;           // llama.cpp's own
  std::optional<Bytes> bytes;  // of its memory; nothing: it refused
  std::string lines;           // that it logged about it, " | " between; or its refusal
  /// Of a file with the model's MTP layers, in two contexts.
  bool drafts() const { return flags.contains("--mtp"); }
};

/// Where they are recorded, under the source folder.
inline const std::string kObservations = "tests/data/witness/llama_cpp.tsv";

/// The recorded ones, in their order.
std::vector<Observation> recorded_observations();

/// The model of that name; the test fails when there is none.
Model observed_model(const std::string& name);

/// Those of one model's file, which stand together.
std::vector<std::vector<Observation>> by_model(const std::vector<Observation>& observations);

/// The table's text, its head kept.
std::string table_of(const std::vector<Observation>& observations);

}  // namespace kvtally::test
