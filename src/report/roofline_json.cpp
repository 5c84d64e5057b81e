#include "report/json.hpp"
#include "report/layout_json.hpp"
#include "report/roofline.hpp"
#include "report/roofline_words.hpp"

namespace kvtally {

namespace {

Json intensity_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json rate_or_null(const std::optional<OperationRate>& rate) { return rate ? Json(number(*rate)) : Json(nullptr); }

Json part_json(const PartTime& part) {
  Json out;
  out["name"] = part.name;
  out["kind"] = part.kind;
  out["bytes"] = number(part.bytes);
  out["written_bytes"] = number(part.written);
  out["flop"] = number(part.operations);
  out["intensity_flop_per_byte"] = intensity_or_null(intensity(part.operations, part.bytes + part.written));
  out["seconds"] = part.seconds.value;
  out["bound"] = name_of(part.bound);
  return out;
}

Json step_json(const StepTime& step) {
  Json out;
  out["weight_bytes"] = number(step.weight_bytes);
  out["cache_bytes"] = number(step.cache_bytes);
  out["written_bytes"] = number(step.written_bytes);
  out["weight_seconds"] = step.weight_seconds.value;
  out["cache_seconds"] = step.cache_seconds.value;
  out["total_seconds"] = step.total.value;
  out["overlapped_seconds"] = step.overlapped.value;
  out["flop"] = number(step.operations);
  out["intensity_flop_per_byte"] =
      intensity_or_null(intensity(step.operations, step.weight_bytes + step.cache_bytes + step.written_bytes));
  out["bound"] = name_of(step.bound);
  out["parts"] = Json::array();
  for (const PartTime& part : step.parts) {
    out["parts"].push_back(part_json(part));
  }
  return out;
}

// What one device of each stage does, and what it sends; nothing of a model on one device.
void add_layout(Json& out, const Roofline& r, bool prefill) {
  out["stages"] = Json::array();
  out["link"] = nullptr;
  if (!r.layout) {
    return;
  }
  const LayoutTime& time = prefill ? *r.layout->prefill : r.layout->decode;
  for (const StageGroup& stage : r.layout->stages) {
    Json one{{"first", stage.first}, {"last", stage.last}, {"layers_each", stage.layers}};
    one.update(step_json(prefill ? *stage.prefill : stage.decode));
    out["stages"].push_back(std::move(one));
  }
  const LinkTraffic& sent = prefill ? r.layout->prefill_sent : r.layout->sent;
  out["link"] = {{"all_reduce_bytes", number(sent.all_reduce)},
                 {"all_to_all_bytes", number(sent.all_to_all)},
                 {"stages_bytes", number(sent.stages)},
                 {"context_bytes", number(sent.context)},
                 {"bytes", number(sent.total())},
                 {"bytes_per_second", time.link_rate ? Json(number(*time.link_rate)) : Json(nullptr)},
                 {"seconds", time.link ? Json(time.link->value) : Json(nullptr)}};
}

Json decode_json(const Roofline& r) {
  Json out;
  out["context"] = number(r.question.decode.context);
  out["batch"] = r.question.decode.sequences;
  out.update(step_json(r.decode));
  add_layout(out, r, false);
  out["dequantised_cache_bytes"] = r.temporary ? Json(number(*r.temporary)) : Json(nullptr);
  out["reached_total_seconds"] = r.reached_decode ? Json(r.reached_decode->total.value) : Json(nullptr);
  out["scattered"] = Json::array();
  for (const ScatteredRead& read : r.scattered) {
    Json entry;
    entry["kind"] = read.kind;
    entry["layers"] = read.layers;
    entry["rows"] = static_cast<std::int64_t>(read.pieces);
    entry["row_bytes"] = number(read.entry * read.entries);
    out["scattered"].push_back(std::move(entry));
  }
  return out;
}

Json prefill_json(const Roofline& r) {
  const Prefill& asked = *r.question.prefill;
  Json out;
  out["prompt_tokens"] = number(asked.prompt);
  out["prefix_tokens"] = number(asked.prefix);
  out["chunk_tokens"] = asked.chunk == 0 ? Json(nullptr) : Json(asked.chunk);
  out["batch"] = asked.sequences;
  out["all_logits"] = asked.all_logits;
  out.update(step_json(*r.prefill));
  add_layout(out, r, true);
  const bool known = r.pass && r.pass->all > MultiplyAdds{};
  out["attention_share_of_macs"] =
      known ? Json(static_cast<double>(r.pass->attention.value) / static_cast<double>(r.pass->all.value))
            : Json(nullptr);
  return out;
}

Json drafted_json(const Roofline& r) {
  const DraftedStep& d = *r.drafted;
  Json out;
  out["drafted"] = r.question.drafting->drafted;
  out["acceptance"] = r.question.drafting->acceptance;
  out["tokens_per_step"] = d.tokens;
  out["check_seconds"] = d.check.total.value;
  out["draft_seconds"] = d.draft ? Json(d.draft->total.value) : Json(nullptr);
  out["total_seconds"] = d.seconds.value;
  out["seconds_per_token"] = d.per_token.value;
  return out;
}

Json sweep_json(const Roofline& r) {
  Json out = Json::array();
  for (const SweepPoint& point : r.sweep) {
    Json entry;
    entry["batch"] = point.sequences;
    entry["weight_bytes"] = number(point.step.weight_bytes);
    entry["cache_bytes"] = number(point.step.cache_bytes);
    entry["flop"] = number(point.step.operations);
    entry["total_seconds"] = point.step.total.value;
    entry["overlapped_seconds"] = point.step.overlapped.value;
    entry["bound"] = name_of(point.step.bound);
    out.push_back(std::move(entry));
  }
  return out;
}

Json roofline_json(const Roofline& r) {
  Json out;
  out["id"] = r.model.id;
  out["name"] = r.model.name;
  out["kv_dtype"] = r.kv_dtype;
  out["weights"] = r.weights_from.empty() ? Json(nullptr) : Json(r.weights_from);
  out["matmul_flop_per_second"] = rate_or_null(r.rates.matmul);
  out["matmul_format"] = r.rates.matmul_format;
  out["placement"] = r.layout ? json_of(r.layout->placement) : Json(nullptr);
  out["decode"] = decode_json(r);
  out["prefill"] = r.prefill ? prefill_json(r) : Json(nullptr);
  out["drafts"] = r.drafted ? drafted_json(r) : Json(nullptr);
  out["batches"] = sweep_json(r);
  out["crossover_tokens"] = r.crossover ? Json(number(*r.crossover)) : Json(nullptr);
  out["assumptions"] = r.assumptions;
  out["left_out"] = left_out();
  return out;
}

}  // namespace

std::string json_of(const std::vector<Roofline>& rooflines) {
  const Roofline& first = rooflines.front();
  Json out = document("roofline");
  out["device"] = first.device.id;
  out["device_name"] = first.device.name;
  out["overrides"] = first.device.overrides;
  out["bandwidth_bytes_per_second"] = number(first.rates.bandwidth);
  out["attention_flop_per_second"] = rate_or_null(first.rates.attention);
  out["attention_format"] = first.rates.attention_format;
  out["ridge_flop_per_byte"] = intensity_or_null(ridge(first.rates));
  out["models"] = Json::array();
  for (const Roofline& roofline : rooflines) {
    out["models"].push_back(roofline_json(roofline));
  }
  return print(out);
}

}  // namespace kvtally
