#include "engine/vllm/vllm.hpp"

#include <limits>

#include "engine/vllm/outcome.hpp"
#include "engine/vllm/read_log.hpp"
#include "engine/vllm/reconciliation.hpp"
#include "engine/vllm/rows.hpp"
#include "model/adapt.hpp"

namespace kvtally {

namespace vllm {

namespace {

// The model with the formats of the flags, which is what `needed` counts.
Expected<Model> with_formats(const Model& model, const Settings& settings) {
  const auto formats = entry_formats(settings.cache_dtype, settings.dtype);
  if (!formats) {
    return std::unexpected(Problems{{model.id, {}, formats.error(), {}, {}, {}}});
  }
  Adaptation adaptation;
  adaptation.entries = *formats;
  adaptation.encoder_tokens = settings.encoder_tokens;
  return in_formats(model, adaptation);
}

std::unexpected<Problems> too_large(const Model& model) {
  return std::unexpected(Problems{
      {model.id, {}, "what is allocated passes 2^63 bytes", "a shorter context or fewer requests", {}, {}}});
}

// Whether the bytes of all requests fit into 64 bits, and so every sum of them into 128.
bool fits(const CacheLayers& layers, const Grouping& grouping, const Settings& settings) {
  const auto block = narrow(block_bytes(grouping).value);
  const auto blocks = narrow(blocks_of_request(grouping, use_of(settings, layers.own_draft_layers)));
  return block && blocks &&
         checked_product({*block, *blocks, settings.requests}, std::numeric_limits<std::int64_t>::max());
}

struct Parts {
  const CacheLayers& layers;
  const Grouping& grouping;
  const Capacity& capacity;
  const Settings& settings;
  const Figures& kept;
};

Expected<Allocation> finished(const Model& model, Allocation out, const Parts& parts) {
  if (!parts.capacity.workers.empty()) {
    describe(out, parts.layers, parts.grouping, parts.capacity, parts.settings);
  }
  if (out.refusal.empty()) {
    out.causes = causes_of(parts.kept, parts.layers, parts.grouping, parts.capacity, parts.settings);
  }
  close(out);
  return narrow(out.allocated.value) ? Expected<Allocation>(std::move(out)) : too_large(model);
}

Expected<Allocation> allocate(const Model& model, const FlagTexts& given) {
  auto settings = read_settings(model, given);
  if (!settings) {
    return std::unexpected(std::move(settings.error()));
  }
  const auto adapted = with_formats(model, *settings);
  const auto layers = cache_layers(model, *settings);
  if (!layers || !adapted) {
    return std::unexpected(layers ? adapted.error() : layers.error());
  }
  const Grouping grouping = group_layers(*layers, *settings);
  if (grouping.refusal.empty() && !fits(*layers, grouping, *settings)) {
    return too_large(model);
  }
  Allocation out;
  out.engine = "vllm";
  out.version = name_of(settings->version);
  out.requests = settings->requests;
  out.devices = settings->tp * settings->pp;
  out.assumptions = settings->assumptions;
  out.assumptions.insert(out.assumptions.end(), layers->assumptions.begin(), layers->assumptions.end());
  out.refusal = layers->refusal.empty() ? grouping.refusal : layers->refusal;
  Capacity capacity;
  capacity.max_model_len = settings->max_model_len;
  if (out.refusal.empty()) {
    capacity = capacity_of(*layers, grouping, *settings);
    out.refusal = capacity.refusal;
  }
  out.context = Tokens{capacity.max_model_len};
  const auto kept = needed_by(*adapted, out.context, out.requests, settings->drafts());
  if (!kept) {
    return std::unexpected(kept.error());
  }
  out.needed = kept->kept.total();
  out.naive = kept->naive;
  return finished(model, std::move(out), {*layers, grouping, capacity, *settings, *kept});
}

}  // namespace

}  // namespace vllm

Engine vllm_engine() {
  static const std::vector<std::string_view> versions{"2026-08-17", "2026-07-07", "2026-04-27", "2026-02-10"};
  return {"vllm", "vLLM", versions, vllm::flags(), vllm::allocate, vllm::read_log};
}

}  // namespace kvtally
