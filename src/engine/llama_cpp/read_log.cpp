#include "engine/llama_cpp/read_log.hpp"

#include <array>
#include <charconv>
#include <fmt/format.h>
#include <functional>
#include <regex>

namespace kvtally::llama_cpp {

namespace {

using Match = std::match_results<std::string_view::const_iterator>;

constexpr std::string_view kSize = R"( *(\d{1,12}\.\d{2}) (?:MiB|MB))";
constexpr std::string_view kCount = R"( *(\d{1,12}))";

Wide digits_of(std::string_view text) {
  Wide out = 0;
  for (const char digit : text) {
    out = digit == '.' ? out : out * 10 + (digit - '0');
  }
  return out;
}

// A size with two decimals: 27.00 is 2700 × 2^20 ÷ 100 bytes, give or take half of its last digit.
LogQuantity size(std::string name, const std::string& printed) {
  constexpr Wide kMebi = Wide{1} << 20;
  constexpr Wide kHundredths = 100;
  return {std::move(name), printed + " MiB", "bytes", digits_of(printed) * kMebi, kHundredths, kMebi};
}

LogQuantity count(std::string name, const std::string& printed, const std::string& unit) {
  return {std::move(name), printed + " " + unit, unit, digits_of(printed), 1, 0};
}

// The line does not say which of a model's caches it is of.
constexpr const char* kAnyCacheBytes =
    "base_cache_bytes|swa_cache_bytes|csa_cache_bytes|hca_cache_bytes|index_cache_bytes";
constexpr const char* kAnyCells = "kv_cells|swa_cells|csa_cells|hca_cells|index_cells";

LogReading attention_cache(const Match& m) {
  LogReading out;
  const bool streams = m[5].matched && m[5] != "1";
  out.meaning = fmt::format(
      "One cache of {} layers with {} cells{}, which {} sequences share{}. A model with sliding windows prints "
      "such a "
      "line for its full layers, and then one for its sliding layers.",
      m[3].str(), m[2].str(), streams ? fmt::format(" in each of {} streams", m[5].str()) : "", m[4].str(),
      streams ? ", one a stream" : "");
  out.quantities = {size(kAnyCacheBytes, m[1]), count(kAnyCells, m[2], "cells"), count("", m[3], "layers"),
                    count("n_seq_max", m[4], "sequences")};
  if (m[5].matched) {
    out.quantities.push_back(count("n_stream", m[5], "streams"));
  }
  out.quantities.push_back(size("", m[7]));
  out.quantities.push_back(size("", m[9]));
  return out;
}

LogReading recurrent_cache(const Match& m) {
  LogReading out;
  const std::string copies =
      m[5].matched && m[5] != "0" ? fmt::format(" and {} more to roll back to", m[5].str()) : "";
  out.meaning = fmt::format(
      "The recurrent states of {} sequences{}, whatever the context: R the convolution tails or token shifts, S "
      "the "
      "rest, both in f32. The {} layers are all of the file, those without a state too.",
      m[4].str(), copies, m[3].str());
  out.quantities = {size("recurrent_bytes", m[1]), count("n_seq_max", m[4], "sequences"),
                    size("recurrent_r_bytes", m[6]), size("recurrent_s_bytes", m[7])};
  return out;
}

LogReading self_size(const Match& m) {
  LogReading out;
  out.meaning = "All of the cache, in the words of builds before May 2025: every layer keeps every position.";
  out.quantities = {size("kv_cache_bytes", m[1])};
  if (m[2].matched) {
    out.quantities.push_back(size("k_bytes", m[2]));
    out.quantities.push_back(size("v_bytes", m[3]));
  }
  return out;
}

LogReading latent_size(const Match& m) {
  LogReading out;
  out.meaning =
      "All of the cache of a model with latents, as ik_llama.cpp prints it: c^KV is the latent with its rotary "
      "rows, "
      "kv^T its transposed copy, which -mla 1 alone keeps.";
  out.quantities = {size("kv_cache_bytes", m[1]), size("k_bytes", m[2])};
  if (m[3].matched) {
    out.quantities.push_back(size("v_bytes", m[3]));
  }
  return out;
}

LogReading cells(const Match& m) {
  const bool full = m[1] == "non-SWA";
  return {full ? "Cells of the layers that keep every position, in each stream."
               : "Cells of the sliding layers, in each stream: room for the window and a micro-batch.",
          {count(full ? "kv_cells" : "swa_cells", m[2], "cells")}};
}

LogReading indexed(const Match& m) {
  const bool main = m[1] == "main";
  return {main ? "Cells of the keys and values or latents, in each stream."
               : "Cells of the index keys, in each stream: as many as of the main cache.",
          {count(main ? "kv_cells" : "index_cells", m[2], "cells")}};
}

LogReading compressed(const Match& m) {
  return {fmt::format("Cells of DeepSeek-V4's {} cache in each stream, before they are rounded up to 256.",
                      m[1].str()),
          {count("", m[2], "cells")}};
}

LogReading cache_buffer(const Match& m) {
  return {fmt::format("What {} holds of one cache ({}), with the padding between its tensors.", m[1].str(),
                      m[2] == "KV" ? "keys and values" : "recurrent states"),
          {size("", m[3])}};
}

LogReading output_buffer(const Match& m) {
  return {fmt::format("The logits of one token of each sequence, on {}.", m[1].str()),
          {size("output_buffer_bytes", m[2])}};
}

LogReading compute_buffer(const Match& m) {
  const std::string where = m[1];
  const bool host = where.ends_with("_Host");
  return {fmt::format("Scratch of the largest graph, on {}: no part of the cache.", where),
          {size(host ? "host_compute_buffer_bytes" : "compute_buffer_bytes", m[2])}};
}

LogReading context(const Match& m) {
  const std::string name = m[1];
  return {fmt::format("The context was made with {} {}.", name, m[2].str()),
          {count(name == "n_batch" || name == "n_ctx_per_seq" ? "" : name, m[2],
                 name == "n_seq_max" ? "sequences" : "tokens")}};
}

LogReading unified(const Match& m) {
  return {m[1] == "true" ? "All sequences share one stream of cells: -c is the room of all together."
                         : "Each sequence has cells of its own: -c is divided among them.",
          {}};
}

LogReading trained(const Match& m) {
  return {"A sequence may use fewer tokens than the model was trained for: a hint, no error.",
          {count("n_ctx_seq", m[1], "tokens"), count("", m[2], "tokens")}};
}

LogReading full_sliding(const Match& /*m*/) {
  return {"--swa-full: the sliding layers have as many cells as the full ones.", {}};
}

LogReading needs_flash(const Match& /*m*/) {
  return {"llama.cpp does not start: quantised values need flash attention (-fa on).", {}};
}

LogReading indivisible(const Match& m) {
  return {fmt::format("llama.cpp does not start: heads of {} elements are no whole number of {}'s blocks of {}.",
                      m[4].str(), m[2].str(), m[3].str()),
          {}};
}

LogReading differing(const Match& m) {
  return {fmt::format("llama.cpp does not start: a model that keeps one row for key and value needs -ctk and -ctv "
                      "alike, not {} and {}.",
                      m[1].str(), m[2].str()),
          {}};
}

LogReading sequences(const Match& m) {
  return {fmt::format("llama.cpp does not start: -np may be {} at most.", m[1].str()), {}};
}

LogReading no_memory(const Match& m) {
  return {fmt::format("llama.cpp does not start: there is no memory for the {}.",
                      m[1] == "kv" ? "keys and values" : "recurrent states"),
          {}};
}

struct LineFormat {
  std::regex pattern;
  LogReading (*read)(const Match&);
};

// S stands for a size, N for a count.
std::regex pattern(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '@') {
      out += kSize;
    } else if (letter == '#') {
      out += kCount;
    } else {
      out += letter;
    }
  }
  return std::regex(out, std::regex::optimize);
}

