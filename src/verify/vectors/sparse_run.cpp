#include "verify/vectors/sparse_run.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "verify/vectors/bound.hpp"

namespace kvtally {

using reference::Tensor;

SparseRun sparse_run(const SparsePass& pass,
                     const std::function<std::unique_ptr<reference::CacheLayer>(reference::Counter&)>& container,
                     const Tensor& x, std::int64_t first, reference::Counter& counter,
                     const reference::Kernel& kernel) {
  SparseRun out;
  out.cache.add(container(counter));
  const reference::Means means{out.cache, 0, kernel, counter};
  out.whole = pass(means, x, out.chosen);
  out.cache.reset();
  reference::Chosen choice;
  out.first = pass(means, slice(x, 1, 0, first), choice).output;
  out.steps = Tensor({x.size(0), 0, out.first.size(2)});
  for (std::int64_t t = first; t < x.size(1); ++t) {
    out.steps = joined(out.steps, pass(means, slice(x, 1, t, t + 1), choice).output, 1);
    out.step_choices.push_back(choice);
  }
  return out;
}

std::vector<const reference::Kernel*> sparse_kernels() {
  return {&reference::kernel("block_sparse"), &reference::kernel("eager")};
}

Tensor listed(const reference::BlockChoice& choice, std::int64_t width) {
  Tensor out({choice.shape[0], choice.shape[1], choice.shape[2], width});
  std::ranges::fill(out.values(), reference::Real(-1));
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t h = 0; h < out.size(1); ++h) {
      for (std::int64_t t = 0; t < out.size(2); ++t) {
        const std::vector<std::int64_t> blocks = choice.of(b, h, t);
        for (std::size_t i = 0; i < std::min(blocks.size(), static_cast<std::size_t>(width)); ++i) {
          out(b, h, t, static_cast<std::int64_t>(i)) = static_cast<reference::Real>(blocks[i]);
        }
      }
    }
  }
  return out;
}

Tensor chosen_tokens(const reference::BlockChoice& choice, std::int64_t tokens) {
  Tensor out({choice.shape[0], choice.shape[2], tokens});
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t t = 0; t < out.size(1); ++t) {
      for (const std::int64_t block : choice.of(b, 0, t)) {
        const std::int64_t end = std::min((block + 1) * choice.size, t + 1);
        for (std::int64_t token = block * choice.size; token < end; ++token) {
          out(b, t, token) = 1;
        }
      }
    }
  }
  return out;
}

double smallest_margin(const Tensor& scores, std::int64_t count) {
  double least = HUGE_VAL;
  const auto width = static_cast<std::size_t>(scores.shape().back());
  for (std::size_t at = 0; width > 0 && at < scores.values().size(); at += width) {
    const std::span<const reference::Real> row = scores.values().subspan(at, width);
    std::vector<double> finite;
    std::ranges::copy_if(row, std::back_inserter(finite), [](double score) { return score > -HUGE_VAL; });
    if (count > 0 && static_cast<std::int64_t>(finite.size()) > count) {
      std::ranges::sort(finite, std::ranges::greater{});
      const auto kept = static_cast<std::size_t>(count);
      least = std::min(least, finite[kept - 1] - finite[kept]);
    }
  }
  return least;
}

RecordedPasses recorded_passes(VectorFile& file, std::int64_t batch, std::int64_t tokens, std::int64_t hidden) {
  const Item first = file["parameters"]["prefill_len"];
  const Item outputs = file["outputs"];
  RecordedPasses out;
  out.first = first.size();
  if (out.first >= tokens) {
    first.refuse("the first pass leaves no token to the steps", "less than S");
    out.first = 1;
  }
  out.whole = outputs["prefill_full"].tensor({batch, tokens, hidden});
  out.part = outputs["prefill_first_P"].tensor({batch, out.first, hidden});
  out.steps = outputs["decode_steps"].tensor({batch, std::max<std::int64_t>(tokens - out.first, 0), hidden});
  return out;
}

void compare_passes(Checks& checks, std::string_view name, const RecordedPasses& recorded, const SparseRun& run) {
  const auto near = [&](std::string_view what, const Tensor& expected, const Tensor& ours) {
    checks.near(fmt::format("{}: {}", name, what), expected, ours, kVectorBound);
  };
  near("prefill_full", recorded.whole, run.whole.output);
  near("prefill_first_P", recorded.part, run.first);
  near("decode_steps", recorded.steps, run.steps);
  checks.near(fmt::format("{}: decode is prefill", name), run.whole.output, joined(run.first, run.steps, 1));
}

void compare_margin(Checks& checks, double recorded, const Tensor& scores, std::int64_t count) {
  checks.within("smallest_topk_margin", std::abs(recorded - smallest_margin(scores, count)), kVectorBound);
}

}  // namespace kvtally
