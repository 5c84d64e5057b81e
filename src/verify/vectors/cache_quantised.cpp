#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "reference/cache/quantised.hpp"
#include "reference/storage/affine.hpp"
#include "verify/vectors/runner.hpp"

// The affine quantiser in double and in float, and the quantised container step by step.

namespace kvtally {

namespace {

using reference::AffineGrouping;
using reference::Real;
using reference::Shape;
using reference::Tensor;

constexpr double kDoubleBound = 1e-12;
// The container runs in the executor's type.
constexpr double kContainerBound = sizeof(Real) == sizeof(double) ? kDoubleBound : 1e-6;

// ---- the quantiser

struct QuantiserCase {
  unsigned bits = 1;
  bool single = false;  // computed in float: then the bits are the same
  AffineGrouping grouping;
  std::vector<double> input;
  std::vector<std::int64_t> grouped_shape;
  Tensor codes;  // [groups, size] along axis 0, [size, groups] along axis −1; scale and shift have 1 for the size
  Tensor scale;
  Tensor shift;
  Tensor dequantised;
  double nearest_tie = 0;  // of (x + shift) ÷ scale to a half
};

unsigned read_bits(const Item& item) {
  const std::int64_t bits = item.size();
  if (bits > 8) {
    item.refuse(fmt::format("codes of {} bits", bits), "1 to 8");
    return 1;
  }
  return static_cast<unsigned>(bits);
}

// The shape that the case names, when its input has it.
Shape read_shape(const Item& item, const std::vector<double>& input) {
  Shape shape = item["shape"].integers();
  Wide count = shape.empty() ? 0 : 1;
  for (const std::int64_t size : shape) {
    count = size < 1 || count > static_cast<Wide>(input.size()) ? 0 : count * size;
  }
  if (count != static_cast<Wide>(input.size())) {
    item["shape"].refuse(fmt::format("a shape of other than {} numbers", input.size()), "the input's shape");
    return {1};
  }
  item["input"].tensor(shape);
  return shape;
}

AffineGrouping read_grouping(const Item& item, const Shape& shape) {
  const std::int64_t axis = item["axis"].integer();
  const auto grouping = reference::affine_grouping(shape, axis == 0 || axis == -1 ? static_cast<int>(axis) : 1,
                                                   item["group_size"].size());
  if (!grouping) {
    item["group_size"].refuse(grouping.error());
    return {};
  }
  return *grouping;
}

QuantiserCase read_case(const Item& item) {
  QuantiserCase out;
  out.bits = read_bits(item["bits"]);
  const std::string dtype = item["dtype"].text();
  if (dtype != "float64" && dtype != "float32") {
    item["dtype"].refuse(fmt::format("the type '{}'", dtype), "float64 or float32");
  }
  out.single = dtype == "float32";
  out.input = item["input"].doubles();
  const Shape shape = read_shape(item, out.input);
  out.grouping = read_grouping(item, shape);
  out.grouped_shape = item["grouped_shape"].integers();
  out.codes = item["codes"].any_tensor(2);
  out.scale = item["scale"].any_tensor(2);
  out.shift = item["shift"].any_tensor(2);
  out.dequantised = item["dequantised"].any_tensor(shape.size());
  out.nearest_tie = item["smallest_distance_from_rounding_tie"].number();
  return out;
}

template <class T>
Tensor tensor_of(Shape shape, const std::vector<T>& numbers) {
  std::vector<Real> values(numbers.size());
  std::ranges::transform(numbers, values.begin(), [](T number) { return static_cast<Real>(number); });
  return {std::move(shape), std::move(values)};
}

// [groups, size] as the file has it.
Tensor codes_of(const AffineGrouping& grouping, const std::vector<std::uint8_t>& codes) {
  Tensor rows = tensor_of({grouping.groups, grouping.size}, codes);
  if (grouping.stride == 0) {
    return rows;
  }
  Tensor columns({grouping.size, grouping.groups});
  for (std::int64_t group = 0; group < grouping.groups; ++group) {
    for (std::int64_t member = 0; member < grouping.size; ++member) {
      columns(member, group) = rows(group, member);
    }
  }
  return columns;
}

template <class T>
double nearest_tie(std::span<const T> numbers, const AffineGrouping& grouping,
                   const reference::AffineScales<T>& scales) {
  double nearest = std::numeric_limits<double>::infinity();
  for (std::int64_t group = 0; group < grouping.groups; ++group) {
    const auto at = static_cast<std::size_t>(group);
    for (std::int64_t member = 0; member < grouping.size; ++member) {
      const T step = (numbers[grouping.index(group, member)] + scales.shift[at]) / scales.scale[at];
      nearest = std::min(nearest, std::abs(static_cast<double>(step - std::floor(step)) - 0.5));
    }
  }
  return nearest;
}

template <class T>
void compare_quantiser(const QuantiserCase& expected, const std::string& name, Checks& checks) {
  const AffineGrouping& grouping = expected.grouping;
  const std::vector<T> numbers(expected.input.begin(), expected.input.end());
  const std::span<const T> input(numbers);
  const auto scales = reference::affine_scales(input, grouping, expected.bits);
  const auto codes = reference::affine_codes(input, grouping, scales, expected.bits);
  const auto back = reference::affine_numbers(std::span<const std::uint8_t>(codes), grouping, scales);
  const double bound = expected.single ? 0 : kDoubleBound;
  const bool rows = grouping.stride == 0;
  const Shape one = rows ? Shape{grouping.groups, 1} : Shape{1, grouping.groups};
  const Tensor counted = codes_of(grouping, codes);
  checks.holds(name + "/grouped shape", counted.shape() == expected.grouped_shape);
  checks.near(name + "/codes", expected.codes, counted);
  checks.near(name + "/scale", expected.scale, tensor_of(one, scales.scale), bound);
  checks.near(name + "/shift", expected.shift, tensor_of(one, scales.shift), bound);
  checks.near(name + "/dequantised", expected.dequantised, tensor_of(expected.dequantised.shape(), back), bound);
  checks.within(name + "/distance from a tie",
                std::abs(nearest_tie(input, grouping, scales) - expected.nearest_tie), bound);
}

// ---- the container

struct QuantisedStep {
  std::int64_t added = 1;
  Tensor keys;
  std::optional<Tensor> values;
  std::int64_t quantised = 0;
  std::int64_t residual = 0;
};

struct ContainerCase {
  reference::QuantisedSettings settings;
  Tensor keys;
  Tensor values;
  std::vector<QuantisedStep> steps;
};

ContainerCase read_container(const Item& item) {
  ContainerCase out;
  out.settings = {read_bits(item["nbits"]), item["q_group_size"].size(), item["residual_length"].size()};
  if (item["axis"].integer() != 0) {
    item["axis"].refuse("a quantised container along another axis", "0");
  }
  out.keys = item["keys"].any_tensor(4);
  const Shape& shape = out.keys.shape();
  out.values = item["values"].tensor(shape);
  std::int64_t length = 0;
  for (const Item& step : item["steps"].items()) {
    QuantisedStep read{step["tokens_added"].size(), {}, {}, 0, 0};
    length += read.added;
    if (length > shape[2]) {
      step["tokens_added"].refuse(fmt::format("{} tokens", length), fmt::format("at most {}", shape[2]));
      return out;
    }
    read.keys = step["returned_keys"].tensor({shape[0], shape[1], length, shape[3]});
    if (const Item values = step["returned_values"]) {
      read.values = values.tensor(read.keys.shape());
    }
    read.quantised = step["quantised_tokens"].integer();
    read.residual = step["residual_tokens"].integer();
    out.steps.push_back(std::move(read));
  }
  return out;
}

void compare_container(const ContainerCase& expected, const Item& item, const std::string& name, Checks& checks) {
  reference::Counter counter;
  reference::QuantisedLayer layer(reference::codec("real"), reference::codec("real"), counter, expected.settings);
  for (std::size_t i = 0; i < expected.steps.size(); ++i) {
    const QuantisedStep& step = expected.steps[i];
    const std::int64_t from = layer.length();
    const std::int64_t to = from + step.added;
    const auto grouping = reference::affine_grouping(step.keys.shape(), 0, expected.settings.group);
    if (layer.quantises_next() && !grouping) {
      item["q_group_size"].refuse(grouping.error());
      return;
    }
    const auto out = layer.update(slice(expected.keys, 2, from, to), slice(expected.values, 2, from, to));
    const std::string at = fmt::format("{}/step {}", name, i);
    checks.near(at + "/keys", step.keys, out.keys.numbers(), kContainerBound);
    if (step.values) {
      checks.near(at + "/values", *step.values, out.values.numbers(), kContainerBound);
    }
    checks.equal(at + "/quantised", step.quantised, layer.quantised_tokens(), "tokens");
    checks.equal(at + "/waiting", step.residual, layer.residual_tokens(), "tokens");
  }
}

}  // namespace

void run_cache_quantised(VectorFile& file, Checks& checks) {
  std::vector<QuantiserCase> cases;
  std::vector<ContainerCase> containers;
  const std::vector<Item> container_items = file["outputs"]["container"].items();
  for (const Item& item : file["outputs"]["quantiser"].items()) {
    cases.push_back(read_case(item));
  }
  std::ranges::transform(container_items, std::back_inserter(containers), read_container);
  if (file.failed()) {
    return;
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string name = fmt::format("quantiser {}", i);
    cases[i].single ? compare_quantiser<float>(cases[i], name, checks)
                    : compare_quantiser<double>(cases[i], name, checks);
  }
  for (std::size_t i = 0; i < containers.size(); ++i) {
    compare_container(containers[i], container_items[i], fmt::format("container {}", i), checks);
  }
}

}  // namespace kvtally
