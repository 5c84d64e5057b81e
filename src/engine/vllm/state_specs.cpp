#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>

#include "engine/vllm/layers.hpp"
#include "engine/vllm/log_text.hpp"

namespace kvtally::vllm {

namespace {

constexpr std::int64_t kLatentAlignment = 128;  // of hybrid models with latents
constexpr std::array<std::string_view, 6> kKinds{"mamba", "mamba2", "gdn", "kda", "conv", "lightning"};

// The types whose config.json names float32 (mamba_ssm_dtype, mamba_ssm_cache_dtype), or that vLLM gives it.
bool wants_f32(std::string_view model_type) {
  return model_type.starts_with("qwen3_5") || model_type == "nemotron_h";
}

std::int64_t conv_element(const Settings& settings) {
  return element_bytes(settings.conv_dtype == "auto" ? settings.dtype : settings.conv_dtype);
}

std::int64_t recurrent_element(const State& state, const std::string& model_type, const Settings& settings) {
  if (state.kind == "kda") {
    return 4;
  }
  if (state.kind == "lightning") {
    return conv_element(settings);
  }
  if (settings.ssm_dtype != "auto") {
    return element_bytes(settings.ssm_dtype);
  }
  return wants_f32(model_type) ? 4 : conv_element(settings);
}

// A convolution keeps the columns of draft tokens too, until it is known which of them stay.
std::int64_t columns_of(const State& state, const StateTensor& tensor, const Settings& settings) {
  const bool drafts = state.kind == "gdn" || state.kind == "kda" || state.kind == "mamba2";
  return tensor.shape.back() + (drafts ? settings.speculative_tokens : 0);
}

// Channels of a convolution before they are divided: groups that do not divide are repeated for each rank's heads.
Wide channels_of(const State& state, const StateTensor& tensor, std::int64_t tp) {
  Wide channels = tensor.shape.front();
  const auto recurrent = std::ranges::find(state.tensors, StateRole::recurrent, &StateTensor::role);
  if (state.kind == "mamba2" && recurrent != state.tensors.end() && recurrent->shape.size() == 3) {
    const Wide inner = Wide{recurrent->shape[0]} * recurrent->shape[1];
    const Wide groups = (channels - inner) / (2 * Wide{recurrent->shape[2]});
    channels += groups % tp != 0 ? 2 * (tp - groups) * recurrent->shape[2] : Wide{0};
  }
  return channels;
}

struct StateBytes {
  Bytes rank;
  Bytes whole;
  std::vector<std::int64_t> shape;
  std::string undivided;  // a size that the ranks do not divide; empty: they do
};

StateBytes bytes_of(const State& state, const std::string& model_type, const Settings& settings) {
  StateBytes out;
  for (const StateTensor& tensor : state.tensors) {
    const bool conv = tensor.role == StateRole::convolution;
    const Wide first = conv ? channels_of(state, tensor, settings.tp) : Wide{tensor.shape.front()};
    Wide rest = conv ? columns_of(state, tensor, settings) : 1;
    for (std::size_t i = 1; !conv && i < tensor.shape.size(); ++i) {
      rest *= tensor.shape[i];
    }
    const std::int64_t element = conv ? conv_element(settings) : recurrent_element(state, model_type, settings);
    if (first % settings.tp != 0) {
      out.undivided = fmt::format("{} is not divisible by {}", static_cast<std::int64_t>(first), settings.tp);
    }
    out.rank += Bytes{first / settings.tp * rest * element};
    out.whole += Bytes{Wide{tensor.shape.front()} * rest * element};
    out.shape.insert(out.shape.end(),
                     {narrow(first / settings.tp).value_or(0), narrow(rest).value_or(0), element});
  }
  return out;
}

const LayerSpec* first_attention(const CacheLayers& layers) {
  const auto found = std::ranges::find_if(layers.specs, [](const LayerSpec& spec) {
    return spec.spec.kind != SpecKind::mamba && spec.spec.ratio == 1;
  });
  return found == layers.specs.end() ? nullptr : &*found;
}

Bytes largest_state(const CacheLayers& layers) {
  Bytes largest;
  for (const LayerSpec& spec : layers.specs) {
    largest = spec.spec.kind == SpecKind::mamba ? std::max(largest, spec.spec.row) : largest;
  }
  return largest;
}

// The smallest block whose page holds a state.
std::int64_t holding_block(Bytes state, Bytes row, std::int64_t alignment, const Settings& settings) {
  if (settings.mamba_mode != MambaMode::all) {
    return narrow(alignment * ceil_div(state.value, alignment * row.value)).value_or(0);
  }
  const std::int64_t chunk = std::lcm(settings.mamba_block.value_or(1), alignment);
  return narrow(chunk * ceil_div(ceil_div(state.value, row.value), chunk)).value_or(0);
}

void resize(CacheLayers& out, const Settings& settings, std::int64_t states_block, Bytes page) {
  for (LayerSpec& spec : out.specs) {
    CacheSpec& own = spec.spec;
    if (own.kind == SpecKind::mamba) {
      own.padded = page == own.row ? Bytes{} : page;
      own.block_size = states_block;
    } else if (own.kind != SpecKind::sliding || settings.version > Version::jul_2026) {
      own.block_size = out.block_size;
    }
  }
}

void print_padding(CacheLayers& out, Bytes page, Bytes state) {
  out.log.push_back(fmt::format(
      "Padding mamba page size by {}% to ensure that mamba page size and attention page size are exactly equal.",
      two_decimals((page - state).value * 100, state.value)));
}

}  // namespace

bool add_state(CacheLayers& out, const PlacedLayer& layer, const std::string& model_type, const Settings& settings,
               Problems& problems) {
  const State& state = layer.layer->state;
  const bool shifts =
      std::ranges::find(state.tensors, StateRole::shift, &StateTensor::role) != state.tensors.end();
  if (shifts || std::ranges::find(kKinds, state.kind) == kKinds.end()) {
    return no_rule(problems, fmt::format("vLLM has no rule for states of kind {}", state.kind));
  }
  const StateBytes bytes = bytes_of(state, model_type, settings);
  if (!bytes.undivided.empty() && out.refusal.empty()) {
    out.refusal = bytes.undivided;
  }
  LayerSpec spec{layer.index, layer.draft ? Part::draft : Part::state, {}, bytes.whole};
  spec.spec.kind = SpecKind::mamba;
  spec.spec.block_size = settings.mamba_mode == MambaMode::none ? settings.max_model_len : out.block_size;
  spec.spec.row = bytes.rank;
  spec.spec.shape = bytes.shape;
  out.specs.push_back(std::move(spec));
  return true;
}

void align_states(CacheLayers& out, const Settings& settings, Problems& problems) {
  const Bytes state = largest_state(out);
  if (state.value == 0) {
    return;
  }
  if (settings.mamba_mode == MambaMode::all && !settings.mamba_block) {
    no_rule(problems, "--mamba-cache-mode all keeps a state for each chunk of the state's kernel",
            "--mamba-block-size, which the model does not say");
    return;
  }
  const LayerSpec* attention = first_attention(out);
  if (attention == nullptr) {
    return;  // a model of states alone has nothing to align with
  }
  const bool latent = attention->spec.kind == SpecKind::mla;
  const Bytes row = attention->spec.row;
  const std::int64_t alignment = std::max({kKernelBlock, out.block_size, latent ? kLatentAlignment : 0});
  const std::int64_t holding = holding_block(state, row, alignment, settings);
  if (out.block_size < holding) {
    out.block_size = holding;
    out.log.push_back(fmt::format(
        "Setting attention block size to {} tokens to ensure that attention page size is >= mamba page size.",
        holding));
  }
  const Bytes page = row * out.block_size;
  if (page != state) {
    print_padding(out, page, state);
  }
  const bool all = settings.mamba_mode == MambaMode::all;
  resize(out, settings,
         settings.mamba_mode == MambaMode::none ? settings.max_model_len
         : all                                  ? holding
                                                : out.block_size,
         page);
}

}  // namespace kvtally::vllm
