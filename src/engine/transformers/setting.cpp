#include "engine/transformers/setting.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "core/print.hpp"
#include "model/limits.hpp"

namespace kvtally::transformers {

namespace {

// Beams and sequences of one prompt; no one asks for more.
constexpr std::int64_t kMostSequences = 1 << 16;
constexpr std::int64_t kMostRanks = 1 << 16;
constexpr std::int64_t kMostBlockTokens = 1 << 24;

// Models whose base_model_tp_plan leaves attention whole, or that have none (5.16).
constexpr auto kAttentionWhole = std::to_array<std::string_view>(
    {"axk1", "bamba", "deepseek_v3", "deepseek_v4", "falcon_h1", "gpt_oss", "granitemoehybrid", "jamba", "kimi_k2",
     "lfm2", "mamba", "mamba2", "mistral4", "nemotron_h", "whisper", "youtu", "zamba2", "zaya"});

constexpr std::string_view kOneLength = "one of --context, --max-length and --max-new-tokens";

class SettingReader {
 public:
  SettingReader(const Model& model, const FlagTexts& given)
      : model_(model), given_(given), reader_(flags(), given_, problems_) {}

  Expected<GenerateSetting> read() {
    setting_.version = reader_.choice("--engine-version").value_or("5.16");
    setting_.float_convolutions = model_.model_type.starts_with("inkling");
    read_cache();
    read_length();
    setting_.batch = counted("--batch-size", 1, limits::kBatch);
    setting_.per_prompt =
        std::max(counted("--num-beams", 1, kMostSequences), counted("--num-return-sequences", 1, kMostSequences));
    read_ranks();
    if (reader_.given("--encoder-tokens")) {
      setting_.encoder_tokens = counted("--encoder-tokens", 1, limits::kTokens);
    }
    read_dtype();
    read_quantized();
    read_batching();
    if (!problems_.empty()) {
      return std::unexpected(std::move(problems_));
    }
    return std::move(setting_);
  }

 private:
  std::int64_t counted(std::string_view name, std::int64_t least, std::int64_t most) {
    return reader_.count(name, least, most).value_or(least);
  }

  void read_ranks() {
    setting_.tp = counted("--tp", 1, kMostRanks);
    const std::string& type = model_.model_type;
    setting_.attention_divided = std::ranges::find(kAttentionWhole, type) == kAttentionWhole.end();
    if (setting_.tp > 1) {
      setting_.assumptions.push_back(setting_.attention_divided
                                         ? "the model's plan divides its key and value projections over the ranks"
                                         : fmt::format("{}'s plan leaves attention whole on each rank", type));
    }
  }

  void read_cache() {
    setting_.implementation = reader_.choice("--cache-implementation").value_or("dynamic");
    const std::string_view name = setting_.implementation;
    setting_.offloaded = name.starts_with("offloaded");
    if (name == "quantized") {
      setting_.cache = CacheClass::quantized;
    } else if (name == "paged") {
      setting_.cache = CacheClass::paged;
    } else if (name != "dynamic" && name != "offloaded") {
      setting_.cache = CacheClass::fixed_length;
    }
    // DynamicCache's default is to move sliding layers too, StaticCache's is to keep them.
    setting_.offload_only_non_sliding =
        setting_.cache == CacheClass::fixed_length || reader_.on("--offload-only-non-sliding");
    if (reader_.given("--max-cache-len") && setting_.cache != CacheClass::fixed_length) {
      setting_.assumptions.push_back(
          fmt::format("max_cache_len is only used with static caches; it is ignored with {}", name));
    }
  }

  void read_length() {
    const auto context = reader_.tokens("--context");
    const auto longest = reader_.tokens("--max-length");
    const auto added = reader_.tokens("--max-new-tokens");
    auto prompt = reader_.tokens("--prefill");
    const int lengths = (context ? 1 : 0) + (longest ? 1 : 0) + (added ? 1 : 0);
    if (lengths > 1) {
      problems_.push_back({{}, {}, "the length is given twice", std::string(kOneLength), {}, {}});
    } else if (longest && longest->value < 2) {
      reader_.refuse("--max-length", "a prompt and a new token are 2 at least");
    } else if (added && !prompt) {
      reader_.refuse("--max-new-tokens", "needs --prefill, the tokens of the prompt");
    } else if (context) {
      setting_.context = *context;
    } else if (longest) {
      setting_.context = *longest - Tokens{1};
    } else if (added) {
      setting_.context = *prompt + *added - Tokens{1};
    } else {
      take_longest();
    }
    read_prompt(prompt);
  }

  // The model's own maximum, as everywhere in this program; generate() itself would stop after 20 tokens.
  void take_longest() {
    if (!model_.max_position_embeddings) {
      problems_.push_back({model_.id, {}, "has no longest context", std::string(kOneLength), {}, {}});
      return;
    }
    setting_.context = Tokens{*model_.max_position_embeddings};
    setting_.assumptions.push_back(
        fmt::format("context: {} tokens, the model's maximum", print_grouped(setting_.context.value)));
  }

