#include "engine/llama_cpp/llama_cpp.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/llama_cpp/causes.hpp"
#include "engine/llama_cpp/log_lines.hpp"
#include "engine/llama_cpp/read_log.hpp"
#include "engine/llama_cpp/refusals.hpp"
#include "model/adapt.hpp"

namespace kvtally {

namespace {

using llama_cpp::Cache;
using llama_cpp::CacheKind;
using llama_cpp::Settings;

class Allocator {
 public:
  Allocator(const Model& model, const FlagTexts& given) : model_(model), given_(given) {}

  Expected<Allocation> run() {
    Problems problems;
    auto settings = llama_cpp::read_settings(model_, given_, problems, out_.assumptions);
    if (!settings) {
      return std::unexpected(std::move(problems));
    }
    settings_ = *settings;
    auto stored = llama_cpp::stored_model(model_, settings_, problems, out_.assumptions);
    if (!stored) {
      return std::unexpected(std::move(problems));
    }
    stored_ = std::move(*stored);
    limit_rollback();
    describe();
    out_.refusal = llama_cpp::start_refusal(stored_, settings_);
    if (auto refused = need(); !refused) {
      return std::unexpected(std::move(refused.error()));
    }
    if (out_.refusal.empty()) {
      allocate();
    }
    close(out_);
    return std::move(out_);
  }

 private:
  void limit_rollback() {
    if (settings_.rollback > 0 && !stored_.rules.rolls_back) {
      out_.assumptions.push_back(
          fmt::format("--rs-seq 0: {} cannot roll its states back",
                      stored_.rules.name.empty() ? "a model of unknown architecture" : stored_.rules.name));
      settings_.rollback = 0;
    }
  }

  void describe() {
    out_.engine = "llama.cpp";
    out_.version = name_of(settings_.version);
    out_.context = settings_.each();
    out_.requests = settings_.sequences;
    if (settings_.current()) {
      out_.assumptions.emplace_back("all layers on one device");
    }
  }

  // Where the types cannot hold the model's rows, llama.cpp refuses them too: then in the model's own formats.
  Expected<Figures> figures(const Format& key, const Format& value, bool drafting) {
    Adaptation adaptation;
    adaptation.entries = KeyValueFormats{key, value};
    adaptation.index_keys = key;
    auto adapted = in_formats(model_, adaptation);
    if (!adapted && out_.refusal.empty()) {
      return std::unexpected(std::move(adapted.error()));
    }
    return needed_by(adapted ? *adapted : model_, out_.context, out_.requests, drafting);
  }

  Expected<void> need() {
    auto main = figures(settings_.key, settings_.value, false);
    if (!main) {
      return std::unexpected(std::move(main.error()));
    }
    needed_ = std::move(*main);
    out_.needed = needed_.kept.total();
    out_.naive = naive_figure(model_, out_.context, out_.requests, settings_.key, settings_.value);
    if (!settings_.drafting) {
      return {};
    }
    auto with = figures(settings_.draft_key, settings_.draft_value, true);
    if (!with) {
      return std::unexpected(std::move(with.error()));
    }
    drafted_ = std::move(*with);
    for (const LayerFigures& layer : drafted_.layers) {
      out_.needed += layer.draft ? layer.kept.total() : Bytes{};
    }
    return {};
  }

  void allocate() {
    sizes_ = llama_cpp::context_sizes(settings_);
    caches_ = llama_cpp::caches_of(stored_, settings_, sizes_);
    hold();
    out_.causes = llama_cpp::causes_of(
        {stored_, settings_, sizes_, caches_, model_.layers, needed_, settings_.drafting ? &drafted_ : nullptr});
    align();
    const auto estimate = llama_cpp::estimate_buffers(model_, stored_, settings_, sizes_);
    out_.log = llama_cpp::log_lines(stored_, settings_, sizes_, caches_, estimate);
    figures_of_context();
    figures_of_caches();
    if (estimate) {
      figure("output_buffer_bytes", "bytes", estimate->output.value);
      figure("compute_buffer_bytes", "bytes", estimate->compute.value);
      if (estimate->host) {
        figure("host_compute_buffer_bytes", "bytes", estimate->host->value);
      }
      out_.assumptions.emplace_back("output and compute buffers are estimates, and are not held");
    }
  }

  // "[512 or 1024, 4096, 1]": the tensors of a part, whose widths may differ.
  static std::string shape_of(const Cache& cache, char part) {
    std::vector<std::string> widths;
    const llama_cpp::Tensor* any = nullptr;
    for (const llama_cpp::Tensor& tensor : cache.tensors) {
      std::string width = fmt::format("{}", static_cast<std::int64_t>(tensor.width));
      if (tensor.part == part && std::ranges::find(widths, width) == widths.end()) {
        widths.push_back(std::move(width));
        any = &tensor;
      }
    }
    return fmt::format("[{}, {}, {}]", fmt::join(widths, " or "), static_cast<std::int64_t>(any->cells),
                       static_cast<std::int64_t>(any->streams));
  }

