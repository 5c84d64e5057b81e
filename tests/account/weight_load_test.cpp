#include "account/weight_load.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidcheck.h>

#include "account/parameters.hpp"
#include "account/weights_text.hpp"
#include "read/text/embedded.hpp"
#include "read/zoo.hpp"

namespace kvtally::weight_load_test {

namespace {

const Zoo& zoo() {
  static const Zoo all(embedded_files());
  return all;
}

WeightScheme scheme(const std::string& text) {
  const auto read = parse_weight_scheme(text);
  REQUIRE_MESSAGE(read.has_value(), text);
  return *read;
}

WeightLoad load(const Model& model, const std::string& text) {
  const auto out = load_in(model, scheme(text));
  REQUIRE(out.has_value());
  return *out;
}

WeightLoad load(const std::string& id, const std::string& text) { return load(zoo().describe(id)->model, text); }

const WeightGroup& group(const WeightLoad& load, const std::string& name) {
  const auto found = std::ranges::find(load.groups, name, &WeightGroup::name);
  REQUIRE_MESSAGE(found != load.groups.end(), name);
  return *found;
}

TEST_CASE("Llama 2 7B in bf16: all, and a step without the embedding but with the head") {
  const WeightLoad bf16 = load("llama-2-7b", "bf16");
  CHECK(bf16.total().value == 2 * Wide{6738415616});
  CHECK(bf16.active().value == 2 * (Wide{6738415616} - 32000 * 4096));
  CHECK(bf16.active().value == 13214687232);
  CHECK(bf16.from == "computed from the shapes, bf16");
  CHECK(bf16.assumptions.empty());
}

TEST_CASE("DeepSeek-V3 in fp8 with a scale in f32 for each block of 128 x 128, to the byte") {
  // elements, and ceil(rows / 128) x ceil(columns / 128) scales: 576 columns are 5 blocks
  const Wide attention = Wide{7168} * 1536 + 4 * 56 * 12 + Wide{1536} * 24576 + 4 * 12 * 192 + 7168 * 576 +
                         4 * 56 * 5 + Wide{512} * 32768 + 4 * 4 * 256 + Wide{16384} * 7168 + 4 * 128 * 56 +
                         2 * (1536 + 512);
  const Wide dense = 3 * (Wide{7168} * 18432 + 4 * 56 * 144);
  const Wide expert = 3 * (Wide{7168} * 2048 + 4 * 56 * 16);
  const Wide router = 2 * (Wide{7168} * 256 + 256);
  const Wide table = 2 * Wide{129280} * 7168;
  const Wide norms = 2 * (Wide{61} * 2 + 1) * 7168;
  const WeightLoad fp8 = load("deepseek-v3", "fp8@128x128");
  CHECK(fp8.total().value == 61 * attention + 3 * dense + 58 * (257 * expert + router) + 2 * table + norms);
  CHECK(fp8.active().value == 61 * attention + 3 * dense + 58 * (9 * expert + router) + table + norms);
  CHECK(fp8.total().value == 673150582112);
  const WeightGroup& experts = group(fp8, "gate, up and down projections");
  CHECK(experts.macs.value == Wide{3} * 7168 * 18432);
  CHECK(experts.format == "fp8_e4m3");
  CHECK(group(fp8, "router").format == "bf16");
  CHECK(group(fp8, "token embedding").macs.value == 0);
  CHECK(group(fp8, "output head").macs.value == Wide{129280} * 7168);
  CHECK(fp8.total(true).value - fp8.total().value > Wide{11000000000});  // the MTP layer
}

TEST_CASE("every tensor at one byte: DeepSeek-V3 is 671.0e9 bytes, 624.9 GiB") {
  const Wide bytes = load("deepseek-v3", "all=fp8").total().value;
  CHECK(bytes == 671026419200);
  CHECK(fmt::format("{:.1f}", static_cast<double>(bytes) / 1073741824.0) == "624.9");
}

TEST_CASE("gpt-oss as published: experts in mxfp4 of 32 elements in 17 bytes, the rest in bf16") {
  const WeightLoad as_published = load("gpt-oss-20b", "bf16,experts=mxfp4");
  const WeightGroup& experts = group(as_published, "gate, up and down projections");
  CHECK(experts.copy.value == 3 * 2880 * 2880 / 32 * 17);
  CHECK(experts.copies == 32);
  CHECK(experts.active == 4);
  CHECK(as_published.total().value == 13761264768);
  CHECK(group(as_published, "biases").copy.value == 2 * (2 * 2880 + 2880));
}

TEST_CASE("a tied head is the embedding: held once, read whole by a step") {
  const Model model = test::described(
      "name: M\nhidden_size: 64\nvocab_size: 100\ntie_word_embeddings: true\nintermediate_size: 128\n"
      "num_hidden_layers: 1\nnum_attention_heads: 2\nnum_key_value_heads: 1\nhead_dim: 32\n"
      "layer_types: full_attention x1\nweights: {norms_per_layer: 1, gated_mlp: true}\n");
  const WeightLoad tied = load(model, "bf16");
  const Wide layer = 64 * 64 + 2 * 64 * 32 + 64 * 64 + 3 * 64 * 128 + 64;
  CHECK(tied.total().value == 2 * (layer + 64 + 100 * 64));
  CHECK(tied.active() == tied.total());
  CHECK(group(tied, "token embedding").also_head);
  CHECK(group(tied, "token embedding").macs.value == 6400);
}

TEST_CASE("matrices that are kept: of some layers, of a tensor, and as the matrices rather than as the part") {
  const WeightLoad kept =
      load("deepseek-v3", "fp8,experts=mxfp4,matrices=experts/shared expert,keep=feed_forward@0");
  CHECK(group(kept, "shared experts").copy.value == 3 * 7168 * 2048);
  std::vector<std::pair<std::int64_t, Wide>> dense;
  for (const WeightGroup& g : kept.groups) {
    if (g.part == WeightPart::feed_forward) {
      dense.emplace_back(g.layers, g.copy.value);
    }
  }
  const Wide elements = Wide{3} * 7168 * 18432;
  CHECK(dense == std::vector<std::pair<std::int64_t, Wide>>{{2, elements}, {1, 2 * elements}});
}

TEST_CASE("groups along the inputs, with packed zero points, an order of groups and bytes beside a matrix") {
  WeightScheme gptq = scheme("int4@128+f16+int4");
  gptq.input_bytes = 4;
  gptq.matrix_bytes = 16;
  const auto out = load_in(zoo().describe("llama-2-7b")->model, gptq);
  REQUIRE(out.has_value());
  // 4096 x 4096: codes, 32 groups of each of 4096 outputs with 2.5 bytes, 4 bytes an input, 16
  CHECK(group(*out, "query projection").copy.value == 4096 * 4096 / 2 + 32 * 4096 * 5 / 2 + 4 * 4096 + 16);
}

TEST_CASE("rows that no whole blocks fill: padded, but refused in GGML's formats") {
  const Model model = test::with_layers(
      "num_hidden_layers: 1\nnum_attention_heads: 2\nnum_key_value_heads: 1\nhead_dim: 4\n"
      "layer_types: full_attention x1\n");
  CHECK(group(load(model, "mxfp4"), "query projection").copy.value == 8 * 17);  // 8 outputs, one block each
  const auto ggml = load_in(model, scheme("q8_0"));
  REQUIRE_FALSE(ggml.has_value());
  CHECK(ggml.error().front() ==
        "token embedding (embedding): rows of 10 elements are no whole blocks of q8_0, which are 32 elements");
}

TEST_CASE("what is missing, and what is not understood") {
  const auto missing =
      load_in(test::described("name: M\nnum_hidden_layers: 1\nnum_attention_heads: 1\n"
                              "num_key_value_heads: 1\nhead_dim: 8\nlayer_types: full_attention x1\n"),
              WeightScheme{});
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error() == std::vector<std::string>{"weights"});
  WeightScheme odd;
  odd.unread = {"quant_method 'x'"};
  const auto refused = load_in(zoo().describe("llama-2-7b")->model, odd);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error() ==
        std::vector<std::string>{
            "how the weights are stored: quant_method 'x' is not understood; --weight-dtype says it"});
}

