#include "engine/llama_cpp/flags.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/print.hpp"
#include "core/text.hpp"
#include "model/limits.hpp"

namespace kvtally::llama_cpp {

namespace {

constexpr std::array<std::string_view, 6> kVersions{"v0.5.0", "b10256", "b5500", "b4600", "b1500", "ik_llama.cpp"};
constexpr std::array<std::string_view, 3> kBackends{"cpu", "metal", "cuda"};
constexpr std::array<std::string_view, 3> kBuffers{"CPU", "Metal", "CUDA0"};
constexpr std::int64_t kMostSequences = limits::kBatch;
constexpr std::int64_t kMostTokens = std::int64_t{1} << 31;

// LLAMA's KV types (common/arg.cpp of b10256).
const std::vector<std::string_view> kTypes{"f32", "f16", "bf16", "q8_0", "q4_0", "q4_1", "iq4_nl", "q5_0", "q5_1"};

std::vector<EngineFlag> make_flags() {
  return {
      {{"-c", "--ctx-size"}, "TOKENS", "", "of all sequences together; 0 or none: the model's (the C API: 512)"},
      {{"--context"}, "TOKENS", "", "of each sequence: -c is then so many times -np"},
      {{"-np", "--parallel", "--n-seq-max", "--batch"},
       "N",
       "1",
       "sequences at once (llama-server without it: 4 and --kv-unified)"},
      {{"-kvu", "--kv-unified"}, "", "", "one buffer of cells for all sequences"},
      {{"-b", "--batch-size"}, "TOKENS", "2048", "llama.cpp's own -b: tokens of a batch, not sequences (-np)"},
      {{"-ub", "--ubatch-size"}, "TOKENS", "512", "tokens of a micro-batch: sliding caches have room for one"},
      {{"-ctk", "--cache-type-k"}, "TYPE", "f16", "type of keys, latents and index keys", kTypes},
      {{"-ctv", "--cache-type-v"}, "TYPE", "f16", "type of values", kTypes},
      {{"--kv-dtype"}, "TYPE[:TYPE]", "", "-ctk and -ctv in one"},
      {{"-fa", "--flash-attn"}, "MODE", "auto", "off: V is stored transposed and padded", {"on", "off", "auto"}},
      {{"--swa-full"}, "", "", "sliding layers keep every cell (the C API's default)"},
      {{"--mtp"}, "", "", "a context of the model's MTP layers beside it"},
      {{"-ctkd", "--cache-type-k-draft"}, "TYPE", "f16", "-ctk of the MTP context", kTypes},
      {{"-ctvd", "--cache-type-v-draft"}, "TYPE", "f16", "-ctv of the MTP context", kTypes},
      {{"--rs-seq"}, "N", "0", "n_rs_seq: states kept for each sequence to roll drafted tokens back"},
      {{"--no-mla-keys"}, "", "", "the file has no *_mla keys (older than April 2025): a latent is expanded"},
      {{"-mla", "--mla-use"},
       "N",
       "3",
       "ik_llama.cpp alone: 0 keeps the heads, 1 a transposed latent too",
       {"0", "1", "2", "3"}},
      {{"--backend"},
       "NAME",
       "cpu",
       "where the cache lies: tensors are aligned to 32 bytes, on CUDA to 128",
       {"cpu", "metal", "cuda"}},
      {{"--engine-version"}, "VERSION", "b10256", "whose rules", {kVersions.begin(), kVersions.end()}},
  };
}

class SettingsReader {
 public:
  SettingsReader(const Model& model, const FlagTexts& given, Problems& problems, std::vector<std::string>& notes)
      : model_(model), read_(flags(), given, problems), problems_(problems), notes_(notes) {}

  std::optional<Settings> read() {
    const std::size_t before = problems_.size();
    read_version();
    read_sequences();
    read_context();
    read_types();
    read_switches();
    return problems_.size() == before ? std::optional(out_) : std::nullopt;
  }

 private:
  void read_version() {
    if (const auto version = read_.choice("--engine-version")) {
      out_.version = static_cast<Version>(std::ranges::find(kVersions, *version) - kVersions.begin());
    }
    if (const auto backend = read_.choice("--backend")) {
      out_.backend = static_cast<Backend>(std::ranges::find(kBackends, *backend) - kBackends.begin());
    }
    if (read_.given("-mla") && out_.version != Version::ik) {
      read_.refuse("-mla", "llama.cpp has no such flag", "--engine-version ik_llama.cpp with it");
    }
    out_.latent_mode = std::stoi(read_.choice("-mla").value_or("3"));
  }

