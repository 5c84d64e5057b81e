#include "engine/sglang/settings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "model/limits.hpp"

namespace kvtally::sglang {

namespace {

constexpr std::int64_t kMostRanks = 4096;

struct FormatWord {
  std::string_view word;
  CacheFormat format;
  std::string_view torch;  // how the log names it
};

constexpr std::array kFormats{
    FormatWord{"auto", CacheFormat::half, "torch.bfloat16"},
    FormatWord{"bf16", CacheFormat::half, "torch.bfloat16"},
    FormatWord{"bfloat16", CacheFormat::half, "torch.bfloat16"},
    FormatWord{"f16", CacheFormat::half, "torch.float16"},
    FormatWord{"fp16", CacheFormat::half, "torch.float16"},
    FormatWord{"float16", CacheFormat::half, "torch.float16"},
    FormatWord{"fp8", CacheFormat::fp8, "torch.float8_e4m3fn"},
    FormatWord{"fp8_e4m3", CacheFormat::fp8, "torch.float8_e4m3fn"},
    FormatWord{"fp8_e5m2", CacheFormat::fp8, "torch.float8_e5m2"},
    FormatWord{"fp4_e2m1", CacheFormat::fp4, "torch.float4_e2m1fn_x2"},
    FormatWord{"nvfp4", CacheFormat::fp4, "torch.float4_e2m1fn_x2"},
    FormatWord{"mxfp8", CacheFormat::mxfp8, "torch.float8_e4m3fn"},
};

class SettingsReading {
 public:
  SettingsReading(const FlagTexts& given, Problems& problems) : reader_(flags(), given, problems) {}

  Settings read() {
    version();
    sizes();
    memory();
    formats();
    scheduling();
    draft();
    states();
    return std::move(out_);
  }

 private:
  std::int64_t count(std::string_view name, std::int64_t least, std::int64_t most) {
    return reader_.count(name, least, most).value_or(least);
  }

  void version() {
    out_.version = reader_.choice("--engine-version").value_or("");
    out_.older = out_.version == "0.5";
  }

  void sizes() {
    out_.context = reader_.tokens("--context-length");
    out_.requests = reader_.count("--max-running-requests", 1, limits::kBatch);
    out_.tp = count("--tp-size", 1, kMostRanks);
    out_.pp = count("--pp-size", 1, kMostRanks);
    out_.dp = count("--dp-size", 1, kMostRanks);
    out_.dcp = count("--dcp-size", 1, kMostRanks);
    out_.dp_attention = reader_.on("--enable-dp-attention");
    if (out_.dp_attention && out_.tp % out_.dp != 0) {
      reader_.refuse("--dp-size", "with --enable-dp-attention it divides --tp-size");
    } else if (out_.attention_tp() % out_.dcp != 0) {
      reader_.refuse("--dcp-size", "it divides the ranks of one attention group");
    }
  }

  void memory() {
    out_.available = reader_.bytes("--available-memory");
    out_.gpu_memory = reader_.bytes("--gpu-memory");
    out_.free_after_load = reader_.bytes("--free-after-load");
    out_.mem_fraction = reader_.share("--mem-fraction-static");
    out_.max_total_tokens = reader_.count("--max-total-tokens", 1, limits::kTokens);
    out_.page = reader_.count("--page-size", 1, limits::kPoolingRate);
    if (out_.free_after_load && !out_.gpu_memory) {
      reader_.refuse("--free-after-load", "--gpu-memory is needed beside it");
    }
    if (out_.free_after_load && out_.available) {
      reader_.refuse("--free-after-load", "--available-memory says already what the pools may take");
    }
  }

  void formats() {
    const std::string word = reader_.text("--kv-cache-dtype").value_or("");
    const auto* format = std::ranges::find(kFormats, word, &FormatWord::word);
    if (format == kFormats.end()) {
      reader_.refuse("--kv-cache-dtype", "'" + word + "' is no format of SGLang's pools",
                     "auto, bf16, f16, fp8_e4m3, fp8_e5m2, fp4_e2m1 or mxfp8");
      return;
    }
    out_.format = format->format;
    out_.torch_dtype = format->torch;
    for (const auto* backend : {"--dsa-prefill-backend", "--dsa-decode-backend"}) {
      out_.packed_rows = out_.packed_rows && reader_.text(backend) != "trtllm";
    }
  }

