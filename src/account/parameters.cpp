#include "account/parameters.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "account/parameter_list.hpp"

namespace kvtally {

namespace {

Wide product(const std::vector<std::int64_t>& factors) {
  return std::accumulate(factors.begin(), factors.end(), Wide{1}, std::multiplies<>());
}

bool feeds_forward_alone(const Layer& layer) { return layer.tag == "moe" || layer.tag == "mlp"; }

// A gain for each element, and a bias beside it where the norms have one (LayerNorm).
void add_norms(ParameterList& list, const std::string& name, std::int64_t norms) {
  list.add(WeightPart::norm, name, {norms, list.has("norm_bias") ? 2 : 1, list.hidden()});
}

void add_ends(ParameterList& list) {
  list.enter("", 1);
  const Model& model = list.model();
  if (!model.vocab_size) {
    list.miss("vocab_size");
  }
  const std::int64_t vocabulary = model.vocab_size.value_or(1);
  list.add(WeightPart::embedding, "token embedding", {vocabulary, list.hidden()});
  list.add(WeightPart::embedding, "position embedding",
           {list.size("learned_positions").value_or(0), list.hidden()});
  add_norms(list, "final norm", list.size("final_norms").value_or(1));
  if (list.need("tie_word_embeddings") == 0) {
    list.add(WeightPart::head, "output head", {vocabulary, list.hidden()});
  }
}

// The feed-forward of each layer. A list that names feed-forward layers of their own has it in those alone.
void add_feed_forward(ParameterList& list) {
  const Model& model = list.model();
  const auto of_tag = [&](std::string_view tag) {
    std::int64_t count = 0;
    for (const Run& run : model.order) {
      count += model.layers[run.layer].tag == tag ? run.count : 0;
    }
    return count;
  };
  std::int64_t dense = of_tag("mlp");
  std::int64_t sparse = of_tag("moe");
  if (dense + sparse == 0) {
    for (const MlpRun& run : model.weights.mlp) {
      (run.sparse ? sparse : dense) += run.count;
    }
  }
  if (dense > 0) {
    list.enter("dense", dense);
    add_dense(list);
  }
  if (sparse > 0) {
    list.enter("sparse", sparse);
    add_experts(list);
  }
}

// DeepSeek-V3's module (arXiv 2412.19437, section 2.2): a whole layer, two norms, a projection of twice the width,
// and a norm before the head, which is the model's own.
void add_draft(ParameterList& list) {
  const Model& model = list.model();
  const bool sparse = list.size("mtp_sparse").value_or(0) != 0;
  const bool dense = list.size("mtp_dense").value_or(0) != 0;
  if (!sparse && !dense) {
    return;
  }
  for (const Run& run : model.draft) {
    const Layer& layer = model.layers[run.layer];
    list.enter(layer.tag, run.count, WeightPart::draft);
    add_attention(list, layer);
    add_norms(list, "norms", list.need("norms_per_layer"));
    list.enter("draft", run.count, WeightPart::draft);
    sparse ? add_experts(list) : add_dense(list);
    list.add(WeightPart::draft, "projection of embedding and hidden state", {2 * list.hidden(), list.hidden()});
    add_norms(list, "norms of embedding, hidden state and output", 3);
  }
}

void add_given(ParameterList& list) {
  list.enter("", 1);
  for (const GivenTensor& tensor : list.model().weights.tensors) {
    list.add(tensor.part, tensor.name, tensor.shape, tensor.copies, tensor.active);
  }
}

void add_layers(ParameterList& list) {
  const Model& model = list.model();
  std::int64_t layers = 0;
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    const std::int64_t count = count_of(model.order, i);
    layers += count;
    if (count > 0 && !feeds_forward_alone(model.layers[i])) {
      list.enter(model.layers[i].tag, count);
      add_attention(list, model.layers[i]);
    }
  }
  add_feed_forward(list);
  list.enter("", layers);
  add_norms(list, "norms of the layers", list.need("norms_per_layer"));
}

}  // namespace

Wide ParameterTensor::total_count() const { return product(shape) * layers * copies; }
Wide ParameterTensor::active_count() const { return product(shape) * layers * active; }

Wide ParameterCount::total_of(WeightPart part) const {
  Wide sum = 0;
  for (const ParameterTensor& tensor : tensors) {
    sum += tensor.part == part ? tensor.total_count() : 0;
  }
  return sum;
}

Wide ParameterCount::total() const {
  Wide sum = 0;
  for (const ParameterTensor& tensor : tensors) {
    sum += stands_apart(tensor.part) ? 0 : tensor.total_count();
  }
  return sum;
}

Wide ParameterCount::active() const {
  Wide sum = 0;
  for (const ParameterTensor& tensor : tensors) {
    sum += stands_apart(tensor.part) ? 0 : tensor.active_count();
  }
  return sum;
}

ParameterCount count_parameters(const Model& model) {
  ParameterList list(model);
  if (!model.weights.described) {
    list.miss("weights");
    return list.take();
  }
  add_ends(list);
  add_layers(list);
  add_draft(list);
  add_given(list);
  ParameterCount count = list.take();
  Wide all = 0;
  for (const ParameterTensor& tensor : count.tensors) {
    all += tensor.total_count();
  }
  if (!narrow(all)) {
    count.missing.emplace_back("sizes whose product stays below 2^63");
  }
  return count;
}

std::optional<PublishedComparison> compare_published(const Model& model, const ParameterCount& count) {
  if (!count.known() || !model.parameters.total) {
    return std::nullopt;
  }
  PublishedComparison out{*model.parameters.total, count.total()};
  for (const WeightPart part : model.weights.published_with) {
    out.computed += stands_apart(part) ? count.total_of(part) : 0;
  }
  for (const WeightPart part : model.weights.published_without) {
    out.computed -= stands_apart(part) ? 0 : count.total_of(part);
  }
  return out;
}

std::optional<Wide> stored_elements(const Model& model) {
  if (!model.stored) {
    return std::nullopt;
  }
  Wide sum = 0;
  for (const StoredGroup& group : model.stored->groups) {
    sum += group.elements;
  }
  return sum;
}

}  // namespace kvtally
