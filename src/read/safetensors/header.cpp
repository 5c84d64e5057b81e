#include "read/safetensors/header.hpp"

#include <fmt/format.h>

#include "core/print.hpp"
#include "read/safetensors/tensor_table.hpp"
#include "read/text/file.hpp"
#include "read/text/json.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kLengthBytes = 8;

std::unexpected<Problems> refused(const std::string& file, std::string what, std::string expected) {
  return std::unexpected(Problems{{file, {}, std::move(what), std::move(expected), {}, {}}});
}

// The length of the header, which the file can hold.
Expected<std::size_t> header_length(const std::string& file, std::string_view start, std::int64_t file_bytes) {
  if (start.starts_with("version https://git-lfs")) {
    return refused(file, "this is a pointer of Git LFS, not the file itself", "the file that it points to");
  }
  if (start.size() < kLengthBytes) {
    return refused(file, fmt::format("the file has {} bytes", start.size()),
                   "8 bytes that say how long the header is, and the header");
  }
  std::uint64_t length = 0;
  for (std::size_t i = kLengthBytes; i-- > 0;) {
    length = length << 8U | static_cast<unsigned char>(start[i]);
  }
  if (length > static_cast<std::uint64_t>(kLargestSafetensorsHeader)) {
    return refused(file, fmt::format("the first 8 bytes claim a header of {} bytes", print_grouped(length)),
                   "at most 100,000,000: is this a safetensors file?");
  }
  if (static_cast<std::int64_t>(length) > file_bytes - static_cast<std::int64_t>(kLengthBytes)) {
    return refused(
        file,
        fmt::format("the header has {} bytes, and the file ends after {} of them", print_grouped(length),
                    print_grouped(file_bytes - static_cast<std::int64_t>(kLengthBytes))),
        "a whole file");
  }
  return static_cast<std::size_t>(length);
}

}  // namespace

Expected<std::vector<SafetensorsTensor>> parse_safetensors(const std::string& file, std::string_view start,
                                                           std::int64_t file_bytes) {
  const auto length = header_length(file, start, file_bytes);
  if (!length) {
    return std::unexpected(length.error());
  }
  const std::string_view text = start.substr(kLengthBytes, *length);
  if (!text.starts_with('{')) {
    return refused(file, "the header is no JSON object", "{ as its first character");
  }
  const auto tree = parse_json(file, std::string(text));
  if (!tree) {
    return std::unexpected(tree.error());
  }
  Problems problems;
  auto tensors =
      read_tensor_table(*tree, file_bytes - static_cast<std::int64_t>(kLengthBytes + *length), problems);
  if (!problems.empty()) {
    return std::unexpected(distinct(std::move(problems)));
  }
  return tensors;
}

Expected<std::vector<SafetensorsTensor>> read_safetensors(const std::string& path) {
  const auto bytes = file_bytes(path);
  auto start = bytes ? read_start(path, kLengthBytes) : std::unexpected(bytes.error());
  if (!start) {
    return std::unexpected(start.error());
  }
  const auto length = header_length(path, *start, *bytes);
  if (!length) {
    return std::unexpected(length.error());
  }
  start = read_start(path, kLengthBytes + *length);
  return start ? parse_safetensors(path, *start, *bytes) : std::unexpected(start.error());
}

}  // namespace kvtally
