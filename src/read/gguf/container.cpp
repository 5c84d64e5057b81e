#include "read/gguf/container.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

#include "read/gguf/byte_reader.hpp"
#include "read/gguf/tensor_table.hpp"

namespace kvtally {

namespace {

// The least that a key takes (its length, one character, its type, a value of one byte) and a tensor (its name's
// length, one character, dimensions, type, offset): more of them than the rest of the file holds are not believed.
constexpr std::uint64_t kLeastKey = 8 + 1 + 4 + 1;
constexpr std::uint64_t kLeastTensor = 8 + 1 + 4 + 8 + 4 + 8;
constexpr std::uint64_t kMostKeys = 1 << 16;
constexpr std::uint64_t kMostTensors = 1 << 20;  // 80 layers of 512 unmerged experts are a fifth of it
constexpr std::size_t kLongestKey = 65535;       // the format's own limit
constexpr std::uint64_t kLastType = 12;

bool printable(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c > 0x20 && c < 0x7f; });
}

std::uint64_t read_count(ByteReader& in, std::string_view what, std::uint64_t least, std::uint64_t most) {
  const std::size_t at = in.offset();
  const std::uint64_t count = in.number(8, fmt::format("the number of {}", what));
  const std::uint64_t room = std::min<std::uint64_t>(in.left() / least, most);
  if (count > room) {
    in.fail(at, fmt::format("{} {}, and the file has room for {}", count, what, room), "no more than fit");
    return 0;
  }
  return count;
}

void read_version(ByteReader& in) {
  const std::size_t at = in.offset();
  const std::uint64_t version = in.number(4, "the version");
  if (version >= 1 << 16 && (version & 0xffff) == 0) {
    in.fail(at, "a big-endian file", "one for little-endian machines");
  } else if (version == 1) {
    in.fail(at, "version 1, whose lengths have 32 bits", "version 2 or 3: convert the file anew");
  } else if (version != 2 && version != 3) {
    in.fail(at, fmt::format("version {}", version), "version 2 or 3");
  }
}

GgufType read_type(ByteReader& in, std::string_view key, std::string_view what) {
  const std::size_t at = in.offset();
  const std::uint64_t type = in.number(4, fmt::format("the {} of '{}'", what, key));
  if (type > kLastType) {
    in.fail(at, fmt::format("'{}' has the value type {}", key, type), "a type from 0 to 12");
    return GgufType::u8;
  }
  return static_cast<GgufType>(type);
}

void read_array(ByteReader& in, GgufEntry& entry) {
  const std::size_t at = in.offset();
  entry.element = read_type(in, entry.key, "array's type");
  if (entry.element == GgufType::array) {
    in.fail(at, fmt::format("'{}' is an array of arrays", entry.key), "an array of numbers or texts");
    return;
  }
  const std::size_t count_at = in.offset();
  entry.count = in.number(8, fmt::format("the length of '{}'", entry.key));
  const std::size_t width = width_of(entry.element);
  if (width > 0) {
    entry.value = in.items(entry.count, width, fmt::format("the array '{}'", entry.key));
    return;
  }
  if (entry.count > in.left() / 8) {
    in.fail(count_at,
            fmt::format("'{}' is an array of {} texts, and the file has {} more bytes", entry.key, entry.count,
                        in.left()),
            "no more than fit");
    return;
  }
  const std::size_t start = in.offset();
  const std::string what = fmt::format("a text of '{}'", entry.key);
  for (std::uint64_t i = 0; i < entry.count && !in.problem(); ++i) {
    in.text(what);
  }
  entry.value = in.since(start);
}

GgufEntry read_entry(ByteReader& in) {
  GgufEntry entry;
  entry.at = in.offset();
  entry.key = in.text("a key");
  if (!in.problem() && (!printable(entry.key) || entry.key.size() > kLongestKey)) {
    in.fail(entry.at, "a key that is empty, longer than 65535 bytes or not printable", "a name of ASCII letters");
  }
  if (in.problem()) {
    return entry;
  }
  entry.type = read_type(in, entry.key, "value's type");
  const std::string what = fmt::format("the value of '{}'", entry.key);
  if (entry.type == GgufType::array) {
    read_array(in, entry);
  } else if (entry.type == GgufType::text) {
    const std::string_view text = in.text(what);
    entry.value = {reinterpret_cast<const std::byte*>(text.data()), text.size()};
  } else {
    entry.value = in.items(1, width_of(entry.type), what);
    if (entry.type == GgufType::boolean && !in.problem() && entry.value[0] > std::byte{1}) {
      in.fail(in.offset() - 1, fmt::format("'{}' is neither true nor false", entry.key), "0 or 1");
    }
  }
  return entry;
}

void read_entries(ByteReader& in, std::uint64_t count, GgufFile& file) {
  std::unordered_set<std::string_view> seen;
  for (std::uint64_t i = 0; i < count && !in.problem(); ++i) {
    GgufEntry entry = read_entry(in);
    if (!in.problem() && !seen.insert(entry.key).second) {
      in.fail(entry.at, fmt::format("the key '{}' is there twice", entry.key), "each key once");
    }
    file.entries.push_back(entry);
  }
}

}  // namespace

const GgufEntry* GgufFile::find(std::string_view key) const {
  const auto found = std::ranges::find(entries, key, &GgufEntry::key);
  return found == entries.end() ? nullptr : &*found;
}

bool is_gguf(std::string_view start) { return start.starts_with("GGUF"); }

Expected<GgufFile> parse_gguf(std::string name, std::span<const std::byte> bytes) {
  ByteReader in(name, bytes.first(std::min(bytes.size(), kLargestGgufHeader)), bytes.size());
  GgufFile file;
  file.name = std::move(name);
  if (as_text(in.items(4, 1, "the magic")) != "GGUF") {
    in.fail(0, "this is no GGUF file", "the letters GGUF");
  }
  read_version(in);
  const std::uint64_t tensors = read_count(in, "tensors", kLeastTensor, kMostTensors);
  const std::uint64_t keys = read_count(in, "keys", kLeastKey, kMostKeys);
  read_entries(in, keys, file);
  read_tensor_table(in, tensors, file);
  if (in.problem()) {
    return std::unexpected(Problems{*in.problem()});
  }
  Problems problems = check_tensor_data(file, in.offset(), bytes.size());
  if (!problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  return file;
}

}  // namespace kvtally