  void read_prompt(std::optional<Tokens> prompt) {
    const Wide length = setting_.context.value;
    if (prompt && prompt->value > length) {
      reader_.refuse("--prefill", fmt::format("the prompt of {} tokens is longer than the context of {}",
                                              print_grouped(prompt->value), print_grouped(length)));
      return;
    }
    const bool matters = setting_.cache == CacheClass::dynamic || setting_.cache == CacheClass::quantized;
    if (!prompt && matters) {
      setting_.assumptions.emplace_back("the prompt is all but the last token, which was decoded (--prefill)");
    }
    setting_.prefill = static_cast<std::int64_t>(prompt ? prompt->value : std::max(Wide{1}, length - 1));
    const auto least = reader_.tokens("--max-cache-len").value_or(Tokens{1});
    setting_.max_cache_len = static_cast<std::int64_t>(std::max(length, least.value));
  }

  void read_dtype() {
    setting_.dtype = reader_.format("--dtype").value_or(bf16());
    const std::string& name = setting_.dtype.name;
    if (name != "f32" && name != "f16" && name != "bf16") {
      reader_.refuse("--dtype", fmt::format("{} is no dtype of activations", name), "f32, f16 or bf16");
    }
    if (!reader_.given("--dtype")) {
      setting_.assumptions.emplace_back("dtype: bf16");
    }
  }

  void read_quantized() {
    QuantizedCacheConfig& config = setting_.quantized;
    config.backend = reader_.choice("--backend").value_or("quanto");
    config.nbits = counted("--nbits", 1, 64);
    config.axis_key = reader_.count("--axis-key", -3, 3).value_or(0);
    config.axis_value = reader_.count("--axis-value", -3, 3).value_or(0);
    config.q_group_size = counted("--q-group-size", 1, limits::kDimension);
    config.residual_length = counted("--residual-length", 0, limits::kTokens);
  }

  std::optional<std::int64_t> count_if_given(std::string_view name, std::int64_t least, std::int64_t most) {
    return reader_.given(name) ? reader_.count(name, least, most) : std::nullopt;
  }

  void read_batching() {
    ContinuousBatching& paged = setting_.paged;
    paged.block_size = counted("--block-size", 1, kMostBlockTokens);
    paged.num_blocks = count_if_given("--num-blocks", 1, limits::kDimension);
    paged.max_batch_tokens = count_if_given("--max-batch-tokens", 1, limits::kDimension);
    paged.max_blocks_per_request = count_if_given("--max-blocks-per-request", 0, limits::kDimension);
    paged.max_memory_percent = reader_.share("--max-memory-percent").value_or(EngineShare{9, 10});
    paged.attention_masks = !reader_.choice("--attn-implementation").value_or("sdpa").starts_with("flash");
    const auto async = reader_.choice("--use-async-batching");
    paged.use_async_batching = async ? *async == "true" : !paged.attention_masks;
    paged.return_logprobs = reader_.on("--return-logprobs");
    paged.allow_block_sharing = reader_.choice("--allow-block-sharing").value_or("true") == "true";
    paged.cpu_offload_space = reader_.bytes("--cpu-offload-space");
    read_memory();
  }

  void read_memory() {
    const auto total = reader_.bytes("--total-memory");
    const auto used = reader_.bytes("--used-memory");
    setting_.paged.available = reader_.bytes("--available-memory");
    if (setting_.paged.available && (total || used)) {
      reader_.refuse("--available-memory", "is given beside --total-memory or --used-memory");
    } else if (total.has_value() != used.has_value()) {
      reader_.refuse(total ? "--total-memory" : "--used-memory",
                     "needs the other of --total-memory and --used-memory", "both, or --available-memory");
    } else if (total && used->value > total->value) {
      reader_.refuse("--used-memory", "is more than --total-memory");
    } else if (total) {
      // Python: int(free * 0.9), in doubles.
      const EngineShare share = setting_.paged.max_memory_percent;
      const double percent = static_cast<double>(share.numerator) / static_cast<double>(share.denominator);
      setting_.paged.available = Bytes{whole_part(static_cast<double>(total->value - used->value) * percent)};
    }
  }

  const Model& model_;
  const FlagTexts& given_;
  Problems problems_;
  FlagReader reader_;
  GenerateSetting setting_;
};

}  // namespace

bool GenerateSetting::since(int minor) const {
  int own = 0;
  const std::string_view text = std::string_view(version).substr(version.find('.') + 1);
  std::from_chars(text.data(), text.data() + text.size(), own);
  return own >= minor;
}

Expected<GenerateSetting> read_setting(const Model& model, const FlagTexts& given) {
  return SettingReader(model, given).read();
}

}  // namespace kvtally::transformers
