#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/problem.hpp"

namespace kvtally {

/// A file's bytes, mapped for reading: a page is loaded when it is looked at, so that a terabyte of weights costs
/// nothing while only its header is read.
class MappedFile {
 public:
  /// Refused: what cannot be opened or mapped, what is no regular file, an empty file.
  static Expected<MappedFile> open(const std::string& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::span<const std::byte> bytes_;
};

}  // namespace kvtally
