#include "report/diff.hpp"
#include "report/json.hpp"

namespace kvtally {

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
    entry["old"] = d.old ? Json(*d.old) : Json(nullptr);
    entry["new"] = d.now ? Json(*d.now) : Json(nullptr);
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
