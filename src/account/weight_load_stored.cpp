#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "account/parameters.hpp"
#include "account/weight_load.hpp"
#include "account/weight_matrices.hpp"

namespace kvtally {

namespace {

using Errors = std::vector<std::string>;
using Load = std::expected<WeightLoad, Errors>;
using Tensors = std::vector<ParameterTensor>;

constexpr std::array kWeightParts{WeightPart::embedding, WeightPart::attention, WeightPart::feed_forward,
                                  WeightPart::experts,   WeightPart::norm,      WeightPart::head,
                                  WeightPart::draft,     WeightPart::encoder,   WeightPart::other};

// What stays wide in a file whose matrices are quantised.
bool stays_wide(const ParameterTensor& tensor) { return !is_matrix(tensor) || tensor.name == "router"; }

Wide elements_of(const Tensors& tensors) {
  Wide sum = 0;
  for (const ParameterTensor& tensor : tensors) {
    sum += tensor.total_count();
  }
  return sum;
}

// A description of a file may have the sizes of its experts and no list of what stands beside them: then the
// routed ones, gated where there is room for three matrices, and all others of the part. Empty where a size is
// missing, or the file holds fewer elements.
Tensors routed_and_rest(const Model& model) {
  const WeightFacts& facts = model.weights;
  const auto experts = facts.size("num_experts");
  const auto chosen = facts.size("num_experts_per_tok");
  const auto width = facts.size("moe_intermediate_size");
  const auto hidden = model.naive.hidden_size;
  std::int64_t layers = 0;
  for (const MlpRun& run : facts.mlp.empty() ? usual_mlp(facts, model.naive.num_hidden_layers) : facts.mlp) {
    layers += run.sparse ? run.count : 0;
  }
  Wide stored = 0;
  for (const StoredGroup& group : model.stored->groups) {
    const bool counts = group.part == WeightPart::experts && group.content == StoredContent::parameters;
    stored += counts ? group.elements : 0;
  }
  if (!experts || !chosen || !width || !hidden || facts.size("moe_latent_size") || layers == 0) {
    return {};
  }
  const Wide matrix = Wide{layers} * *experts * *hidden * *width;
  const std::int64_t matrices = 3 * matrix <= stored ? 3 : 2;
  const auto rest = narrow(stored - matrices * matrix);
  if (matrix == 0 || !rest || *rest < 0 || *chosen > *experts) {
    return {};
  }
  Tensors out{
      {WeightPart::experts, "sparse", "routed experts", {matrices, *hidden, *width}, layers, *experts, *chosen}};
  if (*rest > 0) {
    out.push_back({WeightPart::experts, "sparse", "router and shared experts", {*rest, 1}, 1, 1, 1});
  }
  return out;
}

/// Divides the stored bytes of one model over its computed tensors.
class StoredBytesDivision {
 public:
  StoredBytesDivision(const Model& model, const ParameterCount& count) : model_(model), count_(count) {}

  WeightLoad by_part() {
    for (const WeightPart part : kWeightParts) {
      divide(part, tensors_of(part));
    }
    // A file without a head has a tied one, whatever the description says.
    mark_tied();
    return std::move(out_);
  }

  WeightLoad by_total(Bytes total) {
    divide_evenly(WeightPart::other, count_.tensors, total, "not known");
    out_.assumptions.emplace_back(
        "only the total of the stored weights is known: the parts have it in proportion to their parameters");
    mark_tied();
    return std::move(out_);
  }

 private:
  Tensors tensors_of(WeightPart part) const {
    Tensors out;
    if (!count_.known() && part == WeightPart::experts) {
      return routed_and_rest(model_);
    }
    for (const ParameterTensor& tensor : count_.tensors) {
      if (count_.known() && tensor.part == part) {
        out.push_back(tensor);
      }
    }
    return out;
  }

  void divide(WeightPart part, const Tensors& tensors) {
    std::vector<StoredGroup> groups;
    Bytes all;
    for (const StoredGroup& group : model_.stored->groups) {
      if (group.part == part) {
        groups.push_back(group);
        all += group.bytes;
      }
    }
    if (groups.empty()) {
      return;
    }
    const auto largest = std::ranges::max_element(groups, {}, [](const StoredGroup& g) { return g.bytes.value; });
    Tensors wide;
    Tensors matrices;
    for (const ParameterTensor& tensor : tensors) {
      (stays_wide(tensor) ? wide : matrices).push_back(tensor);
    }
    const Wide wide_elements = elements_of(wide);
    const auto apart = std::ranges::find_if(groups, [&](const StoredGroup& g) {
      return g.content == StoredContent::parameters && g.elements == wide_elements && &g != &*largest;
    });
    if (groups.size() == 1 || tensors.empty()) {
      divide_evenly(part, tensors, all, groups.front().format);
    } else if (apart != groups.end() && !matrices.empty()) {
      divide_evenly(part, wide, apart->bytes, apart->format);
      divide_evenly(part, matrices, all - apart->bytes, largest->format);
    } else {
      divide_evenly(part, tensors, all, largest->format);
      if (part == WeightPart::experts) {
        out_.assumptions.push_back(
            fmt::format("the experts are stored in {} formats: a chosen one has the mean of all", groups.size()));
      }
    }
  }

