#include "engine/vllm/settings.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/print.hpp"

namespace kvtally::vllm {

namespace {

constexpr std::array<std::string_view, 4> kVersions{"2026-08-17", "2026-07-07", "2026-04-27", "2026-02-10"};
constexpr std::int64_t kMostRanks = 1 << 16;
constexpr std::int64_t kMostTokens = std::int64_t{1} << 40;
constexpr std::int64_t kMostBlock = 1 << 20;
constexpr std::int64_t kMostRequests = 1 << 24;
constexpr std::int64_t kMostDim = 1 << 20;
constexpr std::int64_t kMostDrafts = 4096;

class SettingsReading {
 public:
  SettingsReading(const Model& model, const FlagTexts& given)
      : model_(model), reader_(flags(), given, problems_) {}

  Expected<Settings> read() {
    read_sizes();
    read_ranks();
    read_states();
    read_drafter();
    read_hidden();
    read_budget();
    if (!problems_.empty()) {
      return std::unexpected(std::move(problems_));
    }
    return std::move(out_);
  }

 private:
  std::int64_t count(std::string_view name, std::int64_t most) { return reader_.count(name, 1, most).value_or(1); }
  std::optional<std::int64_t> optional(std::string_view name, std::int64_t most) {
    return reader_.given(name) ? reader_.count(name, 1, most) : std::nullopt;
  }
  void assume(std::string what) { out_.assumptions.push_back(std::move(what)); }

  void read_sizes() {
    const std::string version = reader_.choice("--engine-version").value_or(std::string(kVersions.front()));
    out_.version = static_cast<Version>(std::ranges::find(kVersions, version) - kVersions.begin());
    read_length();
    out_.requests = count("-b", kMostRequests);
    const auto most = optional("--max-num-seqs", kMostRequests);
    if (most && *most < out_.requests) {
      reader_.refuse("--max-num-seqs", fmt::format("{} requests at once are more than {}", out_.requests, *most));
    }
    out_.block_size = optional("--block-size", kMostBlock);
    out_.cache_dtype = reader_.choice("--kv-cache-dtype").value_or("auto");
    out_.dtype = reader_.choice("--dtype").value_or("bfloat16");
    out_.indexer_dtype = reader_.choice("--indexer-dtype").value_or("auto");
    out_.encoder_tokens = optional("--encoder-tokens", kMostTokens);
    if (out_.cache_dtype == "auto" && !reader_.given("--dtype")) {
      assume("the model runs in bfloat16, and its cache with it (--dtype, --kv-cache-dtype)");
    }
  }

  void read_length() {
    const auto text = reader_.text("--max-model-len");
    out_.auto_fit = text && (*text == "auto" || *text == "-1");
    if (text && !out_.auto_fit) {
      out_.max_model_len = static_cast<std::int64_t>(reader_.tokens("--max-model-len").value_or(Tokens{1}).value);
    } else if (model_.max_position_embeddings) {
      out_.max_model_len = *model_.max_position_embeddings;
      assume(fmt::format("max_model_len {}: the model's longest context", print_grouped(out_.max_model_len)));
    } else {
      reader_.refuse("--max-model-len", fmt::format("{} has no longest context", model_.id), "a number of tokens");
    }
  }

  void read_ranks() {
    out_.tp = count("--tensor-parallel-size", kMostRanks);
    out_.pp = count("--pipeline-parallel-size", kMostRanks);
    out_.dcp = count("--decode-context-parallel-size", kMostRanks);
    out_.hybrid_manager = !reader_.on("--disable-hybrid-kv-cache-manager");
    // FlashAttention, FlashInfer and Triton can since 2026-06.
    out_.strided_backend = !reader_.on("--no-block-stride") && out_.version <= Version::jul_2026;
    out_.async = reader_.on("--async-scheduling");
    const auto batched = reader_.tokens("--max-num-batched-tokens");
    out_.batched_tokens = batched ? static_cast<std::int64_t>(batched->value) : out_.batched_tokens;
    if (out_.tp % out_.dcp != 0) {
      reader_.refuse("--decode-context-parallel-size",
                     fmt::format("{} does not divide the {} tensor-parallel ranks", out_.dcp, out_.tp));
    }
  }

