#include "read/gguf/tensor_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <unordered_set>

namespace kvtally {

namespace {

constexpr std::uint64_t kMostDimensions = 4;
constexpr std::uint64_t kDefaultAlignment = 32;
constexpr std::uint64_t kLargestAlignment = 1 << 20;
constexpr std::int64_t kMostElements = std::int64_t{1} << 56;

std::string_view read_name(ByteReader& in) {
  const std::size_t at = in.offset();
  const std::string_view name = in.text("a tensor's name");
  const bool good = !name.empty() && std::ranges::all_of(name, [](char c) { return c > 0x20 && c < 0x7f; });
  if (!in.problem() && !good) {
    in.fail(at, "a tensor's name that is empty or not printable", "a name of ASCII letters");
  }
  return name;
}

// The elements, and those of a row.
std::pair<std::int64_t, std::int64_t> read_dimensions(ByteReader& in, std::string_view name) {
  const std::size_t at = in.offset();
  const std::uint64_t count = in.number(4, fmt::format("the number of dimensions of '{}'", name));
  if (count > kMostDimensions) {
    in.fail(at, fmt::format("the tensor '{}' has {} dimensions", name, count), "at most 4");
  }
  std::int64_t elements = 1;
  std::int64_t row = 1;
  for (std::uint64_t i = 0; i < count && !in.problem(); ++i) {
    const std::size_t place = in.offset();
    const std::uint64_t size = in.number(8, fmt::format("a dimension of '{}'", name));
    if (in.problem()) {
      break;
    }
    if (size == 0 || size > static_cast<std::uint64_t>(kMostElements)) {
      in.fail(place, fmt::format("a dimension of the tensor '{}' is {}", name, static_cast<std::int64_t>(size)),
              "a size from 1 to 2^56");
      break;
    }
    const auto product = checked_product({elements, static_cast<std::int64_t>(size)}, kMostElements);
    if (!product) {
      in.fail(place, fmt::format("the tensor '{}' has more than 2^56 elements", name), "a smaller one");
      break;
    }
    elements = *product;
    row = i == 0 ? static_cast<std::int64_t>(size) : row;
  }
  return {elements, row};
}

void read_tensor(ByteReader& in, GgufFile& file) {
  GgufTensor tensor;
  tensor.at = in.offset();
  tensor.name = read_name(in);
  const auto [elements, row] = read_dimensions(in, tensor.name);
  const std::size_t type_at = in.offset();
  const std::uint64_t type = in.number(4, fmt::format("the type of '{}'", tensor.name));
  tensor.type = tensor_type(type);
  tensor.offset = in.number(8, fmt::format("the offset of '{}'", tensor.name));
  if (in.problem()) {
    return;
  }
  if (tensor.type == nullptr) {
    in.fail(type_at, fmt::format("the tensor '{}' has the type {}, which ggml does not have", tensor.name, type),
            "one of its types from 0 to 42");
    return;
  }
  if (row % tensor.type->block != 0) {
    in.fail(tensor.at,
            fmt::format("a row of the tensor '{}' has {} elements, {} stores blocks of {}", tensor.name, row,
                        tensor.type->name, tensor.type->block),
            "whole blocks");
    return;
  }
  tensor.elements = elements;
  tensor.bytes = Wide{elements / tensor.type->block} * tensor.type->bytes;
  file.tensors.push_back(tensor);
}

class DataCheck {
 public:
  DataCheck(const GgufFile& file, std::uint64_t file_size) : file_(file), file_size_(file_size) {}

  Problems run(std::uint64_t table_end) {
    const std::uint64_t alignment = read_alignment();
    if (alignment == 0 || file_.tensors.empty()) {
      return std::move(problems_);
    }
    start_ = (table_end + alignment - 1) / alignment * alignment;
    for (const GgufTensor& tensor : file_.tensors) {
      if (tensor.offset % alignment != 0) {
        report(tensor.at, fmt::format("the data of the tensor '{}' begin at {}", tensor.name, tensor.offset),
               fmt::format("a multiple of {}", alignment));
      }
    }
    overlaps();
    truncation();
    return std::move(problems_);
  }

 private:
  void report(std::size_t at, const std::string& what, std::string expected) {
    if (problems_.size() < kMostProblems) {
      problems_.push_back({file_.name, {}, fmt::format("at byte {}: {}", at, what), std::move(expected), {}, {}});
    }
  }

  // 0 after a problem.
  std::uint64_t read_alignment() {
    const GgufEntry* entry = file_.find("general.alignment");
    if (entry == nullptr) {
      return kDefaultAlignment;
    }
    const auto value = entry->type == GgufType::array ? std::nullopt : whole_number(*entry);
    if (!value || *value < 1 || *value > kLargestAlignment || (*value & (*value - 1)) != 0) {
      report(entry->at, "general.alignment is no power of two up to 2^20", "32, or another power of two");
      return 0;
    }
    return static_cast<std::uint64_t>(*value);
  }

  void overlaps() {
    std::vector<const GgufTensor*> sorted;
    for (const GgufTensor& tensor : file_.tensors) {
      sorted.push_back(&tensor);
    }
    std::ranges::stable_sort(sorted, {}, &GgufTensor::offset);
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      const GgufTensor& before = *sorted[i - 1];
      const GgufTensor& after = *sorted[i];
      if (Wide{before.offset} + before.bytes > Wide{after.offset}) {
        report(after.at, fmt::format("the data of the tensors '{}' and '{}' overlap", before.name, after.name),
               "data of their own");
      }
    }
  }

  // One problem for all tensors: a download that broke off lacks everything behind one byte.
  void truncation() {
    const GgufTensor* first = nullptr;
    std::size_t cut = 0;
    Wide end = 0;
    for (const GgufTensor& tensor : file_.tensors) {
      const Wide behind = Wide{start_} + Wide{tensor.offset} + tensor.bytes;
      end = std::max(end, behind);
      if (behind > Wide{file_size_}) {
        ++cut;
        first = first == nullptr || tensor.offset < first->offset ? &tensor : first;
      }
    }
    if (first != nullptr) {
      report(first->at,
             fmt::format("the file ends within the data of the tensor '{}'{}: {} bytes are missing", first->name,
                         cut == 1 ? "" : fmt::format(" and {} behind it", cut - 1), end - Wide{file_size_}),
             "a whole file");
    }
  }

  const GgufFile& file_;
  std::uint64_t file_size_;
  std::uint64_t start_ = 0;
  Problems problems_;
};

}  // namespace

void read_tensor_table(ByteReader& in, std::uint64_t count, GgufFile& file) {
  std::unordered_set<std::string_view> seen;
  for (std::uint64_t i = 0; i < count && !in.problem(); ++i) {
    read_tensor(in, file);
    if (!in.problem() && !seen.insert(file.tensors.back().name).second) {
      in.fail(file.tensors.back().at, fmt::format("the tensor '{}' is there twice", file.tensors.back().name),
              "each tensor once");
    }
  }
}

Problems check_tensor_data(const GgufFile& file, std::uint64_t table_end, std::uint64_t file_size) {
  return DataCheck(file, file_size).run(table_end);
}

}  // namespace kvtally
