#include "hardware/device_memory.hpp"

#include <array>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "hardware/device_values.hpp"

namespace kvtally {

namespace {

// The printed size alone: "128 GB" of "128 GB unified".
std::string_view printed_size(std::string_view stated) {
  const std::size_t unit = stated.find(' ');
  return stated.substr(0, unit == std::string_view::npos ? unit : stated.find(' ', unit + 1));
}

// What is assumed usable of a part: a size of one device, or a fraction of the printed number read as GiB, which
// is what most vendors' GB are.
std::optional<Bytes> assumed_memory(const Fields& memory, std::string_view stated, std::int64_t devices) {
  if (const std::string text = memory.text("assumed").value_or(""); text.find('B') != std::string::npos) {
    const auto size = memory_size(memory, "assumed");
    return size ? std::optional(*size * devices) : std::nullopt;
  }
  const auto fraction = thousandths(memory, "assumed");
  const auto gib = parse_bytes(fmt::format("{} GiB", stated.substr(0, stated.find(' '))));
  return fraction && gib ? std::optional(Bytes{gib->value * *fraction / 1000}) : std::nullopt;
}

}  // namespace

void read_memory(const Fields& fields, Device& part) {
  const Node* node = fields.find("memory");
  if (node == nullptr) {
    return;
  }
  const Fields memory(fields.tree(), *node, fields.problems(), "memory");
  constexpr std::array<std::string_view, 4> kMemoryKeys{"stated", "usable", "assumed", "basis"};
  memory.refuse_unknown(kMemoryKeys);
  part.stated_memory = memory.required_text("stated");
  if (const auto printed = parse_memory(printed_size(part.stated_memory)); !printed && memory.find("stated")) {
    memory.report(memory.find("stated")->place,
                  fmt::format("stated is '{}': {}", part.stated_memory, printed.error()),
                  "a size as printed: 80 GB");
  }
  const bool usable = memory.find("usable") != nullptr;
  part.usable_assumed = memory.find("assumed") != nullptr;
  if (usable && part.usable_assumed) {
    memory.report(memory.find("assumed")->place, "memory has both usable and assumed",
                  "usable where a driver prints it, assumed otherwise");
    return;
  }
  if (usable) {
    const auto size = memory_size(memory, "usable");
    part.usable_memory = size ? std::optional(*size * part.devices_per_part) : std::nullopt;
  } else if (part.usable_assumed) {
    part.usable_memory = assumed_memory(memory, part.stated_memory, part.devices_per_part);
  }
  if (usable || part.usable_assumed) {
    part.usable_basis = memory.required_text("basis");
  }
}

void read_other_memory(const Fields& fields, Device& part) {
  const Node* others = fields.find("other_memory");
  if (others == nullptr) {
    return;
  }
  const Fields names(fields.tree(), *others, fields.problems(), "other_memory");
  if (others->kind != Node::Kind::map) {
    return;
  }
  for (const Node& node : Children(*others)) {
    const Fields memory(fields.tree(), node, fields.problems(), node.key);
    constexpr std::array<std::string_view, 1> kOtherKeys{"bandwidth"};
    memory.refuse_unknown(kOtherKeys);
    const bool published = memory.text("bandwidth").value_or("not published") != "not published";
    part.other_memory.emplace(node.key, published ? byte_rate(memory, "bandwidth") : std::nullopt);
  }
}

}  // namespace kvtally
