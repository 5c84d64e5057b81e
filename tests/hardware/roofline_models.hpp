#pragma once

#include <doctest/doctest.h>
#include <functional>
#include <numeric>
#include <string>

#include "account/parameters.hpp"
#include "hardware/roofline.hpp"
#include "read/text/embedded.hpp"
#include "read/zoo.hpp"

/// Models, weights and rates for the tests of the roofline.
namespace kvtally::test {

inline Model zoo_model(const std::string& id) {
  static const Zoo zoo(embedded_files());
  auto description = zoo.describe(id);
  REQUIRE(description.has_value());
  return description->model;
}

/// All weights at a number of bytes an element; what has one dimension is not multiplied.
inline WeightLoad weights_at(const Model& model, std::int64_t bytes, const std::string& format = "bf16") {
  WeightLoad load;
  const ParameterCount count = count_parameters(model);
  REQUIRE(count.known());
  for (const ParameterTensor& tensor : count.tensors) {
    const Wide elements = std::accumulate(tensor.shape.begin(), tensor.shape.end(), Wide{1}, std::multiplies<>());
    const bool also_head =
        tensor.name == "token embedding" && model.weights.size("tie_word_embeddings").value_or(0) != 0;
    const bool vectors = tensor.shape.size() < 2 || tensor.part == WeightPart::norm;
    const bool multiplied = !vectors && (tensor.part != WeightPart::embedding || also_head);
    load.groups.push_back({tensor.part, tensor.layer, tensor.name, tensor.layers, tensor.copies, tensor.active,
                           Bytes{elements * bytes}, MultiplyAdds{multiplied ? elements : 0}, format, also_head});
  }
  return load;
}

inline Rates rates(std::int64_t gigabytes, std::int64_t teraflops) {
  Rates out;
  out.bandwidth = ByteRate{Wide{gigabytes} * 1'000'000'000};
  out.matmul = OperationRate{Wide{teraflops} * 1'000'000'000'000};
  out.attention = out.matmul;
  out.matmul_format = out.attention_format = "bf16";
  return out;
}

/// TPU v7 as the lecture has it: 7.37 TB/s, 2307 TFLOP/s.
inline Rates lecture_rates() { return rates(7370, 2307); }

inline const PartTime* find_part(const StepTime& step, const std::string& name, const std::string& kind = {}) {
  for (const PartTime& part : step.parts) {
    if (part.name == name && (kind.empty() || part.kind == kind)) {
      return &part;
    }
  }
  return nullptr;
}

inline const PartTime& part_of(const StepTime& step, const std::string& name, const std::string& kind = {}) {
  const PartTime* part = find_part(step, name, kind);
  REQUIRE_MESSAGE(part != nullptr, name);
  return *part;
}

}  // namespace kvtally::test
