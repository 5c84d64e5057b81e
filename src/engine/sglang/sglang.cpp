#include "engine/sglang/sglang.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/bounds.hpp"
#include "engine/sglang/limits.hpp"
#include "engine/sglang/logs.hpp"
#include "engine/sglang/reconcile.hpp"
#include "engine/sglang/request.hpp"

namespace kvtally::sglang {

namespace {

// The allocation of one model under read flags, step by step.
class Allocating {
 public:
  Allocating(const Request& request, const Figures& needed) : request_(request), needed_(needed) {
    out_.engine = "sglang";
    out_.version = settings().version;
    out_.context = request.demand.context;
    out_.requests = request.requests;
    out_.devices = settings().devices();
    out_.needed = needed.kept.total();
    out_.naive = needed.naive;
    out_.assumptions = request.assumptions;
  }

  Expected<Allocation> allocate() {
    if (!request_.refusal.empty()) {
      return refused(request_.refusal);
    }
    add_division(pools_.causes, needed_.kept, division());
    if (request_.layout == Layout::compressed) {
      return compressed();
    }
    return rows();
  }

 private:
  const Settings& settings() const { return request_.settings; }

  Division division() const {
    const Tokens here{ceil_div(request_.demand.context.value, settings().dcp)};
    return {content_of(request_.whole, request_.demand.context),
            content_of(request_.stage, request_.demand.context),
            content_of(request_.rank, here),
            request_.requests,
            request_.demand.requests,
            &settings()};
  }

  Allocation refused(const std::string& words) {
    out_.refusal = words;
    finish();
    return std::move(out_);
  }

  Expected<Allocation> rows() {
    Cell cell = cell_of(request_.rank, settings());
    const auto draft = draft_rows(request_.rank, cell, settings(), request_.layout, request_.own_drafts);
    if (!draft) {
      return std::unexpected(draft.error());
    }
    cell.draft = draft->row;
    const Sizes sizes = sizes_of(request_.rank, cell, settings(), request_.demand);
    cell_figures(cell);
    if (!sizes.refusal.empty()) {
      return refused(sizes.refusal);
    }
    add_row_pools(pools_, request_.rank, sizes, settings(), request_.demand);
    add_draft_pool(pools_, *draft, sizes, request_.demand);
    add_state_pool(pools_, request_.rank, sizes, settings(), request_.demand);
    const bool capped = sliding_cap(cell, settings(), request_.demand).has_value();
    out_.log = pool_lines(pools_, cell, sizes, settings(), capped);
    if (sizes.known) {
      figure("max_total_num_tokens", "tokens", cell.full_layers > 0 ? sizes.full : sizes.sliding);
      if (cell.sliding_layers > 0) {
        figure("swa_tokens", "tokens", sizes.sliding);
      }
      figure("max_running_requests", "requests", sizes.requests);
    }
    return closed(sizes.requests);
  }

  Expected<Allocation> compressed() {
    const CompressedShape shape = compressed_shape(request_.rank, settings().draft.kind != Drafting::none);
    const auto each = bytes_per_full_token(shape, settings().swa_ratio);
    figure("bytes_per_full_token", "bytes", each.numerator.value, each.denominator);
    const CompressedSizes sizes = compressed_sizes(shape, settings(), request_.demand);
    if (!sizes.refusal.empty()) {
      return refused(sizes.refusal);
    }
    const Wide filled = content_of(request_.rank, request_.demand.context).total() * request_.demand.requests;
    add_compressed_pools(pools_, shape, sizes, filled, request_.demand.page);
    out_.log = compressed_lines(shape, sizes, settings());
    figure("c128_state_bytes", "bytes", sizes.fixed);
    if (sizes.known) {
      figure("max_total_num_tokens", "tokens", sizes.full);
      figure("swa_tokens", "tokens", sizes.sliding);
      figure("c4_rows", "rows", sizes.fours);
      figure("c128_rows", "rows", sizes.hundreds);
      figure("c4_state_rows", "rows", sizes.four_states);
      figure("max_running_requests", "requests", sizes.requests);
    }
    return closed(sizes.requests);
  }

  void figure(std::string name, std::string unit, Wide value, Wide denominator = 1) {
    add_figure(pools_.figures, std::move(name), std::move(unit), value, denominator);
  }

  // The ratio makes the cell of two pools a fraction.
  void cell_figures(const Cell& cell) {
    const EngineShare& ratio = settings().swa_ratio;
    if (cell.sliding_layers > 0 && cell.full_layers > 0) {
      figure("cell_size_bytes", "bytes",
             (cell.full + cell.draft) * ratio.denominator + cell.sliding * ratio.numerator, ratio.denominator);
    } else {
      figure("cell_size_bytes", "bytes", cell.total());
    }
  }

  Allocation closed(Wide requests) {
    Wide bytes = 0;
    Wide rows = 0;
    for (const EngineHold& hold : pools_.held) {
      bytes += hold.bytes.value;
    }
    for (const auto* name : {"k_size_bytes", "v_size_bytes", "swa_k_size_bytes", "swa_v_size_bytes"}) {
      const auto found = std::ranges::find(pools_.figures, name, &EngineFigure::name);
      rows += found == pools_.figures.end() ? Wide{0} : found->numerator;
    }
    figure("kv_cache_bytes", "bytes", bytes);
    if (rows > 0) {
      figure("rows_bytes", "bytes", rows);
    }
    figure("page_size", "tokens", request_.demand.page);
    add_request_table(pools_, requests, settings(), request_.demand);
    finish();
    return std::move(out_);
  }

  void finish() {
    const auto memory = available_memory(settings());
    if (memory) {
      figure("available_bytes", "bytes", memory->value);
    }
    if (settings().gpu_memory) {
      figure("default_mem_fraction_static", "", default_mem_fraction_per_mille(settings(), *settings().gpu_memory),
             1000);
    }
    if (out_.refusal.empty()) {
      out_.held = std::move(pools_.held);
      out_.causes = pools_.causes.list();
    }
    out_.figures = std::move(pools_.figures);
    close(out_);
  }

  const Request& request_;
  const Figures& needed_;
  Allocation out_;
  Pools pools_;
};

Expected<Allocation> allocate(const Model& model, const FlagTexts& given) {
  auto request = read_request(model, given);
  if (!request) {
    return std::unexpected(std::move(request.error()));
  }
  const auto needed = needed_by(request->adapted, request->demand.context, request->requests, request->drafting);
  if (!needed) {
    return std::unexpected(needed.error());
  }
  auto out = Allocating(*request, *needed).allocate();
  return out ? within_bounds(model, std::move(*out)) : std::unexpected(std::move(out.error()));
}

}  // namespace

}  // namespace kvtally::sglang

namespace kvtally {

Engine sglang_engine() {
  return {"sglang", "SGLang", {"2026-08", "0.5"}, sglang::flags(), sglang::allocate, sglang::read_line};
}

}  // namespace kvtally
