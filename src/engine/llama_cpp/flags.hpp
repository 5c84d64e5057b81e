#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/flags.hpp"
#include "model/model.hpp"

namespace kvtally::llama_cpp {

/// Whose rules: builds of llama.cpp, and ik_llama.cpp, a fork of early 2025.
///
/// v0.5.0 (September 2026): the main context caches no MTP layers, else as b10256 (August 2026), whose rules are
/// the default. b5500 (May 2025): one stream for all sequences, a latent has its V tensor beside it (until January
/// 2026, pull request 19067), sliding caches have room for n_batch tokens. b4600 (January 2025): every layer keeps
/// every position, a latent is expanded to heads. b1500 (2023): the same, and "MB" is printed for MiB.
enum class Version : std::uint8_t { v0_5_0, b10256, b5500, b4600, b1500, ik };

/// Where the cache's buffers lie, which says how their tensors are aligned.
enum class Backend : std::uint8_t { cpu, metal, cuda };

struct Settings {
  Version version = Version::b10256;
  Backend backend = Backend::cpu;
  Tokens context{1};  // -c as given: of all sequences together
  std::int64_t sequences = 1;
  bool unified = false;
  std::int64_t batch = 2048;  // tokens
  std::int64_t ubatch = 512;  // tokens
  Format key;
  Format value;
  Format draft_key;
  Format draft_value;
  bool flash = true;
  bool swa_full = false;
  std::int64_t rollback = 0;  // n_rs_seq
  bool drafting = false;
  int latent_mode = 3;      // ik_llama.cpp's -mla
  bool latent_keys = true;  // the file has the *_mla keys

  /// The rules of 2026, not those of old builds or the fork.
  bool current() const { return version <= Version::b10256; }
  /// Tokens that each sequence has room for by the command line: -c ÷ -np.
  Tokens each() const { return {context.value / sequences}; }
};

std::span<const EngineFlag> flags();

/// The names of the versions, the newest first.
std::vector<std::string_view> versions();
std::string_view name_of(Version version);
std::string_view name_of(Backend backend);  // as in log lines: "CPU", "CUDA0"

/// The settings of a command line. Problems are noted; a default that is taken becomes an assumption. Nothing
/// after a problem.
std::optional<Settings> read_settings(const Model& model, const FlagTexts& given, Problems& problems,
                                      std::vector<std::string>& assumptions);

}  // namespace kvtally::llama_cpp
