#include "report/json.hpp"
#include "report/layout_json.hpp"
#include "report/plan.hpp"

namespace kvtally {

namespace {

Json prefill_of(const PlanCandidate& c) {
  if (!c.prompts) {
    return nullptr;
  }
  return {{"placement", json_of(c.prompts->placement)},
          {"replicas", c.prompts->replicas},
          {"devices", c.prompts->devices()},
          {"first_token_seconds", c.first_token.value}};
}

Json candidate_json(const PlanSheet& sheet, const PlanCandidate& c) {
  const PlanFormats& formats = sheet.question.formats[c.formats];
  return {{"devices", c.devices()},
          {"on", sheet.question.devices[c.device].id},
          {"placement", json_of(c.placement)},
          {"prefill", prefill_of(c)},
          {"weights", formats.weights_name},
          {"kv_dtype", formats.kv_name},
          {"step_seconds", c.step.value},
          {"token_seconds", c.token.value},
          {"first_token_seconds", c.first_token.value},
          {"most_users", c.most_users},
          {"device", json_of(c.memory)},
          {"dollars_per_million_tokens", c.dollars ? Json(*c.dollars) : Json(nullptr)}};
}

Json contexts_of(const Demand& demand) {
  Json out = Json::array();
  for (const ContextClass& c : demand.contexts) {
    out.push_back({{"context_tokens", number(c.context)}, {"up_to", c.up_to}, {"out_of", c.out_of}});
  }
  return out;
}

const char* rejection_name(Rejected rejected) {
  switch (rejected) {
    case Rejected::device: return "device";
    case Rejected::placement: return "placement";
    case Rejected::domain: return "domain";
    case Rejected::memory: return "memory";
    case Rejected::prompts: return "prompts";
    case Rejected::devices: return "devices";
    case Rejected::token: return "token";
    case Rejected::first_token: return "first_token";
  }
  return "";
}

Json seconds_or_null(const std::optional<Seconds>& time) { return time ? Json(time->value) : Json(nullptr); }

}  // namespace

std::string json_of(const PlanSheet& sheet) {
  const PlanQuestion& q = sheet.question;
  Json out = document("plan");
  out["id"] = q.formats.front().model.id;
  out["name"] = q.formats.front().model.name;
  out["users"] = q.users;
  out["contexts"] = contexts_of(q.demand);
  out["prompt_tokens"] = number(q.prompt);
  out["samples"] = q.demand.samples;
  out["shared_prefix_tokens"] = number(q.demand.shared_prefix);
  out["prompts_apart"] = q.apart;
  out["achieved"] = q.achieved;
  out["token_seconds_at_most"] = seconds_or_null(q.token);
  out["first_token_seconds_at_most"] = seconds_or_null(q.first_token);
  out["most_devices"] = q.most_devices;
  out["placement"] = q.placement ? json_of(*q.placement) : Json(nullptr);
  out["each_device"] = q.each_device;
  add_engine(out, q.demand);
  out["considered"] = sheet.plan.considered;
  out["meeting"] = sheet.plan.meeting;
  out["front"] = Json::array();
  for (const PlanCandidate& candidate : sheet.plan.front) {
    out["front"].push_back(candidate_json(sheet, candidate));
  }
  out["rejected"] = Json::array();
  for (const PlanRejection& rejection : sheet.plan.rejected) {
    out["rejected"].push_back(
        {{"class", rejection_name(rejection.of)}, {"why", rejection.why}, {"candidates", rejection.candidates}});
  }
  out["comparisons"] = sheet.plan.comparisons;
  out["notes"] = sheet.plan.notes;
  out["assumptions"] = sheet.assumptions;
  return print(out);
}

}  // namespace kvtally
