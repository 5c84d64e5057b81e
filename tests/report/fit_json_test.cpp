#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "report/fits.hpp"

namespace kvtally::fit_json_test {

namespace {

using nlohmann::json;

json of(const FitSheet& sheet) { return json::parse(json_of(sheet)); }

TEST_CASE("all fields of an answer") {
  const json out = of(test::fit_sheet(Asked::users, 1, test::gib(24), 1));
  CHECK(out["schema"] == "kvtally.fit/1");
  CHECK(out["id"] == "llama-2-7b");
  CHECK(out["on"] == "mine");
  CHECK(out["asked"] == "users");
  CHECK(out["fits"] == true);
  CHECK(out["users"] == 5);
  CHECK(out["most_users"] == 5);
  CHECK(out["context_tokens"] == 4096);
  CHECK(out["devices"] == 1);
  CHECK(out["weight_bytes"] == 13'476'831'232);
  CHECK(out["cache_bytes_per_user"] == 2LL << 30);
  CHECK(out["cache_bytes"] == 10LL << 30);
  CHECK(out["kept_everywhere_bytes"] == 10LL << 30);
  CHECK(out["devices_exact"].get<double>() == doctest::Approx(24'214'249'472.0 / (24LL << 30)));
  CHECK(out["usable_bytes"] == 24LL << 30);
  const json& device = out["device"];
  CHECK(device["weight_bytes"].get<std::int64_t>() + device["cache_bytes"].get<std::int64_t>() +
            device["activation_bytes"].get<std::int64_t>() ==
        device["total_bytes"]);
  CHECK(out["next"]["lacking_bytes"].get<std::int64_t>() ==
        out["next"]["device"]["total_bytes"].get<std::int64_t>() - (24LL << 30));
  CHECK(out["smaller"] == nullptr);
  CHECK(out["smallest_tp"] == nullptr);
  CHECK(out["step_seconds"] == nullptr);
  CHECK(out["alternatives"] == json::array());
  CHECK(out["moving"] == json::array());
}

TEST_CASE("an answer that is no") {
  const json out = of(test::fit_sheet(Asked::context, 3, test::gib(12), 1));
  CHECK(out["asked"] == "context");
  CHECK(out["fits"] == false);
  for (const std::string nothing : {"devices", "placement", "most_users", "device", "kept_everywhere_bytes"}) {
    CHECK(out[nothing] == nullptr);
  }
  CHECK(out["users"] == 3);
  CHECK(out["smaller"]["placement"]["devices"] == 1);
}

TEST_CASE("ways to move a cache") {
  FitSheet sheet = test::fit_sheet(Asked::nothing, 1, test::gib(24), 1);
  sheet.moving.push_back({"a link",
                          ByteRate{Wide{1000}},
                          Tokens{5},
                          Bytes{70},
                          Seconds{0.07},
                          Seconds{0.5},
                          {{Tokens{1}, false}, {Tokens{3}, true}}});
  const json way = of(sheet)["moving"][0];
  CHECK(way ==
        json{{"over", "a link"},
             {"bytes_per_second", 1000},
             {"context_tokens", 5},
             {"bytes", 70},
             {"moved_seconds", 0.07},
             {"recomputed_seconds", 0.5},
             {"faster", {{{"from_tokens", 1}, {"way", "computing"}}, {{"from_tokens", 3}, {"way", "moving"}}}}});
}

}  // namespace

}  // namespace kvtally::fit_json_test