  void scheduling() {
    out_.swa_ratio = reader_.share("--swa-full-tokens-ratio").value_or(out_.swa_ratio);
    out_.sliding_pool = !reader_.on("--disable-hybrid-swa-memory");
    out_.radix_cache = !reader_.on("--disable-radix-cache");
    out_.overlap = !reader_.on("--disable-overlap-schedule");
    if (reader_.text("--chunked-prefill-size") == "-1") {
      out_.chunk = 0;
    } else {
      out_.chunk = reader_.count("--chunked-prefill-size", 1, limits::kTokens);
    }
    const std::string mode = reader_.choice("--disaggregation-mode").value_or("null");
    out_.disaggregation = mode == "prefill"  ? Disaggregation::prefill
                          : mode == "decode" ? Disaggregation::decode
                                             : Disaggregation::none;
    out_.extra_slots = count("--disaggregation-decode-extra-slots", 0, limits::kBatch);
    out_.eviction_interval = std::max<std::int64_t>(1, count("--swa-eviction-interval", 0, limits::kTokens));
    out_.graph_requests = count("--cuda-graph-max-bs", 0, limits::kBatch);
    out_.hierarchical_cache = reader_.on("--enable-hierarchical-cache");
    out_.hisparse = count("--hisparse-host-to-device-ratio", 1, kMostRanks);
    out_.elide_index = reader_.choice("--dsa-elide-shared-index") != "off";
  }

  void draft() {
    Draft& draft = out_.draft;
    const auto algorithm = reader_.choice("--speculative-algorithm");
    draft.tokens = count("--speculative-num-draft-tokens", 0, limits::kTokens);
    draft.steps = count("--speculative-num-steps", 1, limits::kTokens);
    draft.branches = count("--speculative-eagle-topk", 1, limits::kTokens);
    draft.layers = reader_.count("--draft-layers", 1, limits::kLayers);
    draft.heads = count("--draft-kv-heads", 0, limits::kDimension);
    draft.head_dim = count("--draft-head-dim", 0, limits::kDimension);
    if (!algorithm) {
      return;
    }
    draft.kind = *algorithm == "DFLASH" ? Drafting::of_its_own : Drafting::like_target;
    if (draft.kind == Drafting::of_its_own && (!draft.layers || draft.heads == 0 || draft.head_dim == 0)) {
      reader_.refuse("--speculative-algorithm",
                     "DFLASH needs --draft-layers, --draft-kv-heads and --draft-head-dim");
    }
  }

  void states() {
    StateSettings& states = out_.states;
    states.slots = reader_.count("--max-mamba-cache-size", 1, limits::kBatch);
    states.strategy = reader_.choice("--mamba-radix-cache-strategy").value_or("");
    const std::string dtype = reader_.choice("--mamba-ssm-dtype").value_or("f32");
    states.bytes = dtype == "float32" || dtype == "f32" ? 4 : 2;
    const std::string text = reader_.text("--mamba-full-memory-ratio").value_or("");
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), states.memory_ratio, std::chars_format::fixed);
    if (error != std::errc() || end != text.data() + text.size() || !(states.memory_ratio > 0) ||
        states.memory_ratio > 1000) {
      reader_.refuse("--mamba-full-memory-ratio", "'" + text + "' is no ratio above 0 and at most 1000",
                     "such as 0.9");
    }
  }

  FlagReader reader_;
  Settings out_;
};

constexpr double kMiB = 1 << 20;

}  // namespace

Expected<Settings> read_settings(const FlagTexts& given) {
  Problems problems;
  Settings settings = SettingsReading(given, problems).read();
  if (!problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  return settings;
}

std::int64_t default_mem_fraction_per_mille(const Settings& settings, Bytes gpu_memory) {
  const double gpu = static_cast<double>(gpu_memory.value) / kMiB;
  const double chunk = static_cast<double>(std::max<std::int64_t>(settings.chunk.value_or(0), 2048));
  double reserved = 512 + 1.5 * chunk + static_cast<double>(settings.tp * settings.pp) / 8 * 1024 +
                    2 * static_cast<double>(settings.graph_requests);
  if (gpu > 60 * 1024) {
    reserved = std::max(reserved, 10.0 * 1024);
  }
  return gpu <= reserved ? 0 : narrow(nearest_whole((gpu - reserved) / gpu * 1000)).value_or(0);
}

}  // namespace kvtally::sglang
