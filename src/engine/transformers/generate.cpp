#include "engine/transformers/generate.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "engine/transformers/offloading.hpp"
#include "engine/transformers/quantized.hpp"

namespace kvtally::transformers {

namespace {

class CacheAllocation {
 public:
  CacheAllocation(const Model& model, const std::vector<PlacedLayer>& layers, const Figures& needed,
                  const GenerateSetting& setting, Allocation& out)
      : model_(model), layers_(layers), needed_(needed), setting_(setting), out_(out) {}

  void allocate() {
    sort_layers();
    for (const CachedSort& sort : sorts_) {
      hold(sort);
      explain(sort, setting_, way_);
    }
    if (setting_.offloaded) {
      offload();
    }
    out_.causes = way_.list();
    add_totals();
    add_tokens();
  }

 private:
  void sort_layers() {
    for (const PlacedLayer& layer : layers_) {
      const auto found =
          std::ranges::find_if(sorts_, [&](const CachedSort& sort) { return sort.layer->layer == layer.layer; });
      order_.push_back(static_cast<std::size_t>(found - sorts_.begin()));
      if (found == sorts_.end()) {
        sorts_.push_back({&layer, 0, {}, tensors_of(layer)});
      }
      ++sorts_[order_.back()].count;
    }
    for (const LayerFigures& figures : needed_.layers) {
      const auto found = std::ranges::find_if(sorts_, [&](const CachedSort& sort) {
        return !figures.draft && sort.layer->layer == &model_.layers[figures.layer];
      });
      if (found != sorts_.end()) {
        found->needed = figures.kept;
      }
    }
  }

  std::vector<CacheTensor> tensors_of(const PlacedLayer& layer) const {
    if (layer.parts.shared) {
      return compressor_tensors(layer, setting_);
    }
    const auto rows = whole_rows(layer, setting_);
    if (setting_.cache == CacheClass::quantized && rows && layer.parts.owns) {
      return quantized_tensors(*rows, setting_);
    }
    return plain_tensors(layer, setting_);
  }

  void hold(const CachedSort& sort) {
    const bool moving = setting_.offloaded && moves(*sort.layer, setting_);
    for (const CacheTensor& tensor : sort.tensors) {
      const Bytes bytes = held_bytes(tensor) * sort.count;
      seen_ += seen_bytes(tensor) * sort.count;
      held_ += bytes;
      if (bytes != Bytes{} && !(moving && moves(tensor))) {
        out_.held.push_back(
            {fmt::format("{}: {}", sort.layer->layer->tag, tensor.name), shape_text(tensor), sort.count, bytes});
      }
    }
  }

  static std::string shape_text(const CacheTensor& tensor) {
    const std::string shape = fmt::format("{}", tensor.shape);
    return tensor.held == tensor.shape ? shape : fmt::format("{}, a view of {}", shape, tensor.held);
  }

  void offload() {
    const Offloading moving = offloading_of(order_, sorts_, setting_);
    if (moving.moving == Bytes{}) {
      return;
    }
    out_.held.push_back({"the layer in use and the next one", "fetched from CPU memory", 2, moving.on_device});
    way_.add("layers that wait in CPU memory", (moving.on_device - moving.moving).value,
             "all attention layers but the one in use and the next one");
    figure("cpu_bytes", "bytes", moving.moving.value - moving.on_device.value);
  }

  void figure(std::string name, std::string unit, Wide value) {
    out_.figures.push_back({std::move(name), std::move(unit), value, 1});
  }

  Bytes held_of_parts(std::initializer_list<Part> parts) const {
    Bytes out;
    for (const CachedSort& sort : sorts_) {
      for (const Part part : parts) {
        out += held_of(sort, part);
      }
    }
    return out;
  }

  void add_totals() {
    figure("kv_cache_bytes", "bytes", held_of_parts({Part::entries, Part::cross}).value);
    figure("index_keys_bytes", "bytes", held_of_parts({Part::indexer}).value);
    figure("state_bytes", "bytes", held_of_parts({Part::state}).value);
    figure("logical_bytes", "bytes", seen_.value);
    figure("storage_bytes", "bytes", held_.value);
    figure("sequences", "", setting_.rows());
    add_peak();
  }

  // torch.cat makes the new tensor of a layer while the old one is still there.
  void add_peak() {
    if (setting_.cache != CacheClass::dynamic || setting_.context.value < 2) {
      return;
    }
    Bytes largest;
    for (const CachedSort& sort : sorts_) {
      for (const CacheTensor& tensor : sort.tensors) {
        const bool grows = tensor.part == Part::entries && !tensor.counter && tensor.shape.size() == 4;
        largest = std::max(largest, grows ? seen_bytes(tensor) : Bytes{});
      }
    }
    figure("update_copy_bytes", "bytes", largest.value);
  }

  void add_tokens() {
    if (setting_.cache == CacheClass::fixed_length) {
      figure("max_cache_len", "tokens", setting_.max_cache_len);
    }
    if (setting_.cache == CacheClass::quantized) {
      const auto tokens =
          quantized_tokens(setting_.prefill, setting_.decoded(), setting_.quantized.residual_length);
      figure("quantized_tokens", "tokens", tokens.quantized);
      figure("residual_tokens", "tokens", tokens.residual);
      figure("quantized_bits", "bits", setting_.quantized.nbits);
      figure("quantized_group_size", "elements", setting_.quantized.q_group_size);
      figure("residual_length", "tokens", setting_.quantized.residual_length);
    }
    Wide expanded = 0;
    for (const CachedSort& sort : sorts_) {
      const auto rows = whole_rows(*sort.layer, setting_);
      expanded += rows && rows->expanded ? sort.count : 0;
    }
    figure("expanded_latent_layers", "layers", expanded);
    std::set<std::string> given;
    for (const CachedSort& sort : sorts_) {
      add_tokens_of(sort, given);
    }
  }

  // Each figure once, of the first sort of layer that has it.
  void add_tokens_of(const CachedSort& sort, std::set<std::string>& given) {
    const auto once = [&](const std::string& name, const std::string& unit, Wide value) {
      if (given.insert(name).second) {
        figure(name, unit, value);
      }
    };
    const auto rows = whole_rows(*sort.layer, setting_);
    const bool window = (rows && rows->window) || sort.layer->parts.shared;
    for (const CacheTensor& tensor : sort.tensors) {
      if (window && setting_.cache != CacheClass::quantized && tensor.name.starts_with("keys")) {
        once("sliding_tokens_kept", "tokens", tensor.shape[2]);
        once("sliding_tokens_held", "tokens", tensor.held[2]);
      }
      if (tensor.name == "conv_states") {
        once("conv_columns", "columns", tensor.shape.back());
      }
      if (tensor.name == "recurrent_states") {
        once("recurrent_element_bytes", "bytes", tensor.element_bytes);
      }
    }
  }

  const Model& model_;
  const std::vector<PlacedLayer>& layers_;
  const Figures& needed_;
  const GenerateSetting& setting_;
  Allocation& out_;
  std::vector<CachedSort> sorts_;
  std::vector<std::size_t> order_;
  CauseList way_;
  Bytes seen_;
  Bytes held_;
};

}  // namespace

void allocate_cache(const Model& model, const std::vector<PlacedLayer>& layers, const Figures& needed,
                    const GenerateSetting& setting, Allocation& out) {
  CacheAllocation(model, layers, needed, setting, out).allocate();
}

}  // namespace kvtally::transformers
