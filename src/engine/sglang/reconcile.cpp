#include "engine/sglang/reconcile.hpp"

#include <fmt/format.h>

namespace kvtally::sglang {

namespace {

std::string rows_why(const Settings& settings) {
  return settings.format == CacheFormat::fp8 && settings.packed_rows
             ? "an fp8 row of a sparse latent holds its scales and the rotary part in bf16"
             : "the rows as the pool lays them out";
}

}  // namespace

void add_division(CauseList& causes, const Tally& needed, const Division& division) {
  const Settings& settings = *division.settings;
  const Content& whole = division.whole;
  const Wide requests = division.requests;
  causes.add("rows in the pool's own layout", whole.entries * requests - needed[Part::entries].value,
             rows_why(settings));
  causes.add(
      "index keys in the pool's own layout", whole.index * requests - needed[Part::indexer].value,
      "fp8 with a scale of 4 bytes each 128, also where hierarchical cache keeps the rows of shared choices");
  causes.add("states in the pool's own format", whole.state * requests - needed[Part::state].value);
  causes.add("rows for layers that read another layer's", whole.shared * requests,
             "the pool gives each attention layer rows");
  causes.add("what waits to be pooled is kept in rings of states", Wide{0} - needed[Part::open].value);
  causes.add("draft layers are counted apart", Wide{0} - needed[Part::draft].value);
  Wide at = whole.total() * requests;
  const auto step = [&](const std::string& what, Wide to) {
    causes.add(what, to - at);
    at = to;
  };
  step(fmt::format("requests on other data-parallel ranks ({} of {} here)", division.rank_requests,
                   division.requests),
       whole.total() * division.rank_requests);
  step(fmt::format("layers on other pipeline stages (PP {})", settings.pp),
       division.stage.total() * division.rank_requests);
  const std::int64_t ranks = settings.attention_tp();
  step(fmt::format("divided over TP {}", ranks), ceil_div(at, ranks));
  const Wide rank = division.rank.total() * division.rank_requests;
  causes.add(fmt::format("replicated over TP {}", ranks), rank - at,
             "KV heads past their number, latents and index keys are on every rank; context parallelism divides "
             "their tokens");
}

}  // namespace kvtally::sglang