  void read_sequences() {
    out_.sequences = read_.count("-np", 1, kMostSequences).value_or(1);
    out_.unified = read_.on("-kvu");
    if (!read_.given("-np")) {
      notes_.emplace_back("-np 1: as llama-cli; llama-server without it takes 4 and --kv-unified");
    }
    if (!out_.current() && !out_.unified) {
      out_.unified = true;  // streams came in July 2025
    }
  }

  void read_context() {
    const bool whole = read_.given("-c");
    if (whole && read_.given("--context")) {
      read_.refuse("--context", "-c is given too", "one of them");
      return;
    }
    std::optional<Tokens> tokens;
    if (whole && read_.text("-c") != "0") {
      tokens = read_.tokens("-c");
    } else if (read_.given("--context")) {
      tokens = read_.tokens("--context");
      tokens = tokens ? std::optional(*tokens * out_.sequences) : tokens;
    } else if (model_.max_position_embeddings) {
      tokens = Tokens{*model_.max_position_embeddings};
      notes_.push_back(fmt::format("-c {}: the model's own context", print_grouped(tokens->value)));
    } else {
      read_.refuse("-c", fmt::format("{} has no longest context to take", model_.id), "a number of tokens");
    }
    if (!tokens) {
      return;
    }
    if (tokens->value > limits::kTokens) {
      read_.refuse(whole ? "-c" : "--context",
                   fmt::format("{} tokens are too many", print_grouped(tokens->value)));
    } else if (tokens->value < out_.sequences) {
      read_.refuse("-c", fmt::format("{} tokens for {} sequences", print_grouped(tokens->value), out_.sequences),
                   "at least one for each");
    } else {
      out_.context = *tokens;
    }
  }

  Format type(std::string_view flag) {
    const auto name = read_.choice(flag);
    return name ? read_.format(flag).value_or(bf16()) : bf16();
  }

  void read_types() {
    out_.key = type("-ctk");
    out_.value = type("-ctv");
    out_.draft_key = type("-ctkd");
    out_.draft_value = type("-ctvd");
    const auto both = read_.text("--kv-dtype");
    if (!both) {
      if (!read_.given("-ctk") && !read_.given("-ctv")) {
        notes_.emplace_back("-ctk f16 -ctv f16");
      }
      return;
    }
    const auto pieces = split(std::string_view(*both), ':');
    const auto known = [](std::string_view piece) { return std::ranges::find(kTypes, piece) != kTypes.end(); };
    if (read_.given("-ctk") || read_.given("-ctv")) {
      read_.refuse("--kv-dtype", "-ctk or -ctv is given too", "one of them");
    } else if (pieces.empty() || pieces.size() > 2 || !std::ranges::all_of(pieces, known)) {
      read_.refuse("--kv-dtype", fmt::format("'{}' is no type of llama.cpp's cache", *both),
                   fmt::format("one of {}, or two with a colon", fmt::join(kTypes, ", ")));
    } else {
      out_.key = *parse_format(pieces.front());
      out_.value = *parse_format(pieces.back());
    }
  }

  void read_switches() {
    const bool old = !out_.current();
    const std::string flash = read_.choice("-fa").value_or("auto");
    out_.flash = flash == "on" || (flash == "auto" && !old);
    if (flash == "auto") {
      notes_.push_back(old ? fmt::format("-fa off: the default of {}", name_of(out_.version))
                           : "-fa auto: taken as on; it is off where the backend has no kernel for it");
    }
    out_.swa_full = read_.on("--swa-full");
    out_.latent_keys = !read_.on("--no-mla-keys");
    out_.drafting = read_.on("--mtp");
    if (out_.drafting && model_.draft.empty()) {
      read_.refuse("--mtp", fmt::format("{} has no MTP layers", model_.id));
    }
    out_.rollback = read_.count("--rs-seq", 0, limits::kPoolingRate).value_or(0);
    out_.batch = read_.count("-b", 1, kMostTokens).value_or(1);
    out_.ubatch = std::min(read_.count("-ub", 1, kMostTokens).value_or(1), out_.batch);
  }

  const Model& model_;
  FlagReader read_;
  Problems& problems_;
  std::vector<std::string>& notes_;
  Settings out_;
};

}  // namespace

std::span<const EngineFlag> flags() {
  static const std::vector<EngineFlag> list = make_flags();
  return list;
}

std::vector<std::string_view> versions() { return {kVersions.begin(), kVersions.end()}; }
std::string_view name_of(Version version) { return kVersions.at(static_cast<std::size_t>(version)); }
std::string_view name_of(Backend backend) { return kBuffers.at(static_cast<std::size_t>(backend)); }

std::optional<Settings> read_settings(const Model& model, const FlagTexts& given, Problems& problems,
                                      std::vector<std::string>& assumptions) {
  return SettingsReader(model, given, problems, assumptions).read();
}

}  // namespace kvtally::llama_cpp
