#include "engine/vllm/grouping.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <optional>
#include <set>

#include "engine/vllm/log_text.hpp"

namespace kvtally::vllm {

namespace {

bool is_full(SpecKind kind) { return kind == SpecKind::full || kind == SpecKind::mla; }
bool is_sliding(SpecKind kind) { return kind == SpecKind::sliding || kind == SpecKind::sliding_mla; }

std::set<Wide> pages_of(const std::vector<LayerSpec>& specs) {
  std::set<Wide> pages;
  for (const LayerSpec& spec : specs) {
    pages.insert(page_of(spec.spec).value);
  }
  return pages;
}

// Windows and chunks become full attention where full attention is there too.
void promote(std::vector<LayerSpec>& specs) {
  std::set<std::int64_t> blocks;
  for (const LayerSpec& spec : specs) {
    if (is_full(spec.spec.kind)) {
      blocks.insert(spec.spec.block_size);
    }
  }
  if (blocks.empty()) {
    return;
  }
  for (LayerSpec& spec : specs) {
    if (is_sliding(spec.spec.kind) || spec.spec.kind == SpecKind::chunked) {
      spec.spec.kind = spec.spec.kind == SpecKind::sliding_mla ? SpecKind::mla : SpecKind::full;
      spec.spec.span = 0;
      spec.spec.block_size = blocks.size() == 1 ? *blocks.begin() : spec.spec.block_size;
    }
  }
}

// Whether layers of a kind have windows, or chunks, of several lengths.
bool several_spans(const std::vector<LayerSpec>& specs, SpecKind kind) {
  std::set<std::int64_t> spans;
  for (const LayerSpec& spec : specs) {
    if (spec.spec.kind == kind) {
      spans.insert(spec.span);
    }
  }
  return spans.size() > 1;
}

// One page size for all: larger blocks where the page divides the largest, else a padded page. False: neither.
bool unify_pages(std::vector<LayerSpec>& specs, bool strided) {
  const Wide largest = *pages_of(specs).rbegin();
  for (LayerSpec& spec : specs) {
    const Wide page = page_of(spec.spec).value;
    if (page == largest) {
      continue;
    }
    const bool state = spec.spec.kind == SpecKind::mamba;
    if (!state && largest % page == 0) {
      spec.spec.block_size *= narrow(largest / page).value_or(1);
    } else if (state || strided) {
      spec.spec.padded = Bytes{largest};
    } else {
      return false;
    }
  }
  return true;
}

bool fall_back_to_full(std::vector<LayerSpec>& specs) {
  const auto any = [&](SpecKind kind) {
    return std::ranges::any_of(specs, [&](const LayerSpec& spec) { return spec.spec.kind == kind; });
  };
  if (!any(SpecKind::mla) || !any(SpecKind::sliding) || any(SpecKind::chunked) || specs.back().hidden) {
    return false;
  }
  promote(specs);
  return one_type(specs);
}

std::vector<std::size_t> every_layer(const Grouping& grouping) {
  std::vector<std::size_t> all(grouping.specs.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

void one_group(Grouping& out, Layout layout) {
  out.layout = layout;
  out.groups = {{every_layer(out), every_layer(out)}};
}

std::vector<std::vector<std::size_t>> buckets_of(const std::vector<LayerSpec>& specs) {
  std::vector<std::vector<std::size_t>> buckets;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const auto bucket = std::ranges::find_if(
        buckets, [&](const auto& other) { return specs[other.front()].spec == specs[i].spec; });
    if (bucket == buckets.end()) {
      buckets.push_back({i});
    } else {
      bucket->push_back(i);
    }
  }
  return buckets;
}

// The smallest bucket sets the size of a group, or the largest where it is little larger.
std::size_t group_size_of(const std::vector<std::vector<std::size_t>>& buckets, Version version) {
  const auto [least, most] =
      std::ranges::minmax_element(buckets, {}, [](const auto& bucket) { return bucket.size(); });
  const bool little =
      version == Version::feb_2026 ? most->size() * 4 < least->size() * 5 : most->size() * 2 < least->size() * 3;
  return little ? most->size() : least->size();
}

void split(Grouping& out, const std::vector<std::size_t>& bucket, std::size_t size) {
  if (bucket.size() % size != 0) {
    const std::size_t padding = size - bucket.size() % size;
    out.log.push_back(
        fmt::format("Add {} padding layers, may waste at most {}% KV cache memory", padding,
                    two_decimals(static_cast<Wide>(padding) * 100, static_cast<Wide>(bucket.size()))));
  }
  const std::size_t count = (bucket.size() + size - 1) / size;
  for (std::size_t first = 0; first < count; ++first) {
    Group group;
    for (std::size_t i = first; i < bucket.size(); i += count) {
      group.layers.push_back(bucket[i]);
    }
    group.all = group.layers;
    out.groups.push_back(std::move(group));
  }
}

// Hidden states stay out of it: they take the page that the others have. False: the pages are of no one size.
bool share_pools(Grouping& out, const Settings& settings) {
  std::optional<LayerSpec> hidden;
  if (out.specs.back().hidden) {
    hidden = std::move(out.specs.back());
    out.specs.pop_back();
  }
  if (!unify_pages(out.specs, settings.strided_backend)) {
    return false;
  }
  out.layout = Layout::pools;
  const auto buckets = buckets_of(out.specs);
  const std::size_t size = group_size_of(buckets, settings.version);
  for (const auto& bucket : buckets) {
    split(out, bucket, size);
  }
  if (hidden) {
    append_hidden_group(out, std::move(*hidden));
  }
  return true;
}

// Without the hybrid manager. False: it is refused.
bool stored_in_full(Grouping& out) {
  if (one_spec(out.specs) || one_type(out.specs)) {
    return true;
  }
  const bool several = several_spans(out.specs, SpecKind::sliding) || several_spans(out.specs, SpecKind::chunked);
  promote(out.specs);
  const bool heads =
      std::ranges::all_of(out.specs, [](const LayerSpec& spec) { return spec.spec.kind == SpecKind::full; });
  if (several && heads) {
    out.refusal = "All attention layers in the same KV cache group must have the same window size.";
  } else if (!one_spec(out.specs) && !one_type(out.specs)) {
    out.refusal = "Failed to promote local KV cache specs to one unified type.";
  }
  return out.refusal.empty();
}

}  // namespace

bool one_spec(const std::vector<LayerSpec>& specs) {
  return std::ranges::all_of(specs, [&](const LayerSpec& spec) { return spec.spec == specs.front().spec; });
}

// Layers that need the same number of tokens each (UniformTypeKVCacheSpecs).
bool one_type(const std::vector<LayerSpec>& specs) {
  const CacheSpec& first = specs.front().spec;
  return std::ranges::all_of(specs, [&](const LayerSpec& spec) {
    const CacheSpec& other = spec.spec;
    const bool kind = is_full(first.kind) ? is_full(other.kind) : other.kind == first.kind;
    const bool spans = is_full(first.kind) || first.kind == SpecKind::cross || other.span == first.span;
    return other.block_size == first.block_size && kind && spans;
  });
}

Grouping group_layers(const CacheLayers& layers, const Settings& settings) {
  Grouping out;
  out.specs = layers.specs;
  if (out.specs.empty() || (!settings.hybrid_manager && !stored_in_full(out))) {
    return out;
  }
  const std::vector<LayerSpec> alone = out.specs;
  const bool compressed =
      std::ranges::any_of(alone, [](const LayerSpec& spec) { return spec.spec.kind == SpecKind::sliding_mla; });
  if (one_spec(alone)) {
    one_group(out, Layout::pools);
  } else if (one_type(alone)) {
    one_group(out, Layout::uniform);
  } else if (compressed && pages_of(alone).size() > 1) {
    pack(out);
  } else if (share_pools(out, settings)) {
    return out;
  } else if (out.specs = alone; fall_back_to_full(out.specs)) {
    out.log.emplace_back(
        "KV cache page sizes cannot be unified; treating sliding-window layers as full attention for cache "
        "allocation. Sliding-window attention compute is unchanged.");
    one_group(out, Layout::uniform);
  } else {
    out.refusal =
        "page size is not divisible by the maximum page size and cannot be padded. Padding is only supported for "
        "attention layers whose backend indexes KV pages by the block stride (indexes_kv_by_block_stride is "
        "True).";
  }
  return out;
}

Grouping on_worker(const Grouping& all, std::int64_t first, std::int64_t end) {
  Grouping out = all;
  for (Group& group : out.groups) {
    std::erase_if(group.layers,
                  [&](std::size_t i) { return all.specs[i].layer < first || all.specs[i].layer >= end; });
  }
  return out;
}

}  // namespace kvtally::vllm