  // Equal bytes for each element; what no copy can have a share of is a group of its own, so that the sum is
  // exact.
  void divide_evenly(WeightPart part, const Tensors& tensors, Bytes bytes, const std::string& format) {
    const Wide elements = elements_of(tensors);
    Bytes left = bytes;
    for (const ParameterTensor& tensor : tensors) {
      const Wide copies = Wide{tensor.layers} * tensor.copies;
      const Wide each = tensor.total_count() / copies;
      WeightGroup group{tensor.part,
                        tensor.layer,
                        tensor.name,
                        tensor.layers,
                        tensor.copies,
                        tensor.active,
                        {bytes.value * each / elements},
                        {},
                        format,
                        false};
      const bool multiplied = is_matrix(tensor) || tensor.name == "router and shared experts";
      group.macs = {multiplied && tensor.part != WeightPart::embedding ? each : 0};
      left = left - group.total();
      out_.groups.push_back(std::move(group));
    }
    if (left.value != 0) {
      WeightGroup rest;
      rest.part = part;
      rest.name = tensors.empty() ? "stored" : "stored beside the shares of equal tensors";
      rest.copy = left;
      rest.format = format;
      rest.macs = {tensors.empty() ? multiplied(part) : 0};
      out_.groups.push_back(std::move(rest));
    }
  }

  // Of a part whose tensors are not known: every element that is one parameter.
  Wide multiplied(WeightPart part) const {
    Wide sum = 0;
    for (const StoredGroup& group : model_.stored->groups) {
      const bool matrices = part != WeightPart::embedding && part != WeightPart::norm;
      sum += matrices && group.part == part && group.content == StoredContent::parameters ? group.elements : 0;
    }
    return sum;
  }

  Wide embedding_elements() const {
    Wide stored = 0;
    for (const StoredGroup& group : model_.stored->groups) {
      stored += group.part == WeightPart::embedding ? group.elements : 0;
    }
    const auto table = std::ranges::find(count_.tensors, "token embedding", &ParameterTensor::name);
    return count_.known() && table != count_.tensors.end() ? table->total_count() : stored;
  }

  void mark_tied() {
    if (std::ranges::any_of(out_.groups, [](const WeightGroup& g) { return g.part == WeightPart::head; })) {
      return;
    }
    for (WeightGroup& group : out_.groups) {
      const bool table = group.name == "token embedding" || group.name == "stored";
      if (group.part == WeightPart::embedding && table) {
        group.also_head = true;
        group.macs = {embedding_elements()};
      }
    }
  }

  const Model& model_;
  const ParameterCount& count_;
  WeightLoad out_;
};

bool has_stored_experts(const Model& model) {
  return model.weights.size("num_experts").value_or(0) > 0 ||
         std::ranges::any_of(model.stored->groups,
                             [](const StoredGroup& group) { return group.part == WeightPart::experts; });
}

Errors missing(std::string_view what, const ParameterCount& count) {
  Errors out;
  for (const std::string& fact : count.missing) {
    out.push_back(fmt::format("{}: missing {}", what, fact));
  }
  return out;
}

}  // namespace

Load load_as_stored(const Model& model) {
  if (!model.stored) {
    return std::unexpected(Errors{"the input holds no weights"});
  }
  const ParameterCount count = count_parameters(model);
  const bool total_alone = model.stored->total && model.stored->groups.empty();
  if (total_alone && !count.known()) {
    return std::unexpected(missing("which of the stored weights a step reads", count));
  }
  if (!count.known() && has_stored_experts(model) && routed_and_rest(model).empty()) {
    return std::unexpected(missing("which of the stored experts a step reads", count));
  }
  StoredBytesDivision division(model, count);
  WeightLoad out = total_alone ? division.by_total(*model.stored->total) : division.by_part();
  out.from = model.stored->from;
  if (!count.known()) {
    out.assumptions.emplace_back(
        "the shapes of the weights are not known: every stored element is taken to be multiplied once");
  }
  return out;
}

}  // namespace kvtally
