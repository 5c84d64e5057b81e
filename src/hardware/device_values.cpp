#include "hardware/device_values.hpp"

#include <array>
#include <fmt/format.h>

namespace kvtally {

namespace {

// The value of a key's text, read by `parse`; a problem otherwise.
template <class Parse>
auto read(const Fields& fields, std::string_view key, std::string_view expected, Parse parse)
    -> std::optional<typename std::invoke_result_t<Parse, std::string_view>::value_type> {
  const auto text = fields.text(key);
  if (!text) {
    return std::nullopt;
  }
  auto value = parse(std::string_view(*text));
  if (!value) {
    fields.report(fields.find(key)->place, fmt::format("{} is '{}': {}", key, *text, value.error()),
                  std::string(expected));
    return std::nullopt;
  }
  return *value;
}

Parsed<std::int64_t> parse_watts(std::string_view text) {
  if (!text.ends_with(" W")) {
    return std::unexpected("it does not end with ' W'");
  }
  const auto value = parse_integer(text.substr(0, text.size() - 2));
  if (value && (*value < 1 || *value > 1'000'000)) {
    return std::unexpected("it is not from 1 to 1000000 W");
  }
  return value;
}

}  // namespace

Parsed<Bytes> parse_memory(std::string_view text) {
  constexpr Bytes kMost{Wide{1} << 50};
  const auto bytes = parse_bytes(text);
  if (bytes && (bytes->value == 0 || *bytes > kMost)) {
    return std::unexpected(bytes->value == 0 ? "it is nothing" : "it is more than 1 PiB");
  }
  return bytes;
}

Parsed<std::int64_t> parse_thousandths(std::string_view text) {
  const std::size_t point = text.find('.');
  const std::string_view after = point == std::string_view::npos ? "" : text.substr(point + 1);
  std::string digits(text.substr(0, point));
  if (digits.empty() || digits.size() > 1 || (point != std::string_view::npos && after.empty()) ||
      after.size() > 3) {
    return std::unexpected("it is no number with at most three decimals");
  }
  digits += std::string(after) + std::string(3 - after.size(), '0');
  std::int64_t value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') {
      return std::unexpected("it is no number with at most three decimals");
    }
    value = value * 10 + (c - '0');
  }
  if (value < 1 || value > 2000) {
    return std::unexpected("it is not from 0.001 to 2");
  }
  return value;
}

std::optional<ByteRate> byte_rate(const Fields& fields, std::string_view key) {
  return read(fields, key, "a rate such as 3350 GB/s", parse_byte_rate);
}

std::optional<OperationRate> operation_rate(const Fields& fields, std::string_view key) {
  return read(fields, key, "a rate such as 989.4 TFLOP/s", parse_operation_rate);
}

std::optional<Bytes> memory_size(const Fields& fields, std::string_view key) {
  return read(fields, key, "a size such as 79.65 GiB", parse_memory);
}

std::optional<std::int64_t> thousandths(const Fields& fields, std::string_view key) {
  return read(fields, key, "a fraction such as 0.85", parse_thousandths);
}

std::optional<std::int64_t> watts(const Fields& fields, std::string_view key) {
  return read(fields, key, "a power such as 700 W", parse_watts);
}

Link link(const Fields& fields, std::string_view key) {
  const Node* node = fields.find(key);
  if (node == nullptr) {
    return {};
  }
  if (node->kind == Node::Kind::plain && node->text == "none") {
    return {"none", {}};
  }
  if (node->kind != Node::Kind::map) {
    fields.report(node->place, fmt::format("{} is {}", key, described(*node)),
                  "none, or a map of name and one_way");
    return {};
  }
  const Fields members(fields.tree(), *node, fields.problems(), key);
  constexpr std::array<std::string_view, 2> kKeys{"name", "one_way"};
  members.refuse_unknown(kKeys);
  std::string name = members.required_text("name");
  return {std::move(name), byte_rate(members, "one_way")};
}

}  // namespace kvtally