  void read_states() {
    out_.conv_dtype = reader_.choice("--mamba-cache-dtype").value_or("auto");
    out_.ssm_dtype = reader_.choice("--mamba-ssm-cache-dtype").value_or("auto");
    out_.mamba_block = optional("--mamba-block-size", kMostBlock);
    const auto mode = reader_.choice("--mamba-cache-mode");
    if (mode) {
      out_.mamba_mode = *mode == "all" ? MambaMode::all : *mode == "align" ? MambaMode::align : MambaMode::none;
    } else if (reader_.on("--enable-prefix-caching")) {
      out_.mamba_mode = MambaMode::align;
    }
  }

  void read_hidden() {
    out_.hidden_layers =
        reader_.given("--extract-hidden-states") ? count("--extract-hidden-states", kMostDrafts) : 0;
    if (out_.hidden_layers > 0 && !model_.naive.hidden_size) {
      reader_.refuse("--extract-hidden-states", fmt::format("the hidden_size of {} is not known", model_.id));
    }
  }

  void read_drafter() {
    out_.speculative_tokens = reader_.count("--num-speculative-tokens", 0, kMostDrafts).value_or(0);
    out_.drafter.layers = reader_.given("--draft-layers") ? count("--draft-layers", kMostDrafts) : 0;
    out_.drafter.kv_heads = optional("--draft-kv-heads", kMostDim);
    out_.drafter.head_dim = optional("--draft-head-dim", kMostDim);
    out_.drafter.window = optional("--draft-sliding-window", kMostTokens);
    const bool shape = out_.drafter.kv_heads.has_value() && out_.drafter.head_dim.has_value();
    const bool some = out_.drafter.kv_heads || out_.drafter.head_dim || out_.drafter.window;
    if ((some && !shape) || (shape && out_.drafter.layers == 0)) {
      reader_.refuse("--draft-layers",
                     "a draft model needs --draft-layers, --draft-kv-heads and --draft-head-dim");
    }
    if (out_.drafter.layers > 0 && out_.speculative_tokens == 0) {
      reader_.refuse("--draft-layers", "a drafter drafts --num-speculative-tokens a step");
    }
    if (out_.drafts() && model_.draft.empty()) {
      reader_.refuse("--num-speculative-tokens", fmt::format("{} has no draft layers of its own", model_.id),
                     "a draft model: --draft-layers, --draft-kv-heads, --draft-head-dim");
    }
  }

  std::optional<EngineShare> utilization() const {
    if (out_.version == Version::feb_2026 && !reader_.given("--gpu-memory-utilization")) {
      return EngineShare{9, 10};
    }
    return reader_.share("--gpu-memory-utilization");
  }

  void read_budget() {
    out_.blocks_override = optional("--num-gpu-blocks-override", kMostTokens);
    const auto stated = reader_.bytes("--kv-cache-memory-bytes");
    const auto memory = reader_.bytes("--gpu-memory");
    const auto other = reader_.bytes("--non-kv-memory");
    const auto share = utilization();
    if (memory.has_value() != other.has_value()) {
      reader_.refuse(memory ? "--gpu-memory" : "--non-kv-memory",
                     "--gpu-memory and --non-kv-memory say together what is left for the cache");
    } else if (memory && stated) {
      reader_.refuse("--kv-cache-memory-bytes", "it says the same as --gpu-memory and --non-kv-memory");
    } else if (memory && share) {
      out_.available = Bytes{ceil_div(memory->value * share->numerator, share->denominator)} - *other;
      if (!reader_.given("--gpu-memory-utilization")) {
        assume(fmt::format("gpu_memory_utilization 0.{}", narrow(share->numerator).value_or(0)));
      }
    } else {
      out_.available = stated;
    }
    if (out_.auto_fit && !out_.available && !out_.blocks_override) {
      reader_.refuse("--max-model-len",
                     "auto is the longest context that fits into the memory, and none is given");
    }
  }

  const Model& model_;
  Problems problems_;
  FlagReader reader_;
  Settings out_;
};

}  // namespace

// Since 2026-07-08 a window's blocks are freed when a step is settled, and so many steps may run at once.
std::int64_t Settings::in_flight() const {
  if (version != Version::aug_2026) {
    return batched_tokens;
  }
  const std::int64_t batches = async ? pp + 1 : pp;
  return batched_tokens * batches;
}

Expected<Settings> read_settings(const Model& model, const FlagTexts& given) {
  return SettingsReading(model, given).read();
}

std::string_view name_of(Version version) { return kVersions.at(static_cast<std::size_t>(version)); }

std::int64_t element_bytes(std::string_view dtype) { return dtype == "float32" ? 4 : 2; }

}  // namespace kvtally::vllm
