#include "account/weight_load.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "account/parameters.hpp"
#include "account/weight_matrices.hpp"

namespace kvtally {

namespace {

using Errors = std::vector<std::string>;

// Not linear layers of the transformers' classes (routers are classes of their own, index weights and an MTP
// layer's first projection stay wide), so that no quantiser of a checkpoint converts them. llama.cpp converts
// index weights, but neither of the others.
bool stays(const ParameterTensor& tensor, const Format& matrices) {
  return tensor.name == "router" || tensor.name.starts_with("projection of embedding") ||
         (!is_ggml(matrices) && tensor.name.starts_with("index weights"));
}

std::string tag_of_feed_forward(const Model& model, std::size_t layer) {
  const std::string& tag = model.layers[layer].tag;
  return tag == "mlp" ? "dense" : tag == "moe" ? "sparse" : "";
}

// What the layers are called in ParameterTensor::layer, first to last: by their type, and by their feed-forward.
struct LayerNames {
  std::vector<std::string> types;
  std::vector<std::string> feed_forwards;
};

LayerNames names_of(const Model& model) {
  LayerNames out;
  for (const std::size_t layer : unrolled(model.order)) {
    out.types.push_back(model.layers[layer].tag);
    out.feed_forwards.push_back(tag_of_feed_forward(model, layer));
  }
  if (std::ranges::all_of(out.feed_forwards, &std::string::empty)) {
    out.feed_forwards.clear();
    for (const MlpRun& run : model.weights.mlp) {
      out.feed_forwards.insert(out.feed_forwards.end(), static_cast<std::size_t>(run.count),
                               run.sparse ? "sparse" : "dense");
    }
  }
  return out;
}

/// The bytes of one model's tensors in one scheme.
class Loader {
 public:
  Loader(const Model& model, const WeightScheme& scheme) : scheme_(scheme), names_(names_of(model)) {}

  void add(const ParameterTensor& tensor, bool also_head) {
    const std::int64_t kept = is_matrix(tensor) ? kept_layers(tensor) : 0;
    group(tensor, tensor.layers - kept, false, also_head);
    group(tensor, kept, true, also_head);
  }

  std::vector<WeightGroup> take_groups() { return std::move(groups_); }
  Errors take_errors() { return std::move(errors_); }

 private:
  // In how many of the tensor's layers it is not converted. Layers of one type share one tensor (DESIGN: distinct
  // layers are kept once); where two tensors have one type, its layers are shared out in proportion.
  std::int64_t kept_layers(const ParameterTensor& tensor) const {
    if (stays(tensor, scheme_.matrices)) {
      return tensor.layers;
    }
    std::int64_t most = 0;
    for (const WeightScheme::Kept& kept : scheme_.kept) {
      if (!kept.as_matrices && kept.part == tensor.part && tensor.name.starts_with(kept.tensor)) {
        most = std::max(most, kept.layers.empty() ? tensor.layers : layers_among(kept.layers, tensor));
      }
    }
    return most;
  }

  std::int64_t layers_among(const std::vector<std::int64_t>& layers, const ParameterTensor& tensor) const {
    const bool by_type = tensor.layer != "dense" && tensor.layer != "sparse";
    const std::vector<std::string>& names = by_type ? names_.types : names_.feed_forwards;
    const auto all = std::ranges::count(names, tensor.layer);
    const auto listed = std::ranges::count_if(layers, [&](std::int64_t i) {
      return static_cast<std::size_t>(i) < names.size() && names[static_cast<std::size_t>(i)] == tensor.layer;
    });
    return all == 0 ? 0 : tensor.layers * listed / all;
  }

  // The format of a matrix; `own`: it is the part's, without the scheme's scales.
  const Format& matrix_format(const ParameterTensor& tensor, bool& own) const {
    const WeightPart part = tensor.part;
    const auto given = scheme_.parts.find(part);
    own = given != scheme_.parts.end() && std::ranges::none_of(scheme_.kept, [&](const WeightScheme::Kept& kept) {
            return kept.as_matrices && kept.part == part && tensor.name.starts_with(kept.tensor);
          });
    if (own) {
      return given->second;
    }
    const bool table = part == WeightPart::embedding || part == WeightPart::head;
    const bool whole = is_plain_float(scheme_.matrices) || is_ggml(scheme_.matrices);
    own = table && !whole;
    return own ? scheme_.rest : scheme_.matrices;
  }