const std::vector<LineFormat>& line_formats() {
  static const std::vector<LineFormat> list{
      {pattern(R"(size =@ \(# cells,# layers,#(?:/#)? seqs\), K \((\w+)\):@, V \((\w+)\):@)"), attention_cache},
      {pattern(R"(size =@ \(# cells,# layers,# seqs(?:# rs_seq)?\), R \(f32\):@, S \(f32\):@)"), recurrent_cache},
      {pattern(R"([Kk][Vv] self size  ?=@(?:, K \(\w+\):@, V \(\w+\):@)?\s*$)"), self_size},
      {pattern(R"(KV self size  ?=@, c\^KV \(\w+\):@, kv\^T(?:: not used| \(\w+\):@))"), latent_size},
      {pattern(R"(creating +(non-SWA|SWA) KV cache, size =# cells)"), cells},
      {pattern(R"(creating (main|indexer) KV cache, size =# cells)"), indexed},
      {pattern(R"(creating DSV4 ([\w -]+) KV cache, size =# cells)"), compressed},
      {pattern(R"((\w+) (KV|RS) buffer size =@)"), cache_buffer},
      {pattern(R"((\w+)  output buffer size =@)"), output_buffer},
      {pattern(R"((\w+) compute buffer size =@)"), compute_buffer},
      {pattern(R"(: (n_ctx|n_ctx_seq|n_ctx_per_seq|n_seq_max|n_batch|n_ubatch) +=#\s*$)"), context},
      {pattern(R"(: kv_unified +=  ?(true|false))"), unified},
      {pattern(R"(n_ctx_(?:per_)?seq \((\d{1,12})\) < n_ctx_train \((\d{1,12})\))"), trained},
      {pattern("using full-size SWA cache"), full_sliding},
      {pattern("V cache quantization requires flash_attn|quantized V cache requires flash_attn"), needs_flash},
      {pattern(R"(([KV]) cache type (\w+) with block size (\d+) does not divide n_embd_head_[kv]=(\d+))"),
       indivisible},
      {pattern(R"(model does not support different K \((\w+)\) and V \((\w+)\) cache types)"), differing},
      {pattern(R"(n_seq_max must be <= (\d+))"), sequences},
      {pattern("failed to allocate buffer for (kv|rs) cache"), no_memory},
  };
  return list;
}

}  // namespace

std::optional<LogReading> read_log(std::string_view line) {
  constexpr std::size_t kLongest = 1000;  // std::regex descends once for each character
  if (line.size() > kLongest) {
    return std::nullopt;
  }
  for (const LineFormat& format : line_formats()) {
    Match match;
    if (std::regex_search(line.begin(), line.end(), match, format.pattern)) {
      return format.read(match);
    }
  }
  return std::nullopt;
}

}  // namespace kvtally::llama_cpp
