#include "check/asking.hpp"

namespace kvtally::layer_figures_test {

namespace {

using test::ask;

TEST_CASE("terms by kind, part and name") {
  const std::string all = "figure: terms.bytes, model: deepseek-v4-pro, context: 1M";
  CHECK(ask(all) == "10334679040 bytes");
  CHECK(ask(all + ", part: indexer") == "2013265920 bytes");
  CHECK(ask(all + ", kind: hca, what: pooled") == "260046848 bytes");
  CHECK(ask(all + ", kind: mla") == "no term is of this sort");
}

TEST_CASE("entries") {
  CHECK(ask("figure: entry.bytes, model: deepseek-v3") == "1152 bytes");
  CHECK(ask("figure: entry.elements, model: mimo-v2-flash, kind: swa") == "2560 elements");
  CHECK(ask("figure: entry.elements, model: mimo-v2-flash, kind: gqa") == "1280 elements");
  CHECK(ask("figure: entry.index_bytes, model: deepseek-v3.2") == "256 bytes");
  CHECK(ask("figure: entry.index_bytes, model: deepseek-v3") == "0 bytes");
  CHECK(ask("figure: entry.tokens, model: deepseek-v4-pro, kind: csa, memory: pooled") == "4 tokens");
  CHECK(ask("figure: entry.tokens, model: deepseek-v4-pro, kind: csa, memory: window") == "1 tokens");
  CHECK(ask("figure: entry.bytes, model: deepseek-v3, memory: window") == "the model has no such memory");
  CHECK(ask("figure: entries.visible, model: mistral-7b, context: 100") == "100 entries");
  CHECK(ask("figure: entries.visible, model: mistral-7b, context: 128K") == "4096 entries");
  CHECK(ask("figure: entries.selected, model: deepseek-v3.2, context: 128K") == "2048 entries");
}

TEST_CASE("layers") {
  CHECK(ask("figure: layers.count, model: gemma-3-27b") == "62 layers");
  CHECK(ask("figure: layers.count, model: gemma-3-27b, kind: gqa") == "10 layers");
  CHECK(ask("figure: layers.count, model: gemma-3-27b, kind: mla") == "0 layers");
  CHECK(ask("figure: layers.first, model: gemma-3-27b, kind: gqa") == "6");
  CHECK(ask("figure: layers.first, model: gemma-3-27b, kind: mla") == "the model has no layer of this kind");
  CHECK(ask("figure: layers.list, model: gemma-3-27b") == "[SWA x5, GQA] x10, SWA x2");
  CHECK(ask("figure: layers.sum_of_inverse_rates, model: deepseek-v4-flash") == "237/32");
  CHECK(ask("figure: layers.sum_of_inverse_rates, model: deepseek-v3") == "61");
}

TEST_CASE("how depth goes with dear layers") {
  // 32 layers of which 4 are dear, 40 and 4, 80 and 10; so 7, 9 and 7 cheap ones for a dear one.
  const std::string models = ", models: [jamba-v0.1, granite-4.0-h-small, minimax-01]";
  CHECK(ask("figure: layers.correlation, with: dear" + models).starts_with("0.98"));
  CHECK(ask("figure: layers.correlation, with: cheap_per_dear" + models).starts_with("-0.359"));
  CHECK(ask("figure: layers.correlation, with: width" + models) == "with is 'width'");
  CHECK(ask("figure: layers.correlation, with: dear, models: [jamba-v0.1, bamba-9b]") ==
        "a correlation needs at least 3 models");
  CHECK(ask("figure: layers.correlation, with: dear, models: [x]") == "unknown model 'x'");
  CHECK(ask("figure: layers.correlation, with: dear, models: [jamba-v0.1, jamba-v0.1, jamba-v0.1]") ==
        "the models are all alike in one of the two, so that nothing goes with it");
}

TEST_CASE("facts of a model") {
  CHECK(ask("figure: model.hidden_size, model: deepseek-v3") == "7168 elements");
  CHECK(ask("figure: model.max_context, model: deepseek-v2") == "163840 tokens");
  CHECK(ask("figure: model.max_context, model: rwkv-7") == "the figure is not published");
  CHECK(ask("figure: model.parameters, model: deepseek-v3") == "671000000000 parameters");
  CHECK(ask("figure: model.released, model: deepseek-v3") == "2024-12");
}

}  // namespace

}  // namespace kvtally::layer_figures_test
