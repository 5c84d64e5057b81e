#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "reference/cache/cache_layer.hpp"

namespace kvtally::reference {

/// A sort of container, with what a person wants to know before choosing it. How it grows and where it ends is not
/// said here: the container itself shows it, see course_of().
struct ContainerSort {
  std::string_view id;
  std::string_view name;
  std::string_view cache_class;  // in transformers
  std::string_view size_name;    // of what `make` is given: "W"; empty where it makes no difference
  std::string_view used_for;
  std::string_view price;
  bool full_at_maximum = false;  // takes no token more than maximum(), instead of forgetting one
  std::unique_ptr<CacheLayer> (*make)(std::int64_t size, Counter& counter);
  /// Lets it take a token's keys and values [1, 1, 1, dim].
  void (*take)(CacheLayer& layer, const Tensor& keys, const Tensor& values);
};

/// The six of the lecture notes' last table, in its order.
std::span<const ContainerSort> container_sorts();

/// What a container of one size did while it took tokens one by one.
struct Course {
  std::int64_t size = 0;
  std::int64_t entry = 0;            // bytes of entries that the first token wrote
  std::vector<std::int64_t> stored;  // bytes after each token
  std::optional<std::int64_t> maximum;
};

/// Runs a fresh container of `size` over `tokens` tokens, or as many as it takes.
Course course_of(const ContainerSort& sort, std::int64_t size, std::int64_t tokens);

}  // namespace kvtally::reference
