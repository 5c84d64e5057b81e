#include "engine/transformers/paged_memory.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace kvtally::transformers {

namespace {

constexpr Wide kLeastBatchTokens = 256;
constexpr Wide kUsualBatchTokens = 8192;
constexpr double kCacheFillPerBatch = 0.1;

constexpr Wide kInt32 = 4;
constexpr Wide kInt64 = 8;
constexpr Wide kFloat32 = 4;
constexpr Wide kBulkInputRows = 7;

Wide page_of(const PagedShape& shape) { return Wide{shape.head_dim} * shape.num_key_value_heads; }

// Everything but the activations of a peak.
MemoryPolynomial held(const PagedShape& shape) {
  const Wide sets = shape.io_sets;
  const Wide groups = shape.num_groups;
  MemoryPolynomial out;
  out.n = 2 * Wide{shape.group_size} * page_of(shape) * shape.element_bytes + sets * groups * kInt64;
  out.m = sets * kBulkInputRows * kInt32 + sets * shape.output_rows * kInt32 +
          sets * groups * shape.max_blocks_per_request * kInt32 + 2 * sets * groups * kInt64;
  out.mn = sets * shape.attention_masks * shape.element_bytes;
  out.mm = out.mn;
  return out;
}

// The engine computes in Python: exact integers, divided and rooted in doubles. The same here.
double as_double(Wide value) { return static_cast<double>(value); }

struct Root {
  double value = 0;
  std::string error;
};

// Python shows a float with a point, an int without one.
std::string python_number(double value, bool real) {
  const std::string text = fmt::format("{}", value);
  return real && text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

// The largest root of a·x² + b·x + c, rounded down.
Root largest_root(double a, double b, double c, bool real) {
  if (a == 0) {
    return {std::trunc(-c / b), {}};
  }
  const double discriminant = b * b - 4 * a * c;
  if (discriminant < 0) {
    return {0, fmt::format("ValueError: No real solution (discriminant = {})", python_number(discriminant, real))};
  }
  const double root = (-b + std::sqrt(discriminant)) / (2 * a);
  if (root < 0) {
    return {0, fmt::format("ValueError: No positive solution (root = {})", python_number(root, true))};
  }
  return {std::floor(root), {}};
}

PagedSizes with_batch(const PagedShape& shape, const MemoryPolynomial& peak, Wide available, Wide batch_tokens) {
  const Wide left = available - peak.m * batch_tokens - peak.mm * batch_tokens * batch_tokens;
  const double pages = std::floor(as_double(left) / as_double(peak.n + peak.mn * batch_tokens));
  return {batch_tokens, whole_part(std::floor(pages / static_cast<double>(shape.block_size))), {}};
}

PagedSizes with_blocks(const PagedShape& shape, const MemoryPolynomial& peak, Wide available, Wide blocks) {
  const Wide pages = blocks * shape.block_size;
  const Root root = largest_root(as_double(peak.mm), as_double(peak.m + peak.mn * pages),
                                 as_double(peak.n * pages - available), false);
  return {whole_part(root.value), blocks, root.error};
}

PagedSizes with_neither(const PagedShape& shape, const MemoryPolynomial& peak, Wide available) {
  const double fill = kCacheFillPerBatch;
  const Root root = largest_root(as_double(peak.mn) * fill + as_double(peak.mm) * (fill * fill),
                                 as_double(peak.n) + as_double(peak.m) * fill, -as_double(available), true);
  return {whole_part(root.value * fill), whole_part(root.value) / shape.block_size, root.error};
}

// The least of what both peaks leave.
template <class Solve>
PagedSizes of_peaks(const PagedShape& shape, Solve solve) {
  const PagedSizes first = solve(lm_head_peak(shape));
  const PagedSizes second = solve(attention_peak(shape));
  return {std::min(first.max_batch_tokens, second.max_batch_tokens), std::min(first.num_blocks, second.num_blocks),
          first.error.empty() ? second.error : first.error};
}

PagedSizes solved(const PagedShape& shape, const ContinuousBatching& asked, Wide available) {
  if (asked.max_batch_tokens && asked.num_blocks) {
    return {*asked.max_batch_tokens, *asked.num_blocks, {}};
  }
  if (asked.num_blocks) {
    return of_peaks(shape, [&](const MemoryPolynomial& peak) {
      return with_blocks(shape, peak, available, *asked.num_blocks);
    });
  }
  Wide batch_tokens = asked.max_batch_tokens.value_or(0);
  if (!asked.max_batch_tokens) {
    const PagedSizes free =
        of_peaks(shape, [&](const MemoryPolynomial& peak) { return with_neither(shape, peak, available); });
    if (!free.error.empty()) {
      return free;
    }
    batch_tokens = std::clamp(free.max_batch_tokens, kLeastBatchTokens, kUsualBatchTokens);
  }
  return of_peaks(shape,
                  [&](const MemoryPolynomial& peak) { return with_batch(shape, peak, available, batch_tokens); });
}

}  // namespace

Wide MemoryPolynomial::at(Wide batch_tokens, Wide cache_tokens) const {
  return n * cache_tokens + m * batch_tokens + mn * cache_tokens * batch_tokens + mm * batch_tokens * batch_tokens;
}

MemoryPolynomial lm_head_peak(const PagedShape& shape) {
  MemoryPolynomial out = held(shape);
  out.m += Wide{shape.hidden_size} * shape.element_bytes + Wide{shape.vocab_size} * kFloat32;
  return out;
}

MemoryPolynomial attention_peak(const PagedShape& shape) {
  MemoryPolynomial out = held(shape);
  const Wide queries = Wide{shape.num_attention_heads} * shape.head_dim;
  out.m += shape.element_bytes * (shape.hidden_size + queries + 2 * page_of(shape));
  out.n += 2 * page_of(shape) * shape.element_bytes;
  return out;
}

Wide memory_footprint(const PagedShape& shape, Wide max_batch_tokens, Wide num_blocks) {
  const Wide cache_tokens = num_blocks * shape.block_size;
  return std::max(lm_head_peak(shape).at(max_batch_tokens, cache_tokens),
                  attention_peak(shape).at(max_batch_tokens, cache_tokens));
}

PagedSizes paged_sizes(const PagedShape& shape, const ContinuousBatching& asked) {
  const Wide available = asked.available->value;
  PagedSizes out = solved(shape, asked, available);
  if (!out.error.empty()) {
    return out;
  }
  const Wide footprint = memory_footprint(shape, out.max_batch_tokens, out.num_blocks);
  if (footprint > available) {
    out.error =
        fmt::format("MemoryError: Memory footprint {} is more than available memory {}", footprint, available);
  } else if (out.max_batch_tokens <= 0 || out.num_blocks <= 0) {
    out.error = fmt::format("ValueError: Invalid values: max_batch_tokens = {}, num_blocks = {}",
                            out.max_batch_tokens, out.num_blocks);
  }
  return out;
}

}  // namespace kvtally::transformers
