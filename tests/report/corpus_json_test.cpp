#include <doctest/doctest.h>

#include "report/corpora.hpp"
#include "report/json.hpp"

namespace kvtally::corpus_json_test {

namespace {

TEST_CASE("kvtally.corpus/1") {
  const Json document = Json::parse(json_of(test::small_corpus()));
  CHECK(document["schema"] == "kvtally.corpus/1");
  CHECK(document["folder"] == "models");
  CHECK(document["context"] == 131072);
  CHECK(document["batch"] == 1);
  CHECK(document["kv_dtype"] == "bf16");
  CHECK(document["totals"] == Json{{"files", 4}, {"ok", 2}, {"refused", 2}, {"skipped", 2}, {"model_types", 3}});
  CHECK(document["skipped"][0] == Json{{"file", "INDEX.tsv"}, {"why", "an index"}});
  CHECK(document["model_types"][0] == Json{{"model_type", nullptr}, {"files", 1}, {"ok", 0}, {"refused", 1}});
  CHECK(document["model_types"][1] ==
        Json{{"model_type", "deepseek_v4"}, {"files", 2}, {"ok", 1}, {"refused", 1}});
}

TEST_CASE("kvtally.corpus/1: a file that was read") {
  const Json file = Json::parse(json_of(test::small_corpus()))["files"][1];
  CHECK(file["file"] == "deepseek-v4-flash.json");
  CHECK(file["model_type"] == "deepseek_v4");
  CHECK(file["status"] == "ok");
  CHECK(file["context"] == 131072);
  // 43 windows of 128 rows of 512; 21 CSA layers pool 4 tokens, 20 HCA layers 128
  CHECK(file["kv_bytes"] == (43 * 128 + 21 * 131072 / 4 + 20 * 131072 / 128) * 512 * 2);
  CHECK(file["indexer_bytes"] == 21 * 131072 / 4 * 128 * 2);
  CHECK(file["state_bytes"] == 0);
  CHECK(file["cross_bytes_per_encoder_token"] == 0);
  CHECK(file["layers_by_kind"] == Json{{"swa", 2}, {"csa", 21}, {"hca", 20}});
  CHECK(file["problems"] == Json::array());
  CHECK(file["assumptions"] == Json::array());
  std::int64_t kv = 0;
  std::int64_t layers = 0;
  for (const Json& layer : file["layers"]) {
    kv += layer["kv_bytes"].get<std::int64_t>();
    layers += layer["draft"].get<bool>() ? 0 : layer["count"].get<std::int64_t>();
  }
  CHECK(kv == file["kv_bytes"]);
  CHECK(layers == 43);
  const std::int64_t total = file["total_bytes"];
  CHECK(total == file["kv_bytes"].get<std::int64_t>() + file["indexer_bytes"].get<std::int64_t>() +
                     file["open_bytes"].get<std::int64_t>());
}

TEST_CASE("kvtally.corpus/1: a refused file has problems, and no figures") {
  const Json files = Json::parse(json_of(test::small_corpus()))["files"];
  CHECK(files[0] == Json{{"file", "a.json"},
                         {"model_type", nullptr},
                         {"status", "refused"},
                         {"problems", {"a.json: it cannot be opened: Permission denied", "odd; expected even"}}});
  CHECK(files[3]["problems"] == Json{"z.json:3:5: no; expected yes; did you mean 'yess'?"});
}

TEST_CASE("kvtally.corpus/1: the census") {
  const Json census = Json::parse(json_of(test::small_corpus()))["census"];
  CHECK(census[0] == Json{{"key", "mha"},
                          {"what", "as many key heads as query heads (MHA)"},
                          {"types", 1},
                          {"files", 1},
                          {"model_types", {"llama"}}});
  CHECK(census.back()["model_types"] == Json{nullptr, "deepseek_v4"});
}

}  // namespace

}  // namespace kvtally::corpus_json_test
