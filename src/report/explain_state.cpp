#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "report/explain_parts.hpp"

namespace kvtally {

namespace {

// The elements of a tensor: one word in symbols, its shape in numbers.
Formula elements(const StateTensor& tensor, std::string name) {
  Formula out = symbol(std::move(name), element_count(tensor));
  out.numbers.clear();
  for (const std::int64_t size : tensor.shape) {
    const std::string digits = number(size).numbers;
    out.numbers += out.numbers.empty() ? digits : " × " + digits;
  }
  return out;
}

Formula rewritten(const StateTensor& tensor, const Formula& bytes) {
  const bool column =
      tensor.rewrite == StateTensor::Rewrite::column && !tensor.shape.empty() && tensor.shape.back() > 1;
  return column ? bytes / symbol("columns", tensor.shape.back()) : bytes;
}

const StateTensor* tensor_of(const State& state, const StateWork& work) {
  const auto named = std::ranges::find(state.tensors, work.name, &StateTensor::name);
  if (named != state.tensors.end()) {
    return &*named;
  }
  const auto first = std::ranges::find(state.tensors, StateRole::recurrent, &StateTensor::role);
  return first == state.tensors.end() ? nullptr : &*first;
}

// RWKV-6's (r · (u ⊙ k)) v.
std::optional<Formula> bonus_formula(const State& state, const StateWork& work) {
  const StateTensor* matrix = tensor_of(state, work);
  if (work.name != "bonus" || matrix == nullptr || matrix->shape.size() != 3) {
    return std::nullopt;
  }
  Formula product = symbol("heads", matrix->shape[0]) *
                    (number(2) * symbol("key width", matrix->shape[1]) + symbol("value width", matrix->shape[2]));
  return product.numerator == work.step.value ? std::optional(std::move(product)) : std::nullopt;
}

// A convolution runs over the columns it keeps and the newest; a recurrence does a whole number of multiply-adds
// on each element.
Formula work_formula(const State& state, const StateWork& work) {
  if (auto bonus = bonus_formula(state, work)) {
    return *std::move(bonus);
  }
  const StateTensor* tensor = tensor_of(state, work);
  if (tensor != nullptr && tensor->rewrite == StateTensor::Rewrite::column && tensor->shape.size() == 2) {
    const Formula product =
        symbol("channels", tensor->shape[0]) * (symbol("columns", tensor->shape[1]) + number(1));
    if (product.numerator == work.step.value) {
      return product;
    }
  }
  const Wide count = tensor == nullptr ? 0 : element_count(*tensor);
  if (count > 0 && work.step.value % count == 0) {
    return number(work.step.value / count) * elements(*tensor, fmt::format("elements of the {}", tensor->name));
  }
  return symbol(work.name, work.step.value);
}

}  // namespace

ExplainSection state_section(const State& state, const ExplainUse& use) {
  SectionWriter writer(use, "state", sentence_of(state));
  std::optional<Formula> kept;
  std::optional<Formula> written;
  for (const StateTensor& tensor : state.tensors) {
    const Formula bytes = writer.measure(Part::state, tensor.name, "bytes",
                                         elements(tensor, "elements") * number(tensor.format.bytes));
    kept = kept ? *kept + bytes : bytes;
    const Formula again = rewritten(tensor, bytes);
    written = written ? *written + again : again;
  }
  if (kept) {
    writer.result(Result::kept, Part::state, *kept);
    writer.stays("the same whatever S is");
    writer.result(Result::read, Part::state, *kept);
    writer.result(Result::written, Part::state, *written);
  }
  for (const StateWork& work : state.work) {
    writer.result(Result::multiplied, Part::state, work_formula(state, work)).detail = work.name;
  }
  return writer.take();
}

}  // namespace kvtally
