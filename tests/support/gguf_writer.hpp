#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Small GGUF files for tests.
namespace kvtally::test {

/// `width` bytes, the lowest first.
inline std::string little(std::uint64_t value, int width) {
  std::string out;
  for (int i = 0; i < width; ++i) {
    out += static_cast<char>(value >> (8 * i) & 0xff);
  }
  return out;
}
inline std::string u32(std::uint64_t value) { return little(value, 4); }
inline std::string u64(std::uint64_t value) { return little(value, 8); }
/// A text with its length before it.
inline std::string text(std::string_view value) { return u64(value.size()) + std::string(value); }

/// Writes keys and tensors as the format says; `set` puts the architecture's name before a key.
class GgufWriter {
 public:
  explicit GgufWriter(std::string architecture) : architecture_(std::move(architecture)) {
    global("general.architecture", architecture_);
  }

  GgufWriter& set(const std::string& key, std::int64_t value) { return raw(full(key), 4, u32(bits(value))); }
  GgufWriter& set(const std::string& key, bool value) { return raw(full(key), 7, little(value ? 1 : 0, 1)); }
  GgufWriter& set(const std::string& key, int value) { return set(key, std::int64_t{value}); }
  GgufWriter& set(const std::string& key, const std::vector<int>& values) {
    std::string items;
    for (const int value : values) {
      items += u32(bits(value));
    }
    return raw(full(key), 9, u32(5) + u64(values.size()) + items);
  }
  GgufWriter& set(const std::string& key, const std::vector<bool>& values) {
    std::string items;
    for (const bool value : values) {
      items += little(value ? 1 : 0, 1);
    }
    return raw(full(key), 9, u32(7) + u64(values.size()) + items);
  }
  GgufWriter& global(const std::string& key, const std::string& value) { return raw(key, 8, text(value)); }
  GgufWriter& global(const std::string& key, int value) { return raw(key, 4, u32(bits(value))); }
  /// A key of any type with its bytes.
  GgufWriter& raw(const std::string& key, std::uint32_t type, const std::string& value) {
    keys_ += text(key) + u32(type) + value;
    ++key_count_;
    return *this;
  }

  /// A tensor whose data follow those of the one before, at the next multiple of 32.
  GgufWriter& tensor(const std::string& name, const std::vector<std::uint64_t>& sizes, std::uint32_t type,
                     std::uint64_t bytes) {
    raw_tensor(name, sizes, type, data_.size());
    data_.append(bytes, '\x5a');
    data_.resize((data_.size() + 31) / 32 * 32, '\0');
    return *this;
  }
  GgufWriter& raw_tensor(const std::string& name, const std::vector<std::uint64_t>& sizes, std::uint32_t type,
                         std::uint64_t offset) {
    tensors_ += text(name) + u32(sizes.size());
    for (const std::uint64_t size : sizes) {
      tensors_ += u64(size);
    }
    tensors_ += u32(type) + u64(offset);
    ++tensor_count_;
    return *this;
  }

  /// The file; with tensors the header is padded to 32 bytes and the data follow.
  std::string file() const {
    std::string out = "GGUF" + u32(3) + u64(tensor_count_) + u64(key_count_) + keys_ + tensors_;
    if (tensor_count_ > 0) {
      out.resize((out.size() + 31) / 32 * 32, '\0');
      out += data_;
    }
    return out;
  }

 private:
  static std::uint64_t bits(std::int64_t value) { return static_cast<std::uint32_t>(value); }
  std::string full(const std::string& key) const { return architecture_ + "." + key; }

  std::string architecture_;
  std::string keys_;
  std::string tensors_;
  std::string data_;
  std::uint64_t key_count_ = 0;
  std::uint64_t tensor_count_ = 0;
};

/// The keys of a small model: two layers, 4 heads of 64, 2 for keys and values.
inline GgufWriter small_gguf(const std::string& architecture = "llama") {
  GgufWriter out(architecture);
  out.set("block_count", 2).set("context_length", 4096).set("embedding_length", 256);
  out.set("attention.head_count", 4).set("attention.head_count_kv", 2);
  return out;
}

inline std::span<const std::byte> bytes_of(const std::string& file) { return std::as_bytes(std::span(file)); }

}  // namespace kvtally::test