  void group(const ParameterTensor& tensor, std::int64_t layers, bool kept, bool also_head) {
    if (layers == 0) {
      return;
    }
    const Wide elements = tensor.total_count() / (Wide{tensor.layers} * tensor.copies);
    WeightGroup out{tensor.part,   tensor.layer, tensor.name, layers, tensor.copies,
                    tensor.active, {},           {},          "",     also_head};
    const bool matrix = is_matrix(tensor);
    const bool looked_up = tensor.part == WeightPart::embedding && !also_head;
    out.macs = {matrix && !looked_up ? elements : 0};
    if (!matrix) {
      out.copy = rows(tensor, scheme_.rest, elements / tensor.shape.back(), tensor.shape.back());
      out.format = scheme_.rest.name;
    } else {
      bool own = kept;
      const Format& format = kept ? scheme_.rest : matrix_format(tensor, own);
      for (const WeightMatrix& m : matrices_of(tensor)) {
        out.copy += rows(tensor, format, m.count * m.outputs, m.inputs) + (own ? Bytes{} : beside(m));
      }
      out.format = format.name;
    }
    groups_.push_back(std::move(out));
  }

  // Rows whose last block is filled up. GGML has no such rows.
  Bytes rows(const ParameterTensor& tensor, const Format& format, Wide count, Wide width) {
    if (is_ggml(format) && width % format.elements != 0) {
      errors_.push_back(
          fmt::format("{} ({}): rows of {} elements are no whole blocks of {}, which are {} elements", tensor.name,
                      name_of(tensor.part), static_cast<std::int64_t>(width), format.name, format.elements));
    }
    return Bytes{count * ceil_div(width, format.elements) * format.bytes};
  }

  // Scales of blocks, and what else stands beside a converted matrix.
  Bytes beside(const WeightMatrix& m) const {
    Wide bytes = m.count * (Wide{scheme_.matrix_bytes} + Wide{scheme_.input_bytes} * m.inputs);
    if (const auto& blocks = scheme_.blocks) {
      const Wide down = blocks->rows == 0 ? Wide{1} : ceil_div(m.outputs, blocks->rows);
      const Wide across = blocks->columns == 0 ? Wide{1} : ceil_div(m.inputs, blocks->columns);
      bytes += m.count * ceil_div(down * across, blocks->scale.elements) * blocks->scale.bytes;
    }
    return {bytes};
  }

  const WeightScheme& scheme_;
  LayerNames names_;
  std::vector<WeightGroup> groups_;
  Errors errors_;
};

bool tied(const Model& model) { return model.weights.size("tie_word_embeddings").value_or(0) != 0; }

Errors refused(const WeightScheme& scheme) {
  Errors out;
  for (const std::string& what : scheme.unread) {
    out.push_back(fmt::format("how the weights are stored: {} is not understood; --weight-dtype says it", what));
  }
  return out;
}

}  // namespace

Bytes WeightLoad::total(bool apart) const {
  Bytes sum;
  for (const WeightGroup& group : groups) {
    sum += apart || !stands_apart(group.part) ? group.total() : Bytes{};
  }
  return sum;
}

bool WeightGroup::of_encoder_positions() const {
  return name.starts_with("cross-attention key") || name.starts_with("cross-attention value");
}

Bytes WeightLoad::active() const {
  Bytes sum;
  for (const WeightGroup& group : groups) {
    const bool row = group.part == WeightPart::embedding && !group.also_head;
    const bool read = !row && !group.of_encoder_positions();
    sum += read && !stands_apart(group.part) ? group.copy * (Wide{group.layers} * group.active) : Bytes{};
  }
  return sum;
}

std::expected<WeightLoad, std::vector<std::string>> load_in(const Model& model, const WeightScheme& scheme) {
  if (Errors errors = refused(scheme); !errors.empty()) {
    return std::unexpected(std::move(errors));
  }
  const ParameterCount count = count_parameters(model);
  if (!count.known()) {
    return std::unexpected(count.missing);
  }
  Loader loader(model, scheme);
  for (const ParameterTensor& tensor : count.tensors) {
    loader.add(tensor, tied(model) && tensor.name == "token embedding");
  }
  if (Errors errors = loader.take_errors(); !errors.empty()) {
    return std::unexpected(std::move(errors));
  }
  const std::string how = scheme.from.empty() ? print(scheme) : scheme.from;
  return WeightLoad{loader.take_groups(), "computed from the shapes, " + how, scheme.assumed};
}

}  // namespace kvtally