TEST_CASE(
    "every compiled-in model: a step reads no more than there is; the parts add up; a plain scheme is exact") {
  for (const std::string& id : zoo().ids()) {
    CAPTURE(id);
    const Model model = zoo().describe(id)->model;
    const ParameterCount count = count_parameters(model);
    if (!count.known()) {
      continue;
    }
    for (const std::string text : {"bf16", "f32", "fp8@128x128", "nvfp4", "all=int8"}) {
      const WeightLoad out = load(model, text);
      CHECK(out.active() <= out.total());
      Bytes sum;
      Wide macs = 0;
      for (const WeightGroup& g : out.groups) {
        sum += g.total();
        macs += g.macs.value * g.layers * g.active;
      }
      CHECK(sum == out.total(true));
      CHECK(macs <= count.active() + count.total_of(WeightPart::draft) + count.total_of(WeightPart::encoder));
    }
    CHECK(load(model, "bf16").total().value == 2 * count.total());
    CHECK(load(model, "f32").total().value == 4 * count.total());
    CHECK(load(model, "all=int8").total().value == count.total());
  }
}

TEST_CASE("random widths: scales add their own bytes and nothing else") {
  rc::check([] {
    const int width = 2 * *rc::gen::inRange(1, 300);
    const int heads = *rc::gen::inRange(1, 9);
    const Model model = test::described(fmt::format(
        "name: M\nhidden_size: {}\nvocab_size: 100\ntie_word_embeddings: false\nintermediate_size: {}\n"
        "num_hidden_layers: 3\nnum_attention_heads: {}\nnum_key_value_heads: 1\nhead_dim: 8\n"
        "layer_types: full_attention x3\nweights: {{norms_per_layer: 2, gated_mlp: true}}\n",
        width, 3 * width, heads));
    const Wide plain = load(model, "fp8").total().value;
    const auto blocks = [](Wide a, Wide b) { return ceil_div(a, 128) * ceil_div(b, 128); };
    const Wide scales = 3 * (2 * blocks(width, 8 * heads) + 2 * blocks(width, 8) + 3 * blocks(width, 3 * width));
    RC_ASSERT(load(model, "fp8@128x128").total().value == plain + 4 * scales);
    RC_ASSERT(load(model, "fp8@128x128").active() <= load(model, "fp8@128x128").total());
  });
}

}  // namespace

}  // namespace kvtally::weight_load_test
