#include "model/parts.hpp"

#include <fmt/format.h>

namespace kvtally {

std::string_view name_of(Role role) {
  switch (role) {
    case Role::key: return "key";
    case Role::value: return "value";
    case Role::key_and_value: return "key=value";
    case Role::latent: return "latent";
    case Role::rope: return "rope";
    case Role::index_key: return "index key";
    case Role::gate: return "gate";
  }
  return "";
}

std::optional<Bytes> fixed_entry_bytes(const Entry& entry) {
  // vLLM: 512 fp8 codes, 4 f32 scales and 64 bf16 rotary elements; DeepSeek-V4: 448 fp8 codes, 64 bf16 rotary
  // elements and 8 bytes of scales.
  if (entry.size() == 2 && entry[0].role == Role::latent && entry[0].dim == 512 && entry[1].dim == 64) {
    return Bytes{656};
  }
  if (entry.size() == 1 && entry[0].role == Role::key_and_value && entry[0].heads == 1 && entry[0].dim == 512) {
    return Bytes{584};
  }
  return std::nullopt;
}

std::optional<std::string> unstorable_row(const Entry& entry) {
  for (const Row& row : entry) {
    if (row.format.whole_entry) {
      return fixed_entry_bytes(entry)
                 ? std::nullopt
                 : std::optional(fmt::format("{} stores a latent of 512 with 64 rotary elements "
                                             "(656 bytes) or one shared row of 512 (584 bytes), "
                                             "not this entry",
                                             row.format.name));
    }
    if (row.dim % row.format.elements != 0) {
      return fmt::format("{} stores blocks of {} elements, and the {} row has {}", row.format.name,
                         row.format.elements, name_of(row.role), row.dim);
    }
  }
  return std::nullopt;
}

Bytes entry_bytes(const Entry& entry) {
  if (!entry.empty() && entry.front().format.whole_entry) {
    return fixed_entry_bytes(entry).value_or(Bytes{});
  }
  Bytes sum;
  for (const Row& row : entry) {
    sum += row_bytes(row.format, row.heads, row.dim).value_or(Bytes{});
  }
  return sum;
}

Wide element_count(const StateTensor& tensor) {
  Wide count = 1;
  for (const std::int64_t size : tensor.shape) {
    count *= size;
  }
  return count;
}

Bytes tensor_bytes(const StateTensor& tensor) {
  return Bytes{ceil_div(element_count(tensor), tensor.format.elements) * tensor.format.bytes};
}

Bytes rewritten_bytes(const StateTensor& tensor) {
  if (tensor.rewrite == StateTensor::Rewrite::whole || tensor.shape.empty() || tensor.shape.back() == 0) {
    return tensor_bytes(tensor);
  }
  return Bytes{tensor_bytes(tensor).value / tensor.shape.back()};
}

}  // namespace kvtally
