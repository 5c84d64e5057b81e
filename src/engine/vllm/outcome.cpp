#include "engine/vllm/outcome.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/print.hpp"
#include "engine/vllm/log_text.hpp"

namespace kvtally::vllm {

namespace {

std::string name_of_group(const Grouping& grouping, const Group& group, std::size_t number) {
  std::vector<std::string_view> kinds;
  for (const std::size_t i : group.layers) {
    const std::string_view kind = name_of(grouping.specs[i].spec.kind);
    if (std::ranges::find(kinds, kind) == kinds.end()) {
      kinds.push_back(kind);
    }
  }
  return fmt::format("group {}: {}", number, fmt::join(kinds, ", "));
}

std::string shape_of(const Grouping& grouping, const Group& group, Wide blocks) {
  const CacheSpec& spec = grouping.specs[group.all.front()].spec;
  const std::string tokens =
      spec.kind == SpecKind::mamba ? "a state each" : fmt::format("{} tokens", spec.block_size);
  return fmt::format("{} blocks of {}, {} B each", print_grouped(blocks), tokens,
                     print_grouped(block_bytes(grouping).value));
}

void hold(Allocation& out, const Capacity& capacity, const Use& use, const Settings& settings) {
  const Grouping& worker = capacity.worker();
  const Bytes block = block_bytes(worker);
  if (capacity.per_request * settings.requests > capacity.blocks) {
    out.held.push_back(
        {"all groups",
         fmt::format("{} blocks of {} B", print_grouped(capacity.blocks), print_grouped(block.value)),
         static_cast<std::int64_t>(worker.specs.size()), block * capacity.blocks});
    return;
  }
  Wide free = capacity.blocks;
  for (std::size_t i = 0; i < worker.groups.size(); ++i) {
    const Group& group = worker.groups[i];
    const Wide blocks = blocks_of_group(worker, group, use) * settings.requests;
    free -= blocks;
    out.held.push_back({name_of_group(worker, group, i + 1), shape_of(worker, group, blocks),
                        static_cast<std::int64_t>(group.layers.size()), block * blocks});
  }
  if (free > 0 && worker.layout != Layout::none) {
    out.held.push_back({"free blocks, the null block among them", fmt::format("{} blocks", print_grouped(free)), 0,
                        block * free});
  }
}

const CacheSpec* first_group_of(const Grouping& grouping, bool state) {
  const auto found = std::ranges::find_if(grouping.specs, [&](const LayerSpec& layer) {
    return (layer.spec.kind == SpecKind::mamba) == state && layer.part != Part::draft;
  });
  return found == grouping.specs.end() ? nullptr : &found->spec;
}

void add_figures(Allocation& out, const CacheLayers& layers, const Capacity& capacity, const Use& use,
                 const Settings& settings) {
  const auto add = [&](std::string name, std::string unit, Wide numerator, Wide denominator = 1) {
    out.figures.push_back({std::move(name), std::move(unit), numerator, denominator});
  };
  const Grouping& worker = capacity.worker();
  add("max_model_len", "tokens", use.max_model_len);
  add("kv_bytes_for_max_len", "bytes", capacity.needed.value);
  add("blocks_per_request", "blocks", capacity.per_request);
  add("block_bytes", "bytes", block_bytes(worker).value);
  add("kv_cache_groups", "groups", static_cast<Wide>(worker.groups.size()));
  if (const CacheSpec* attention = first_group_of(worker, false)) {
    add("attention_block_size", "tokens", layers.block_size);
    add("page_bytes", "bytes", page_of(*attention).value);
  }
  if (const CacheSpec* state = first_group_of(worker, true)) {
    add("state_bytes", "bytes", state->row.value);
    add("mamba_page_bytes", "bytes", page_of(*state).value);
    add("mamba_padding_percent", "percent", (page_of(*state) - state->row).value * 100, state->row.value);
  }
  if (!capacity.available) {
    return;
  }
  add("available_kv_cache_bytes", "bytes", capacity.available->value);
  if (capacity.estimate) {
    add("estimated_max_len", "tokens", *capacity.estimate);
  }
  if (capacity.refusal.empty() && capacity.per_request > 0) {
    add("num_gpu_blocks", "blocks", capacity.blocks);
    add("max_concurrency", "", capacity.blocks, capacity.per_request);
    add("kv_cache_tokens", "tokens", tokens_printed(capacity, use, settings));
  }
}

void add_log(Allocation& out, const Capacity& capacity, const Use& use, const Settings& settings) {
  const auto add = [&](std::string text, std::string note = {}) {
    out.log.push_back({std::move(text), std::move(note)});
  };
  for (const std::string& line : capacity.log) {
    add(line);
  }
  if (settings.available && settings.available->value > 0) {
    add(fmt::format("Available KV cache memory: {} GiB", gib(*settings.available)));
  }
  if (!capacity.available || !capacity.refusal.empty() || capacity.per_request == 0) {
    return;
  }
  const bool older = settings.version >= Version::apr_2026;
  const std::string note = older
                               ? "tokens of one group: with several groups less than fits"
                               : "requests of max_model_len times that length: other lengths give another number";
  const std::string size =
      fmt::format("GPU KV cache size: {} tokens", print_grouped(tokens_printed(capacity, use, settings)));
  const std::string concurrency =
      fmt::format("Maximum concurrency for {} tokens per request: {}x", print_grouped(use.max_model_len),
                  two_decimals(capacity.blocks, capacity.per_request));
  if (settings.version == Version::aug_2026) {
    add(size + ", " + concurrency, note);
  } else {
    add(size, note);
    add(concurrency);
  }
}

void add_assumptions(Allocation& out, const Grouping& grouping, const Settings& settings) {
  const auto any = [&](auto has) { return std::ranges::any_of(grouping.specs, has); };
  const bool under_way = any([](const LayerSpec& layer) {
    return layer.spec.kind == SpecKind::sliding || layer.spec.kind == SpecKind::sliding_mla ||
           layer.spec.kind == SpecKind::chunked;
  });
  if (under_way) {
    out.assumptions.push_back(fmt::format("{} tokens under way: max_num_batched_tokens {}{}", settings.in_flight(),
                                          settings.batched_tokens,
                                          settings.async ? "" : ", without --async-scheduling"));
  }
  if (any([](const LayerSpec& layer) { return layer.part == Part::open; }) && settings.cache_dtype != "bfloat16") {
    out.assumptions.emplace_back("fp8_ds_mla, the only layout of FlashMLA for these layers");
  }
}

}  // namespace

void describe(Allocation& out, const CacheLayers& layers, const Grouping& grouping, const Capacity& capacity,
              const Settings& settings) {
  const Use use = capacity.use(use_of(settings, layers.own_draft_layers));
  for (const auto* lines : {&layers.log, &grouping.log}) {
    for (const std::string& line : *lines) {
      out.log.push_back({line, {}});
    }
  }
  add_assumptions(out, grouping, settings);
  add_figures(out, layers, capacity, use, settings);
  add_log(out, capacity, use, settings);
  if (out.refusal.empty()) {
    hold(out, capacity, use, settings);
  }
}

}  // namespace kvtally::vllm
