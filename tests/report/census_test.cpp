#include "report/census.hpp"

#include <doctest/doctest.h>
#include <map>
#include <set>

#include "report/corpora.hpp"

namespace kvtally::census_test {

namespace {

using Types = std::vector<std::string>;

// The compiled-in models, each a type of its own.
Corpus whole_zoo() {
  Corpus corpus{"zoo", Tokens{4096}, 1, "bf16", {}, {}};
  for (const std::string& id : test::zoo().ids()) {
    corpus.files.push_back(test::read_file_of(id, id, 4096));
  }
  return corpus;
}

std::map<std::string, Types, std::less<>> types_by_key(const Corpus& corpus) {
  std::map<std::string, Types, std::less<>> out;
  for (const CensusRow& row : census_of(corpus)) {
    CHECK(row.files >= static_cast<std::int64_t>(row.model_types.size()));
    out[std::string(row.key)] = row.model_types;
  }
  return out;
}

TEST_CASE("what the known models keep, by property") {
  const auto types = types_by_key(whole_zoo());
  CHECK(types.at("mqa") == Types{"deepseek-v4-flash", "deepseek-v4-pro", "gemma-3-1b", "palm-540b"});
  CHECK(types.at("key_is_value") == Types{"deepseek-v4-flash", "deepseek-v4-pro"});
  CHECK(types.at("widths_differ") == Types{"mimo-v2-flash", "mimo-v2.5-pro"});
  CHECK(types.at("chunked") == Types{"llama-4-scout"});
  CHECK(types.at("pooled") == Types{"deepseek-v4-flash", "deepseek-v4-pro"});
  CHECK(types.at("shared") == Types{"gemma-3n-e2b", "gemma-3n-e4b", "hunyuan-large"});
  CHECK(types.at("states_alone") == Types{"rwkv-7"});
  CHECK(types.at("encoder") == Types{"whisper-large-v3"});
  CHECK(types.at("hybrid_layer").empty());
  CHECK(types.at("convolution").empty());
  CHECK(types.at("refused").empty());
}

TEST_CASE("the properties that exclude each other share the known models out") {
  const auto types = types_by_key(whole_zoo());
  std::set<std::string> both(types.at("uniform").begin(), types.at("uniform").end());
  both.insert(types.at("mixed").begin(), types.at("mixed").end());
  CHECK(types.at("uniform").size() + types.at("mixed").size() == both.size());
  CHECK(Types(both.begin(), both.end()) == types.at("read"));
  CHECK(types.at("recurrent").size() == types.at("hybrid").size() + types.at("states_alone").size());
}

TEST_CASE("layers that differ only in what they do with an equal memory keep the same") {
  Corpus corpus{"d", Tokens{1}, 1, "bf16", {test::read_file_of("llama-2-7b", "llama")}, {}};
  Model& model = corpus.files[0].outcome->model;
  Layer more_queries = model.layers[0];
  more_queries.memories[0].scoring.query_heads *= 2;
  append_layer(model, model.order, more_queries, 1);
  CHECK(types_by_key(corpus).at("uniform") == Types{"llama"});
  CHECK(types_by_key(corpus).at("gqa") == Types{"llama"});
  Layer empty;
  empty.kind = "mlp";
  append_layer(model, model.order, empty, 1);
  CHECK(types_by_key(corpus).at("mixed").empty());
  Layer window = model.layers[0];
  window.memories[0].retention = Window{512, 0};
  append_layer(model, model.order, window, 1);
  CHECK(types_by_key(corpus).at("mixed") == Types{"llama"});
}

TEST_CASE("a type counts once however many files it has, and where one is refused it is there too") {
  const Corpus corpus = test::small_corpus();
  const auto types = types_by_key(corpus);
  CHECK(types.at("read") == Types{"deepseek_v4", "llama"});
  CHECK(types.at("refused") == Types{"", "deepseek_v4"});
  CHECK(types.at("mha") == Types{"llama"});
  const std::string csv = write_csv(census_table_of(corpus));
  CHECK(
      csv.starts_with("key,types,files,what,model_types\n"
                      "mha,1,1,as many key heads as query heads (MHA),llama\n"
                      "gqa,0,0,fewer key heads than query heads (GQA),\n"));
  CHECK(csv.ends_with("read,2,2,all that were read,deepseek_v4 llama\nrefused,2,2,refused,(none) deepseek_v4\n"));
}

}  // namespace

}  // namespace kvtally::census_test
