#include "engine/llama_cpp/log_lines.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kvtally::llama_cpp {

namespace {

constexpr double kMiB = 1024.0 * 1024.0;

// Rounded as printf rounds: sizes in single precision, as the sum of a cache is printed.
double single(Bytes bytes) {
  return static_cast<double>(static_cast<float>(bytes.value) / static_cast<float>(kMiB));
}
double exact(Bytes bytes) { return static_cast<double>(bytes.value) / kMiB; }

class LogWriter {
 public:
  LogWriter(const StoredModel& model, const Settings& settings, const ContextSizes& sizes)
      : model_(model), settings_(settings), sizes_(sizes) {}

  std::vector<EngineLogLine> write(const std::vector<Cache>& caches,
                                   const std::optional<BufferEstimate>& estimate) {
    const bool current = settings_.current();
    if (current) {
      context();
    }
    if (estimate && current) {
      line(
          fmt::format("llama_context: {:>10}  output buffer size = {:8.2f} MiB", host(), exact(estimate->output)));
    }
    if (current || settings_.version == Version::b5500) {
      for (const Cache& cache : caches) {
        cache_lines(cache);
      }
    } else {
      old_lines(caches);
    }
    if (estimate && current) {
      compute(name_of(settings_.backend), estimate->compute);
      if (estimate->host) {
        compute(host(), *estimate->host);
      }
    }
    return std::move(out_);
  }

 private:
  void line(std::string text, std::string note = {}) { out_.push_back({std::move(text), std::move(note)}); }

  std::string_view host() const { return settings_.backend == Backend::cuda ? "CUDA_Host" : "CPU"; }

  void context() {
    const int width = settings_.version == Version::v0_5_0 ? 21 : 13;
    const auto value = [&](std::string_view name, const auto& what) {
      line(fmt::format("llama_context: {:<{}} = {}", name, width, what));
    };
    value("n_seq_max", settings_.sequences);
    value("n_ctx", sizes_.context);
    value("n_ctx_seq", sizes_.sequence);
    value("n_batch", std::min(settings_.batch, sizes_.context));
    value("n_ubatch", sizes_.ubatch);
    value("kv_unified", settings_.unified);
  }

  void compute(std::string_view buffer, Bytes bytes) {
    line(fmt::format("sched_reserve: {:>10} compute buffer size = {:8.2f} MiB", buffer, exact(bytes)),
         "an estimate, from measurements on dense Llama graphs");
  }

  void buffer(std::string_view function, std::string_view what, const Cache& cache) {
    line(fmt::format("{}: {:>10} {} buffer size = {:8.2f} MiB", function, name_of(settings_.backend), what,
                     exact(buffer_bytes(cache, settings_.backend))));
  }

  void cache_lines(const Cache& cache) {
    const std::string function = settings_.current() ? "llama_kv_cache" : "llama_kv_cache_unified";
    if (cache.kind == CacheKind::recurrent) {
      recurrent_lines(cache);
      return;
    }
    if (cache.kind == CacheKind::compressor) {
      return;  // their line is not known
    }
    announce(function, cache);
    if (!cache.tensors.empty()) {
      buffer(function, "KV", cache);
    }
    const bool draft = cache.kind == CacheKind::draft;
    const std::string seqs = settings_.current() ? fmt::format("{:2}/{} seqs", settings_.sequences, cache.streams)
                                                 : fmt::format("{:2} seqs", settings_.sequences);
    line(fmt::format(
             "{}: size = {:7.2f} MiB ({:6} cells, {:3} layers, {}), K ({}): {:7.2f} MiB, V ({}): {:7.2f} MiB",
             function, single(cache.bytes()), cache.cells, cache.layers, seqs,
             (draft ? settings_.draft_key : settings_.key).name, single(cache.bytes_of('K')),
             (draft ? settings_.draft_value : settings_.value).name, single(cache.bytes_of('V'))),
         cache.streams > 1 ? "the cells are those of one stream" : "");
  }

  void announce(const std::string& function, const Cache& cache) {
    const bool base = cache.kind == CacheKind::base;
    if (base && model_.window && settings_.swa_full) {
      line(
          fmt::format("{}_iswa: using full-size SWA cache (ref: "
                      "https://github.com/ggml-org/llama.cpp/pull/13194#issuecomment-2868343055)",
                      function));
    }
    if (base && model_.window) {
      line(fmt::format("{}_iswa: creating non-SWA KV cache, size = {} cells", function, cache.cells));
    } else if (cache.kind == CacheKind::sliding) {
      line(fmt::format("{}_iswa: creating     SWA KV cache, size = {} cells", function, cache.cells));
    } else if (announces_index(cache)) {
      line(fmt::format("llama_kv_cache_{}: creating {} KV cache, size = {} cells",
                       model_.rules.indexes_values ? "msa" : "dsa", base ? "main" : "indexer", cache.cells));
    } else {
      announce_compressed(cache);
    }
  }

