#include "read/safetensors/tensor_table.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

#include "core/parse.hpp"
#include "core/print.hpp"
#include "core/suggest.hpp"
#include "read/fields.hpp"

namespace kvtally {

namespace {

constexpr std::int64_t kMostElements = std::int64_t{1} << 60;

class TensorTable {
 public:
  TensorTable(const Tree& tree, Problems& problems, std::int64_t data_bytes)
      : fields_(tree, tree.root(), problems, "the header"), data_bytes_(data_bytes) {}

  std::vector<SafetensorsTensor> read() {
    if (fields_.node().kind != Node::Kind::map) {
      return {};
    }
    for (const Node& child : Children(fields_.node())) {
      if (fields_.problems().size() >= kMostProblems) {
        break;
      }
      if (child.key == "__metadata__") {
        metadata(child);
      } else {
        tensor(child);
      }
    }
    if (fields_.problems().empty()) {
      check_layout();
    }
    return std::move(tensors_);
  }

 private:
  struct Range {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    Place place;
    std::string_view name;
  };

  void metadata(const Node& node) {
    const Fields texts(fields_.tree(), node, fields_.problems(), "__metadata__");
    if (node.kind != Node::Kind::map) {
      return;
    }
    for (const Node& child : Children(node)) {
      if (child.kind != Node::Kind::quoted) {
        texts.report(child.place, fmt::format("{} of __metadata__ is {}", child.key, described(child)), "a text");
      }
    }
  }

  void tensor(const Node& node) {
    const std::string name = fmt::format("the tensor '{}'", node.key);
    const Fields parts(fields_.tree(), node, fields_.problems(), name);
    if (node.kind != Node::Kind::map) {
      return;
    }
    parts.refuse_unknown(std::array<std::string_view, 3>{"dtype", "shape", "data_offsets"});
    const SafetensorsType* type = type_of(parts);
    const auto elements = elements_of(parts);
    const auto range = range_of(parts, node.key);
    if (type == nullptr || !elements || !range) {
      return;
    }
    const Wide bits = Wide{*elements} * type->bits;
    const std::int64_t bytes = range->end - range->begin;
    if (bits != Wide{bytes} * 8) {
      const std::string size =
          bits % 8 == 0 ? fmt::format("{} bytes", print_grouped(bits / 8)) : "no whole number of bytes";
      parts.report(node.place,
                   fmt::format("{} holds {} elements of {}, {}, but has {} bytes", name, print_grouped(*elements),
                               type->name, size, print_grouped(bytes)),
                   "as many bytes as its shape needs");
      return;
    }
    tensors_.push_back({std::string(node.key), type, *elements, Bytes{bytes}});
    ranges_.push_back(*range);
  }

  const SafetensorsType* type_of(const Fields& parts) const {
    const std::size_t before = fields_.problems().size();
    const std::string name = parts.required_text("dtype");
    const SafetensorsType* type = safetensors_type(name);
    if (type == nullptr && fields_.problems().size() == before) {
      std::vector<std::string_view> names;
      std::ranges::transform(safetensors_types(), std::back_inserter(names), &SafetensorsType::name);
      parts.report(parts.find("dtype")->place, fmt::format("the dtype '{}' is unknown", name),
                   fmt::format("one of {}", fmt::join(names, ", ")), nearest(name, names).value_or(""));
    }
    return type;
  }

  // A list of whole numbers; nothing after a problem.
  std::optional<std::vector<std::int64_t>> numbers(const Fields& parts, std::string_view key) const {
    const Node* list = parts.find(key);
    if (list == nullptr || list->kind != Node::Kind::list) {
      parts.report(list == nullptr ? parts.node().place : list->place,
                   fmt::format("{} is {}", key, list == nullptr ? "missing" : described(*list)),
                   "a list of whole numbers");
      return std::nullopt;
    }
    std::vector<std::int64_t> out;
    for (const Node& item : Children(*list)) {
      const auto number =
          item.kind == Node::Kind::plain ? parse_integer(item.text) : std::unexpected(std::string());
      if (!number) {
        parts.report(item.place, fmt::format("{} holds {}", key, described(item)), "a whole number");
        return std::nullopt;
      }
      out.push_back(*number);
    }
    return out;
  }

  std::optional<std::int64_t> elements_of(const Fields& parts) const {
    const auto shape = numbers(parts, "shape");
    std::optional<std::int64_t> product = shape ? std::optional<std::int64_t>(1) : std::nullopt;
    for (std::size_t i = 0; product && i < shape->size(); ++i) {
      product = checked_product({*product, (*shape)[i]}, kMostElements);
      if (!product) {
        parts.report(parts.find("shape")->place, "the shape has more than 2^60 elements", "fewer");
      }
    }
    return product;
  }

  std::optional<Range> range_of(const Fields& parts, std::string_view name) const {
    const auto offsets = numbers(parts, "data_offsets");
    if (!offsets) {
      return std::nullopt;
    }
    const Place place = parts.find("data_offsets")->place;
    if (offsets->size() != 2 || (*offsets)[0] > (*offsets)[1]) {
      parts.report(place, fmt::format("data_offsets is [{}]", fmt::join(*offsets, ", ")),
                   "where the tensor begins and where it ends");
      return std::nullopt;
    }
    if ((*offsets)[1] > data_bytes_) {
      parts.report(place,
                   fmt::format("the tensor ends at {}, and the file's data at {}", print_grouped((*offsets)[1]),
                               print_grouped(data_bytes_)),
                   "a whole file");
      return std::nullopt;
    }
    return Range{(*offsets)[0], (*offsets)[1], place, name};
  }

  // One tensor begins where another ends, and the last one ends where the file does.
  void check_layout() {
    std::ranges::sort(ranges_, {}, [](const Range& range) { return std::pair(range.begin, range.end); });
    std::int64_t end = 0;
    for (const Range& range : ranges_) {
      if (range.begin != end) {
        fields_.report(range.place,
                       fmt::format("the tensor '{}' begins at {}, and the one before it ends at {}", range.name,
                                   print_grouped(range.begin), print_grouped(end)),
                       range.begin < end ? "tensors that do not overlap" : "tensors without a hole between them");
        return;
      }
      end = range.end;
    }
    if (end != data_bytes_) {
      fields_.report({}, fmt::format("{} bytes of the file belong to no tensor", print_grouped(data_bytes_ - end)),
                     "a file that ends with its last tensor");
    }
  }

  Fields fields_;
  std::int64_t data_bytes_;
  std::vector<SafetensorsTensor> tensors_;
  std::vector<Range> ranges_;
};

}  // namespace

std::vector<SafetensorsTensor> read_tensor_table(const Tree& header, std::int64_t data_bytes, Problems& problems) {
  return TensorTable(header, problems, data_bytes).read();
}

}  // namespace kvtally
