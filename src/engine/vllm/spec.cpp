#include "engine/vllm/spec.hpp"

#include <algorithm>

namespace kvtally::vllm {

std::string_view name_of(SpecKind kind) {
  switch (kind) {
    case SpecKind::full: return "FullAttentionSpec";
    case SpecKind::mla: return "MLAAttentionSpec";
    case SpecKind::sliding: return "SlidingWindowSpec";
    case SpecKind::sliding_mla: return "SlidingWindowMLASpec";
    case SpecKind::chunked: return "ChunkedLocalAttentionSpec";
    case SpecKind::cross: return "CrossAttentionSpec";
    case SpecKind::mamba: return "MambaSpec";
  }
  return "";
}

std::int64_t rows_of_page(const CacheSpec& spec) {
  return spec.kind == SpecKind::mamba ? 1 : spec.block_size / spec.ratio;
}

Bytes plain_page(const CacheSpec& spec) { return spec.row * rows_of_page(spec); }

Bytes page_of(const CacheSpec& spec) {
  if (spec.padded.value > 0) {
    return spec.padded;
  }
  return Bytes{ceil_div(plain_page(spec).value, spec.alignment) * spec.alignment};
}

Use use_of(const Settings& settings, std::int64_t own_draft_layers) {
  // Several MTP layers prefill the last tokens again, so windows let go of them later.
  const bool several = settings.drafts() && own_draft_layers > 1 && settings.version == Version::aug_2026;
  return {settings.max_model_len, settings.in_flight(),        settings.dcp,
          settings.mamba_mode,    settings.speculative_tokens, several ? settings.speculative_tokens - 1 : 0};
}

Wide kept_at_most(const CacheSpec& spec, const Use& use) {
  const Wide length = use.max_model_len;
  switch (spec.kind) {
    case SpecKind::full:
    case SpecKind::mla: return ceil_div(length, use.dcp);
    case SpecKind::sliding:
    case SpecKind::sliding_mla: return std::min(Wide{spec.span} - 1 + use.retained + use.in_flight, length);
    case SpecKind::chunked: return std::min(Wide{spec.span} + use.in_flight, length);
    case SpecKind::cross: return spec.span;
    case SpecKind::mamba: break;
  }
  switch (use.mamba_mode) {
    case MambaMode::none: return 1 + use.speculative;
    case MambaMode::align: return 2 + use.speculative;
    case MambaMode::all: break;
  }
  return ceil_div(length, spec.block_size) + use.speculative;
}

Wide blocks_of_request(const CacheSpec& spec, const Use& use) {
  const Wide kept = kept_at_most(spec, use);
  if (spec.kind == SpecKind::mamba) {
    return kept;
  }
  // A window need not begin where a block does.
  const bool window = spec.kind == SpecKind::sliding || spec.kind == SpecKind::sliding_mla;
  return ceil_div(kept, spec.block_size) + (window ? 1 : 0);
}

}  // namespace kvtally::vllm
