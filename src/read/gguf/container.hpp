#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"
#include "core/wide.hpp"
#include "read/gguf/tensor_types.hpp"

namespace kvtally {

/// The types of a key's value, by their numbers in the file.
enum class GgufType : std::uint8_t { u8, i8, u16, i16, u32, i32, f32, boolean, text, array, u64, i64, f64 };

/// One key and its value, which stays where it is in the file: nothing is copied.
struct GgufEntry {
  std::string_view key;
  std::size_t at = 0;  // the byte that the key begins at
  GgufType type = GgufType::u8;
  GgufType element = GgufType::u8;   // of an array
  std::uint64_t count = 1;           // of an array
  std::span<const std::byte> value;  // the number, the text, or the array's items
};

struct GgufTensor {
  std::string_view name;
  std::size_t at = 0;  // the byte that its row of the table begins at
  const TensorType* type = nullptr;
  std::uint64_t offset = 0;  // of its data, from the start of all data
  Wide elements = 0;
  Wide bytes = 0;
};

/// What a GGUF file says of itself: its keys and its tensor table, both as views into the file's bytes.
struct GgufFile {
  std::string name;
  std::vector<GgufEntry> entries;
  std::vector<GgufTensor> tensors;

  /// The entry of a key; null when it is absent.
  const GgufEntry* find(std::string_view key) const;
};

/// Keys and tensor table together; the longest seen is a tenth of it (a vocabulary of 260,000 tokens).
inline constexpr std::size_t kLargestGgufHeader = std::size_t{256} << 20;

/// Whether the bytes begin as a GGUF file does.
bool is_gguf(std::string_view start);

/// The keys and the tensor table of a GGUF file (version 2 or 3, little endian). The tensors' data are not looked
/// at, but must be there. `bytes` must outlive what is returned.
///
/// Refused, with the byte: another magic, version or byte order; a count, length, text or array that the rest of
/// the file cannot hold; arrays of arrays; unknown types of values and tensors; a key or tensor that is there
/// twice; a tensor with more than 4 dimensions, a dimension that is not positive, a row that is no whole number of
/// blocks, or data that are not aligned, overlap another's or go beyond the file.
Expected<GgufFile> parse_gguf(std::string name, std::span<const std::byte> bytes);

/// A value that is a whole number, or true (1) or false (0): item `index` of an array. Nothing for other types.
std::optional<Wide> whole_number(const GgufEntry& entry, std::uint64_t index = 0);

/// The width in bytes of a value's type; 0 for texts and arrays.
std::size_t width_of(GgufType type);

/// A number as it is written: "32", "true", "1e-05". Item `index` of an array.
std::string number_text(const GgufEntry& entry, std::uint64_t index = 0);

}  // namespace kvtally
