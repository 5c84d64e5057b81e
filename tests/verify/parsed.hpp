#pragma once

#include <doctest/doctest.h>

#include "verify/vector_file.hpp"

namespace kvtally::test {

inline std::unique_ptr<VectorFile> parsed(std::string text) {
  auto file = VectorFile::parse("v.json", std::move(text));
  REQUIRE_MESSAGE(file.has_value(), (file ? "" : render(file.error())));
  return std::move(*file);
}

}  // namespace kvtally::test
