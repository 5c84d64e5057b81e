#include "report/diff.hpp"
#include "report/diff_values.hpp"
#include "report/json.hpp"

namespace kvtally {

namespace {

// Numbers where both are; otherwise the texts.
Json side_json(const Difference& d, const std::optional<std::string>& value) {
  if (!value) {
    return nullptr;
  }
  const auto whole = whole_of(value);
  const auto number = number_of(value);
  return d.change && whole                      ? Json(static_cast<std::int64_t>(*whole))
         : number_of(d.old) && number_of(d.now) ? Json(*number)
                                                : Json(*value);
}

}  // namespace

std::string json_of(const Diff& diff) {
  Json out = document("diff");
  out["old"] = diff.old_file;
  out["new"] = diff.new_file;
  out["compared"] = diff.schema;
  out["same"] = diff.same;
  out["differences"] = Json::array();
  for (const Difference& d : diff.differences) {
    Json entry;
    entry["path"] = d.path;
    entry["sort"] = d.setting ? "setting" : "figure";
    entry["old"] = side_json(d, d.old);
    entry["new"] = side_json(d, d.now);
    const auto change = d.change ? narrow(*d.change) : std::nullopt;
    entry["difference"] = change ? Json(*change) : Json(nullptr);
    entry["ratio"] = d.ratio ? Json(*d.ratio) : Json(nullptr);
    entry["words"] = d.moved.empty() ? Json(nullptr) : Json(d.moved);
    entry["because"] = d.because;
    out["differences"].push_back(std::move(entry));
  }
  return print(out);
}

}  // namespace kvtally
