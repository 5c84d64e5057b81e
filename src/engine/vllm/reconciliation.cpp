#include "engine/vllm/reconciliation.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kvtally::vllm {

namespace {

// How far a page has come about.
enum class Stage : std::uint8_t {
  whole,    // the tokens that the model keeps, in rows of all ranks together
  rank,     // in rows of one rank
  tokens,   // of the tokens that one rank of context parallelism has
  windows,  // windows and chunks with the tokens that are under way
  states,   // as many states as the mode keeps
  blocks,   // whole blocks
  pages,    // padded pages
};

bool is_state(const LayerSpec& layer) { return layer.spec.kind == SpecKind::mamba; }

// Tokens that the model itself keeps; of a state 1.
Wide own_tokens(const LayerSpec& layer, const Use& use, Stage stage) {
  if (is_state(layer)) {
    return 1;
  }
  const Wide length =
      stage >= Stage::tokens && layer.spec.span == 0 ? kept_at_most(layer.spec, use) : Wide{use.max_model_len};
  if (layer.spec.kind == SpecKind::cross) {
    return layer.span;
  }
  return layer.span > 0 ? std::min(Wide{layer.span}, length) : length;
}

Bytes bytes_at(const LayerSpec& layer, const Use& use, Stage stage) {
  const CacheSpec& spec = layer.spec;
  if (stage >= Stage::blocks) {
    return (stage == Stage::blocks ? plain_page(spec) : page_of(spec)) * blocks_of_request(spec, use);
  }
  const bool kept = stage >= (is_state(layer) ? Stage::states : Stage::windows);
  const Wide tokens = kept ? kept_at_most(spec, use) : own_tokens(layer, use, stage);
  return (stage == Stage::whole ? layer.whole_row : spec.row) * (tokens / spec.ratio);
}

Bytes sum_at(const Grouping& grouping, const Use& use, Stage stage) {
  Bytes sum;
  for (const Group& group : grouping.groups) {
    for (const std::size_t i : group.layers) {
      sum += bytes_at(grouping.specs[i], use, stage);
    }
  }
  return sum;
}

Bytes part_whole(const Grouping& grouping, const Use& use, Part part) {
  Bytes sum;
  for (const LayerSpec& layer : grouping.specs) {
    sum += layer.part == part ? bytes_at(layer, use, Stage::whole) : Bytes{};
  }
  return sum;
}

std::string_view layout_of(Part part) {
  switch (part) {
    case Part::entries: return "keys, values and latents in vLLM's rows";
    case Part::indexer: return "index keys in vLLM's rows";
    case Part::state: return "states in vLLM's types";
    case Part::open: return "compressor states of whole windows, in f32";
    case Part::cross: return "encoder positions in vLLM's rows";
    case Part::draft: return "draft layers and hidden states";
  }
  return "";
}

std::string why_layout(Part part, const Settings& settings) {
  switch (part) {
    case Part::entries: return fmt::format("of cache type {}", settings.cache_dtype);
    case Part::indexer:
      return settings.indexer_dtype == "auto" ? "fp8 with scales" : fmt::format("of {}", settings.indexer_dtype);
    case Part::state:
      return settings.speculative_tokens > 0
                 ? fmt::format("and columns of a convolution for {} draft tokens", settings.speculative_tokens)
                 : "the model's type unless a flag or the config says another";
    default: return {};
  }
}

class Reconciling {
 public:
  Reconciling(const Grouping& grouping, const Capacity& capacity, const Settings& settings, const Use& use)
      : grouping_(grouping), capacity_(capacity), settings_(settings), use_(use) {}

  std::vector<EngineCause> work(const Figures& kept) {
    layouts(kept);
    ranks();
    const Grouping& worker = capacity_.worker();
    step(Stage::rank, worker, "layers of the other pipeline stages",
         fmt::format("stage {} of {} holds most", capacity_.fullest + 1, settings_.pp));
    step(Stage::tokens, worker, "tokens of the other ranks of decode context parallelism",
         fmt::format("ceil({} / {}) tokens a rank", use_.max_model_len, settings_.dcp));
    step(Stage::windows, worker, "windows hold more",
         fmt::format("window - 1 and {} tokens under way, or all where windows are stored in full",
                     use_.in_flight));
    step(Stage::states, worker, "several states a request", why_states());
    step(Stage::blocks, worker, "whole blocks", "and one more of a window, which may begin within a block");
    step(Stage::pages, worker, "padded pages", "equal pages for all groups, or a multiple of the alignment");
    const Bytes requests = block_bytes(worker) * capacity_.per_request * settings_.requests;
    add("slots of shorter groups", "every block takes a page for each layer of the largest group", requests);
    add(capacity_.blocks * block_bytes(worker) < requests ? "requests that must wait" : "free blocks",
        fmt::format("{} blocks a request, {} in all", narrow(capacity_.per_request).value_or(0),
                    narrow(capacity_.blocks).value_or(0)),
        block_bytes(worker) * capacity_.blocks);
    return std::move(causes_);
  }

 private:
  void layouts(const Figures& kept) {
    for (const Part part : {Part::entries, Part::indexer, Part::state, Part::open, Part::cross, Part::draft}) {
      const Bytes stored = part_whole(grouping_, use_, part) * settings_.requests;
      if (stored != kept.kept[part]) {
        causes_.push_back({std::string(layout_of(part)), stored - kept.kept[part], why_layout(part, settings_)});
      }
    }
    reached_ = sum_at(grouping_, use_, Stage::whole) * settings_.requests;
  }

  // What every rank holds whole, latents and index keys, is no difference on one device.
  void ranks() {
    Bytes divided;
    for (const LayerSpec& layer : grouping_.specs) {
      divided += layer.spec.row == layer.whole_row ? Bytes{} : bytes_at(layer, use_, Stage::whole);
    }
    divided = divided * settings_.requests;
    add(fmt::format("divided over {} tensor-parallel ranks", settings_.tp), "latents and index keys are not",
        reached_ - divided + Bytes{ceil_div(divided.value, settings_.tp)});
    add("heads on several ranks", "ranks without a head of their own have one of another's",
        sum_at(grouping_, use_, Stage::rank) * settings_.requests);
  }

  std::string why_states() const {
    return settings_.mamba_mode == MambaMode::align  ? "the last two, and one for each draft token"
           : settings_.mamba_mode == MambaMode::none ? "one for each draft token"
                                                     : "one for each block, and for each draft token";
  }

  void step(Stage stage, const Grouping& worker, std::string what, std::string why) {
    add(std::move(what), std::move(why), sum_at(worker, use_, stage) * settings_.requests);
  }

  void add(std::string what, std::string why, Bytes total) {
    if (total != reached_) {
      causes_.push_back({std::move(what), total - reached_, std::move(why)});
    }
    reached_ = total;
  }

  const Grouping& grouping_;
  const Capacity& capacity_;
  const Settings& settings_;
  Use use_;
  Bytes reached_;
  std::vector<EngineCause> causes_;
};

}  // namespace

std::vector<EngineCause> causes_of(const Figures& kept, const CacheLayers& layers, const Grouping& grouping,
                                   const Capacity& capacity, const Settings& settings) {
  const Use use = capacity.use(use_of(settings, layers.own_draft_layers));
  return Reconciling(grouping, capacity, settings, use).work(kept);
}

}  // namespace kvtally::vllm
