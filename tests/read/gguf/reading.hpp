#pragma once

#include <doctest/doctest.h>
#include <string>

#include "account/figures.hpp"
#include "read/gguf/container.hpp"
#include "read/gguf/gguf.hpp"
#include "read/zoo.hpp"
#include "support/gguf_writer.hpp"
#include "support/print.hpp"

/// Reading of GGUF files in memory, for the tests of this folder. Problems name the file m.gguf.
namespace kvtally::test {

/// The rendered problems of a file's keys and tensor table; empty when it has none.
inline std::string container_problems(const std::string& file) {
  const auto parsed = parse_gguf("m.gguf", bytes_of(file));
  return parsed ? "" : render(parsed.error());
}

/// The rendered problems of a file as a model; empty when it has none.
inline std::string gguf_problems(const std::string& file) {
  const auto description = read_gguf("m.gguf", bytes_of(file), "m");
  return description ? "" : render(description.error());
}
inline std::string gguf_problems(const GgufWriter& writer) { return gguf_problems(writer.file()); }

/// The model of a file that is one.
inline Model gguf_model(const GgufWriter& writer) {
  const std::string file = writer.file();
  auto description = read_gguf("m.gguf", bytes_of(file), "m");
  REQUIRE_MESSAGE(description.has_value(), render(description.error()));
  return description->model;
}

/// Bytes of one part at a context, bf16 (states f32, their convolutions and shifts bf16), batch 1.
inline Wide kept(const Model& model, std::int64_t context, Part part = Part::entries) {
  return figures_of(model, {.context = Tokens{context}}).kept[part].value;
}

/// Whether the layers, their order and the draft layers are those of a model of the zoo.
inline bool same_layers(const Model& model, const std::string& id) {
  const Model ours = Zoo(embedded_files()).describe(id)->model;
  return model.layers == ours.layers && model.order == ours.order && model.draft == ours.draft;
}

}  // namespace kvtally::test