  // A cache with index keys beside it (DSA, MSA), and that of the index keys.
  bool announces_index(const Cache& cache) const {
    const auto indexed = [](const StoredLayer& layer) { return layer.index_width.has_value(); };
    return (cache.kind == CacheKind::base || cache.kind == CacheKind::index) &&
           std::ranges::any_of(model_.layers, indexed);
  }

  // DeepSeek-V4's compressed caches are announced before they are padded.
  void announce_compressed(const Cache& cache) {
    const auto layer = std::ranges::find_if(cache.tensors, [&](const Tensor& tensor) {
      return cache.kind != CacheKind::draft && model_.layers[tensor.layer].compressed.has_value();
    });
    if (layer == cache.tensors.end()) {
      return;
    }
    const std::int64_t rate = model_.layers[layer->layer].compressed->rate;
    const std::string_view what = cache.kind == CacheKind::csa   ? "CSA compressed"
                                  : cache.kind == CacheKind::hca ? "HCA compressed"
                                                                 : "lightning-indexer";
    line(fmt::format("llama_kv_cache_dsv4: creating DSV4 {} KV cache, size = {} cells", what,
                     static_cast<std::int64_t>(ceil_div(sizes_.cells, rate))),
         "before it is rounded up to 256");
  }

  void recurrent_lines(const Cache& cache) {
    const bool current = settings_.current();
    const std::string function = current ? "llama_memory_recurrent" : "llama_kv_cache_recurrent";
    buffer(function, current ? "RS" : "KV", cache);
    const std::string seqs = current ? fmt::format("{:2} seqs {:2} rs_seq", cache.cells, settings_.rollback)
                                     : fmt::format("{:2} seqs", cache.cells);
    const bool newest = settings_.version == Version::v0_5_0;
    line(fmt::format(
             "{}: size = {:7.2f} MiB ({:6} cells, {:3} layers, {}), R (f32): {:7.2f} MiB, S (f32): {:7.2f} MiB{}",
             function, single(cache.bytes()), cache.cells, model_.blocks, seqs, single(cache.bytes_of('R')),
             single(cache.bytes_of('S')), newest ? ", P (f32):    0.00 MiB" : ""),
         "the layers are all blocks of the file, not those with a state alone");
  }

  // One line of everything, as builds before May 2025 print it.
  void old_lines(const std::vector<Cache>& caches) {
    Cache all;
    for (const Cache& cache : caches) {
      all.tensors.insert(all.tensors.end(), cache.tensors.begin(), cache.tensors.end());
    }
    if (settings_.version == Version::b1500) {
      line(fmt::format("llama_new_context_with_model: kv self size  = {:7.2f} MB", exact(all.bytes())),
           "MB here is MiB");
      return;
    }
    buffer("llama_kv_cache_init", "KV", all);
    if (settings_.version == Version::ik && latent()) {
      const bool transposed = all.bytes_of('V') > Bytes{};
      line(fmt::format("llama_new_context_with_model: KV self size  = {:7.2f} MiB, c^KV ({}): {:7.2f} MiB, kv^T{}",
                       single(all.bytes()), settings_.key.name, single(all.bytes_of('K')),
                       transposed
                           ? fmt::format(" ({}): {:7.2f} MiB", settings_.value.name, single(all.bytes_of('V')))
                           : ": not used"));
      return;
    }
    const bool state = !caches.empty() && caches.front().kind == CacheKind::recurrent;
    line(fmt::format(
        "llama_new_context_with_model: KV self size  = {:7.2f} MiB, K ({}): {:7.2f} MiB, V ({}): {:7.2f} MiB",
        single(all.bytes()), state ? "f32" : settings_.key.name, single(all.bytes_of(state ? 'R' : 'K')),
        state ? "f32" : settings_.value.name, single(all.bytes_of(state ? 'S' : 'V'))));
  }

  bool latent() const {
    return std::ranges::any_of(
        model_.layers, [](const StoredLayer& layer) { return layer.placed.parts.latent && !layer.expanded; });
  }

  const StoredModel& model_;
  const Settings& settings_;
  const ContextSizes& sizes_;
  std::vector<EngineLogLine> out_;
};

}  // namespace

std::vector<EngineLogLine> log_lines(const StoredModel& model, const Settings& settings, const ContextSizes& sizes,
                                     const std::vector<Cache>& caches,
                                     const std::optional<BufferEstimate>& estimate) {
  return LogWriter(model, settings, sizes).write(caches, estimate);
}

}  // namespace kvtally::llama_cpp
