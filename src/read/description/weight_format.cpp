#include "read/description/weight_format.hpp"

#include <array>
#include <fmt/format.h>

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 6> kMembers{"format", "matrix_bytes", "input_bytes",
                                                   "from",   "unread",       "assumed"};
constexpr std::int64_t kMostBytes = 65536;  // beside one matrix, or for one of its inputs

std::optional<WeightScheme> scheme_of(const Fields& fields, std::string_view key) {
  const std::string text = fields.required_text(key);
  if (text.empty()) {
    return std::nullopt;
  }
  auto scheme = parse_weight_scheme(text);
  if (!scheme) {
    fields.report(fields.find(key)->place, fmt::format("{} is '{}': {}", key, text, scheme.error()),
                  "a format of weights such as fp8@128x128");
    return std::nullopt;
  }
  scheme->from = "weight_format: " + print(*scheme);
  return std::move(*scheme);
}

}  // namespace

std::optional<WeightScheme> read_weight_format(const Fields& fields) {
  const Node* node = fields.find("weight_format");
  if (node == nullptr) {
    return std::nullopt;
  }
  if (node->kind != Node::Kind::map) {
    return scheme_of(fields, "weight_format");
  }
  const Fields members(fields.tree(), *node, fields.problems(), "weight_format");
  members.refuse_unknown(kMembers);
  auto scheme = scheme_of(members, "format");
  if (scheme) {
    scheme->matrix_bytes = members.integer("matrix_bytes", 0, kMostBytes).value_or(0);
    scheme->input_bytes = members.integer("input_bytes", 0, kMostBytes).value_or(0);
    scheme->from = members.text("from").value_or(scheme->from);
    scheme->unread = members.texts("unread");
    scheme->assumed = members.texts("assumed");
  }
  return scheme;
}

}  // namespace kvtally
