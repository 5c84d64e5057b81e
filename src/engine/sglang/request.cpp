#include "engine/sglang/request.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/allocation.hpp"

namespace kvtally::sglang {

namespace {

Problems problem(const Model& model, std::string what, std::string expected = {}) {
  return {{model.id, {}, std::move(what), std::move(expected), {}, {}}};
}

std::string_view format_name(const Settings& settings) {
  switch (settings.format) {
    case CacheFormat::half: return settings.torch_dtype == "torch.float16" ? "f16" : "bf16";
    case CacheFormat::fp8: return settings.torch_dtype == "torch.float8_e5m2" ? "fp8_e5m2" : "fp8_e4m3";
    case CacheFormat::fp4: return "nvfp4";
    case CacheFormat::mxfp8: return "fp8_e4m3@32+int8";
  }
  return "";
}

Expected<Model> adapted(const Model& model, const Settings& settings) {
  Adaptation adaptation;
  const Format rows = parse_format(format_name(settings)).value();
  adaptation.entries = KeyValueFormats{rows, rows};
  adaptation.recurrent = settings.states.bytes == 4 ? f32() : bf16();
  adaptation.convolution = bf16();
  return in_formats(model, adaptation);
}

bool slides(const std::vector<PooledLayer>& layers) {
  return std::ranges::any_of(layers, [](const PooledLayer& layer) { return layer.slides; });
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
      return problem(model_, "the model's longest context is not known", "--context-length");
    }
    out_.demand.context = settings().context.value_or(Tokens{longest.value_or(0)});
    out_.requests = settings().requests.value_or(1);
    out_.demand.requests = static_cast<std::int64_t>(ceil_div(out_.requests, settings().dp));
    if (settings().requests) {
      out_.demand.limit = settings().dp_attention ? std::max<std::int64_t>(1, out_.requests / settings().dp)
                                                  : out_.demand.requests;
    }
    out_.own_drafts = layer_count(model_.draft);
    out_.drafting =
        settings().draft.kind == Drafting::like_target && !settings().draft.layers && out_.own_drafts > 0;
    return {};
  }

  Problems layers() {
    const auto placed = placed_layers(model_, false);
    if (!placed) {
      return placed.error();
    }
    const auto layout = layout_of(model_, *placed);
    if (!layout) {
      return layout.error();
    }
    out_.layout = *layout;
    auto whole = pooled_layers(model_, *placed, settings(), *layout, 1);
    auto rank = pooled_layers(model_, *placed, settings(), *layout, settings().attention_tp());
    if (!whole || !rank) {
      return whole ? rank.error() : whole.error();
    }
    out_.whole = std::move(*whole);
    out_.rank = fullest_stage(*rank, settings().pp);
    for (const PooledLayer& layer : out_.rank) {
      out_.stage.push_back(out_.whole[static_cast<std::size_t>(layer.index)]);
    }
    return {};
  }

  // What no rule is known for, and the page.
  Problems combination() {
    const bool compressed = out_.layout == Layout::compressed;
    const std::int64_t usual = compressed ? 256 : out_.layout == Layout::sparse_latent ? 64 : 1;
    out_.demand.page = settings().page.value_or(usual);
    if (out_.layout == Layout::sparse_latent && !settings().page) {
      assume("pages of 64 tokens, which the sparse latents' layout asks for");
    }
    if (compressed && !settings().page) {
      assume("pages of 256 tokens, which DeepSeek-V4's layout asks for");
    }
    if (compressed && out_.demand.page % 128 != 0) {
      out_.refusal = "page_size must be multiple of 128 for compressed attention";
    }
    if (settings().dcp > 1 && (compressed || slides(out_.whole))) {
      return problem(model_, "--dcp-size: pools of sliding layers are not known with it");
    }
    if (settings().format == CacheFormat::fp4 && slides(out_.whole)) {
      return problem(model_, "--kv-cache-dtype: pools of sliding layers are not known in fp4");
    }
    if (compressed && settings().draft.kind == Drafting::of_its_own) {
      return problem(model_, "--speculative-algorithm: DFLASH is not known beside DeepSeek-V4's pools");
    }
    const bool states = std::ranges::any_of(out_.whole, [](const PooledLayer& l) { return l.slot() > 0; });
    if (states && settings().draft.kind != Drafting::none &&
        (!settings().requests || settings().draft.tokens == 0)) {
      return problem(model_, "--speculative-algorithm: the states of draft steps are sized by requests and tokens",
                     "--max-running-requests and --speculative-num-draft-tokens");
    }
    return {};
  }

  void assume() {
    if (!settings().context) {
      assume(fmt::format("--context-length is the model's longest, {}", out_.demand.context.value));
    }
    if (!settings().requests) {
      assume("one request at once; --max-running-requests is not given");
    }
    if (settings().torch_dtype == "torch.bfloat16") {
      assume("--kv-cache-dtype auto is the model's own bf16");
    }
    memory();
    if (settings().dp > 1 && !settings().dp_attention) {
      assume("--max-running-requests counts the requests of all replicas");
    }
    if (settings().pp > 1) {
      assume("the first pipeline stages hold a layer more where the layers do not divide");
    }
    if (slides(out_.whole) && model_.model_type.empty()) {
      assume("its architecture has a pool for sliding layers; the model's type is not known");
    }
    if (out_.layout == Layout::block_sparse) {
      assume("sparse layers keep index keys and no index values");
    }
    if (std::ranges::any_of(out_.whole, [](const PooledLayer& layer) { return layer.shared; })) {
      assume("layers that read another layer's rows are given rows of their own");
    }
  }

  void memory() {
    const bool stated = available_memory(settings()).has_value();
    if (!stated && !settings().max_total_tokens) {
      assume("memory is not stated: the pools are the least that hold these requests, not those of a server");
    } else if (!stated) {
      assume("the memory is enough for --max-total-tokens");
    }
    if (settings().free_after_load && !settings().mem_fraction) {
      assume("--mem-fraction-static is its default without reserves for expert parallelism and DP attention");
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

}  // namespace kvtally::sglang
