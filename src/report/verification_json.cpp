#include <algorithm>
#include <cmath>

#include "report/json.hpp"
#include "report/verification.hpp"

namespace kvtally {

namespace {

Json number_of(const std::optional<Wide>& count) {
  const auto number = count ? narrow(*count) : std::nullopt;
  return number ? Json(*number) : Json(nullptr);
}

Json number_of(const std::optional<double>& number) {
  return number && std::isfinite(*number) ? Json(*number) : Json(nullptr);
}

}  // namespace

std::string json_of(const std::vector<Check>& checks) {
  Json out = document("verify");
  out["checks"] = Json::array();
  for (const Check& check : checks) {
    Json entry;
    entry["name"] = check.name;
    entry["kind"] = check.kind;
    entry["passed"] = check.passed;
    entry["expected"] = number_of(check.expected);
    entry["counted"] = number_of(check.counted);
    entry["unit"] = check.unit.empty() ? Json(nullptr) : Json(check.unit);
    entry["error"] = number_of(check.error);
    entry["bound"] = number_of(check.bound);
    if (!check.finding.empty()) {
      entry["finding"] = check.finding;
    }
    out["checks"].push_back(std::move(entry));
  }
  const auto good = static_cast<std::size_t>(std::ranges::count_if(checks, &Check::passed));
  out["passed"] = good;
  out["failed"] = checks.size() - good;
  return print(out);
}

std::string json_of(const std::vector<Proof>& proofs) {
  Json out = document("proofs");
  out["proofs"] = Json::array();
  for (const Proof& proof : proofs) {
    Json entry;
    entry["id"] = proof.id;
    entry["kind"] = proof.kind;
    entry["claim"] = proof.claim;
    entry["how"] = proof.how;
    out["proofs"].push_back(std::move(entry));
  }
  out["unproved_kinds"] = unproved_kinds();
  return print(out);
}

}  // namespace kvtally