  void hold() {
    for (const Cache& cache : caches_) {
      for (const char part : {'K', 'V', 'R', 'S', 'C'}) {
        const auto tensor = std::ranges::find(cache.tensors, part, &llama_cpp::Tensor::part);
        if (tensor != cache.tensors.end() && cache.bytes_of(part) > Bytes{}) {
          const std::string letter = part == 'C' ? "" : fmt::format(": {}", part);
          out_.held.push_back({fmt::format("{}{} ({})", name_of(cache.kind), letter, tensor->format.name),
                               shape_of(cache, part), cache.layers, cache.bytes_of(part)});
        }
      }
    }
  }

  void align() {
    Bytes padding;
    for (const Cache& cache : caches_) {
      padding += buffer_bytes(cache, settings_.backend) - cache.bytes();
    }
    if (padding > Bytes{}) {
      const std::string what =
          fmt::format("tensors aligned to {} bytes", settings_.backend == llama_cpp::Backend::cuda ? 128 : 32);
      out_.held.push_back({"padding between tensors", "", 0, padding});
      out_.causes.push_back({what, padding, "and on CUDA rows of quantised types to 512 elements"});
    }
  }

  void figure(std::string name, std::string unit, Wide value) {
    out_.figures.push_back({std::move(name), std::move(unit), value, 1});
  }

  void figures_of_context() {
    figure("n_ctx", "tokens", sizes_.context);
    figure("n_ctx_seq", "tokens", sizes_.sequence);
    figure("n_seq_max", "sequences", settings_.sequences);
    figure("n_stream", "streams", sizes_.streams);
    figure("n_ubatch", "tokens", sizes_.ubatch);
  }

  void figures_of_caches() {
    Bytes attention;
    Bytes keys;
    Bytes values;
    for (const Cache& cache : caches_) {
      const Bytes bytes = cache.bytes();
      switch (cache.kind) {
        case CacheKind::base: sized("kv_cells", "base_cache_bytes", cache); break;
        case CacheKind::sliding: sized("swa_cells", "swa_cache_bytes", cache); break;
        case CacheKind::index: sized("index_cells", "index_cache_bytes", cache); break;
        case CacheKind::csa: sized("csa_cells", "csa_cache_bytes", cache); break;
        case CacheKind::hca: sized("hca_cells", "hca_cache_bytes", cache); break;
        case CacheKind::compressor: figure("compressor_bytes", "bytes", bytes.value); break;
        case CacheKind::draft: figure("mtp_cache_bytes", "bytes", bytes.value); break;
        case CacheKind::recurrent: recurrent(cache); break;
      }
      const bool in_main = cache.kind != CacheKind::recurrent && cache.kind != CacheKind::draft;
      attention += in_main ? bytes : Bytes{};
      keys += in_main ? cache.bytes_of('K') : Bytes{};
      values += in_main ? cache.bytes_of('V') : Bytes{};
    }
    figure("kv_cache_bytes", "bytes", attention.value);
    figure("k_bytes", "bytes", keys.value);
    figure("v_bytes", "bytes", values.value);
  }

  void sized(std::string cells, std::string bytes, const Cache& cache) {
    figure(std::move(cells), "cells", cache.cells);
    figure(std::move(bytes), "bytes", cache.bytes().value);
  }

  void recurrent(const Cache& cache) {
    figure("recurrent_rows", "rows", llama_cpp::state_rows(settings_));
    figure("recurrent_bytes", "bytes", cache.bytes().value);
    figure("recurrent_r_bytes", "bytes", cache.bytes_of('R').value);
    figure("recurrent_s_bytes", "bytes", cache.bytes_of('S').value);
  }

  const Model& model_;
  const FlagTexts& given_;
  Settings settings_;
  llama_cpp::StoredModel stored_;
  llama_cpp::ContextSizes sizes_;
  std::vector<Cache> caches_;
  Figures needed_;
  Figures drafted_;
  Allocation out_;
};

Expected<Allocation> allocate(const Model& model, const FlagTexts& given) { return Allocator(model, given).run(); }

}  // namespace

Engine llama_cpp_engine() {
  static const std::vector<std::string_view> versions = llama_cpp::versions();
  return {"llama.cpp", "llama.cpp", versions, llama_cpp::flags(), allocate, llama_cpp::read_log};
}

}  // namespace kvtally
