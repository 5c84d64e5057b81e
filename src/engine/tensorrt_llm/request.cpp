#include "engine/tensorrt_llm/request.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/allocation.hpp"

namespace kvtally::tensorrt_llm {

namespace {

Problems problem(const Model& model, std::string what, std::string expected = {}) {
  return {{model.id, {}, std::move(what), std::move(expected), {}, {}}};
}

Expected<Model> adapted(const Model& model, const Settings& settings) {
  Adaptation adaptation;
  const Format rows = parse_format(settings.format_name).value();
  adaptation.entries = KeyValueFormats{rows, rows};
  if (settings.state_format_given) {
    adaptation.recurrent = settings.state_bytes == 4 ? f32() : bf16();
  }
  return in_formats(model, adaptation);
}

class RequestReading {
 public:
  RequestReading(const Model& model, Settings settings) : model_(model) { out_.settings = std::move(settings); }

  Expected<Request> read() {
    auto model = adapted(model_, settings());
    if (!model) {
      return std::unexpected(std::move(model.error()));
    }
    out_.adapted = std::move(*model);
    for (const auto step : {&RequestReading::scenario, &RequestReading::layers, &RequestReading::combination}) {
      if (auto problems = (this->*step)(); !problems.empty()) {
        return std::unexpected(std::move(problems));
      }
    }
    assume();
    return std::move(out_);
  }

 private:
  const Settings& settings() const { return out_.settings; }
  void assume(std::string what) { out_.assumptions.push_back(std::move(what)); }

  Problems scenario() {
    const auto longest = model_.max_position_embeddings;
    if (!settings().context && !longest) {
      return problem(model_, "the model's longest context is not known", "--max_seq_len");
    }
    out_.demand.context = settings().context.value_or(Tokens{longest.value_or(0)});
    out_.requests = out_.demand.batch = settings().requests.value_or(1);
    out_.demand.requests = static_cast<std::int64_t>(ceil_div(out_.requests, settings().attention_ranks()));
    return {};
  }

  Problems layers() {
    const auto placed = placed_layers(model_, false);
    if (!placed) {
      return placed.error();
    }
    auto whole = cache_of(model_, *placed, settings(), out_.demand.context, 1);
    auto rank = cache_of(model_, *placed, settings(), out_.demand.context, settings().attention_tp());
    if (!whole || !rank) {
      return whole ? rank.error() : whole.error();
    }
    out_.whole = std::move(whole->layers);
    out_.rank = std::move(*rank);
    out_.rank.layers = fullest_stage(out_.rank.layers, settings().pp);
    for (const CachedLayer& layer : out_.rank.layers) {
      out_.stage.push_back(out_.whole[static_cast<std::size_t>(layer.index)]);
    }
    out_.demand.block = settings().block.value_or(out_.rank.block);
    return {};
  }

  bool compressed() const { return out_.rank.block == 128; }

  Problems combination() {
    if (compressed() && out_.demand.block != 128 && out_.demand.block != 256) {
      return problem(model_, "--tokens_per_block: DeepSeek-V4's managers take 128 or 256");
    }
    if (compressed() && settings().format == CacheFormat::nvfp4) {
      return problem(model_, "--kv_cache_dtype: DeepSeek-V4's rows are not known in nvfp4");
    }
    if (!settings().windows.empty() && (compressed() || out_.rank.manager == Manager::states)) {
      return problem(model_, "--max_attention_window: not known beside states or DeepSeek-V4's layers");
    }
    if (settings().rates.empty() != settings().sources.empty() || (!settings().rates.empty() && !compressed())) {
      return problem(model_, "--compress_ratios: DeepSeek-V4.1's layers need it and --kv_source_layer_ids",
                     "a model of shared rows");
    }
    if (!settings().rates.empty() && settings().rates.size() != out_.whole.size()) {
      return problem(model_, fmt::format("--compress_ratios has {} numbers, and the model {} layers",
                                         settings().rates.size(), out_.whole.size()));
    }
    return {};
  }

  void assume() {
    if (!settings().context) {
      assume(fmt::format("--max_seq_len is the model's longest, {}", out_.demand.context.value));
    }
    if (!settings().requests) {
      assume("one request at once; --max_batch_size is not given");
    }
    if (settings().format == CacheFormat::half) {
      assume("--kv_cache_dtype auto is the model's own 16 bits");
    }
    memory();
    if (settings().pp > 1) {
      assume("the first pipeline stages hold a layer more where the layers do not divide");
    }
    layouts();
  }

  void layouts() {
    bool window = false;
    bool index = false;
    bool states = false;
    for (const CachedLayer& layer : out_.whole) {
      states = states || layer.state > 0;
      for (const Buffer& buffer : layer.buffers) {
        window = window || (buffer.use == Use::rows && buffer.kept && !compressed());
        index = index || (buffer.use == Use::index && !compressed());
      }
    }
    if (window && settings().windows.empty()) {
      assume("--max_attention_window is not given: sliding layers keep the rows of all tokens");
    }
    if (!settings().windows.empty()) {
      assume("a request takes one block more than its window in a windowed layer");
    }
    if (index) {
      assume("layers that reuse a choice keep no index keys");
    }
    if (states && !settings().state_format_given) {
      assume("--mamba_ssm_cache_dtype is the model's own 16 bits");
    }
  }

  void memory() {
    const bool stated = memory_budget(settings()).has_value();
    if (!stated && !settings().max_tokens) {
      assume("memory is not stated: the pools are the least that hold these requests, not those of an engine");
    } else if (!stated) {
      assume("the memory is enough for --max_tokens");
    }
    if ((settings().free || settings().total_memory) && !settings().fraction) {
      assume("--free_gpu_memory_fraction is 0.9");
    }
  }

  const Model& model_;
  Request out_;
};

}  // namespace

Expected<Request> read_request(const Model& model, const FlagTexts& given) {
  auto settings = read_settings(given);
  if (!settings) {
    return std::unexpected(std::move(settings.error()));
  }
  return RequestReading(model, std::move(*settings)).read();
}

}  // namespace kvtally::tensorrt_llm
