#include "account/parameter_list.hpp"

#include <algorithm>

namespace kvtally {

void ParameterList::enter(std::string tag, std::int64_t layers, std::optional<WeightPart> part) {
  tag_ = std::move(tag);
  layers_ = layers;
  part_ = part;
}

std::int64_t ParameterList::need(std::string_view key) {
  const auto value = size(key);
  if (!value) {
    miss(std::string(key));
  }
  return value.value_or(1);
}

std::int64_t ParameterList::hidden() {
  if (!model_.naive.hidden_size) {
    miss("hidden_size");
  }
  return model_.naive.hidden_size.value_or(1);
}

void ParameterList::add(WeightPart part, std::string name, std::vector<std::int64_t> shape) {
  add(part, std::move(name), std::move(shape), 1, 1);
}

void ParameterList::add(WeightPart part, std::string name, std::vector<std::int64_t> shape, std::int64_t copies,
                        std::int64_t active) {
  ParameterTensor tensor{part_.value_or(part), tag_, std::move(name), std::move(shape), layers_, copies, active};
  if (tensor.total_count() != 0) {
    count_.tensors.push_back(std::move(tensor));
  }
}

void ParameterList::miss(std::string what) {
  if (std::ranges::find(count_.missing, what) == count_.missing.end()) {
    count_.missing.push_back(std::move(what));
  }
}

}  // namespace kvtally
