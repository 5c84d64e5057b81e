#include "report/description_yaml.hpp"

#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "read/text/yaml.hpp"
#include "report/compiled_in.hpp"
#include "support/golden.hpp"

namespace kvtally::description_yaml_test {

namespace {

using Sentences = std::vector<std::string>;

Model read(const std::string& text) {
  const auto tree = parse_yaml("m.yaml", text);
  REQUIRE(tree.has_value());
  const auto description = read_description(*tree, "m");
  CAPTURE(description.has_value() ? "" : render(description.error()));
  REQUIRE(description.has_value());
  return description->model;
}

// Reading what was written gives the same model, and writing that gives the same text.
void check_identity(const Model& model) {
  const auto text = description_of(model);
  CAPTURE(text.has_value() ? "" : text.error().front());
  REQUIRE(text.has_value());
  CAPTURE(*text);
  Model back = read(*text);
  back.id = model.id;
  CHECK(back == model);
  CHECK(description_of(back) == *text);
}

void check_text(const std::string& text) { check_identity(read("name: X\n" + text)); }

Sentences refused(const Model& model) {
  const auto text = description_of(model);
  CHECK_FALSE(text.has_value());
  return text ? Sentences{} : text.error();
}

TEST_CASE("every known model reads back from its own description") {
  for (const std::string& id : test::zoo().ids()) {
    CAPTURE(id);
    check_identity(test::model_of(id));
  }
}

TEST_CASE("what descriptions look like") {
  for (const std::string id : {"deepseek-v4-flash", "gemma-3n-e4b", "gemma-4-31b", "glm-5.2", "hunyuan-large",
                               "jamba-v0.1", "rwkv-7", "whisper-large-v3"}) {
    CAPTURE(id);
    test::check_golden("tests/golden/report/description-" + id + ".yaml", *description_of(test::model_of(id)));
  }
}

TEST_CASE("layers of every type, and two sorts of one") {
  const std::string heads = "num_attention_heads: 8\nnum_key_value_heads: 2\nhead_dim: 16\n";
  check_text("num_hidden_layers: 3\nlayer_types: moe, mlp x2\n");
  check_text(heads +
             "sliding_window: 8\nnum_sink_tokens: 4\nnum_hidden_layers: 2\nlayer_types: sliding_attention x2\n");
  check_text(heads + "attention_chunk_size: 8\nnum_hidden_layers: 1\nlayer_types: chunked_attention\n");
  check_text(heads +
             "compress_block_size: 32\ncompress_block_stride: 16\nselection_block_size: 64\n"
             "num_selected_blocks: 4\nsliding_window: 512\nnum_hidden_layers: 1\n"
             "layer_types: native_sparse_attention\n");
  check_text(heads +
             "hidden_size: 128\nconv_L_cache: 3\nmax_source_positions: 9\nnum_hidden_layers: 3\n"
             "layer_types: conv, cross_attention, full_attention\n");
  check_text(heads +
             "sliding_window: 4\nnum_hidden_layers: 3\nlayer_types: \"wide, narrow, wide\"\nkinds:\n"
             "  wide: {layer_type: sliding_attention, sliding_window: 8, v_head_dim: 32}\n"
             "  narrow: {layer_type: sliding_attention, num_sink_tokens: 2}\n");
  check_text(
      "num_attention_heads: 8\nnum_hidden_layers: 3\nlayer_types: \"a, b, c\"\nkinds:\n"
      "  a: {layer_type: full_attention, kv_lora_rank: 32, qk_nope_head_dim: 8, qk_rope_head_dim: 0, "
      "v_head_dim: 12}\n"
      "  b: {layer_type: full_attention, num_key_value_heads: 4, head_dim: 16}\n"
      "  c: {layer_type: full_attention, shared_key_value: true, head_dim: 24}\n");
}

TEST_CASE("a shared row where the model has another number of key-value heads") {
  check_text(
      "num_attention_heads: 8\nnum_key_value_heads: 4\nhead_dim: 16\nnum_hidden_layers: 2\n"
      "layer_types: \"full_attention, row\"\nkinds:\n"
      "  row: {layer_type: full_attention, shared_key_value: true, num_key_value_heads: 1}\n");
}

TEST_CASE("states of every type, alone and beside attention") {
  const std::string sizes =
      "linear_num_key_heads: 2\nlinear_num_value_heads: 4\nlinear_key_head_dim: 6\n"
      "linear_value_head_dim: 5\n";
  for (const std::string type :
       {"linear", "retention", "lightning", "gla", "delta", "gated_delta", "kda", "rwkv7"}) {
    const bool needs_convolution = type == "delta" || type == "gated_delta" || type == "kda";
    for (const std::string kernel : {"", "0", "1", "4"}) {
      CAPTURE(type);
      CAPTURE(kernel);
      if (kernel.empty() && needs_convolution) {
        continue;
      }
      const std::string text = sizes + "linear_type: " + type + "\n" +
                               (type == "rwkv7" ? "hidden_size: 24\n" : "") +
                               (kernel.empty() ? "" : "linear_conv_kernel_dim: " + kernel + "\n");
      check_text(text + "num_hidden_layers: 2\nlayer_types: linear_attention x2\n");
      check_text(text +
                 "num_attention_heads: 4\nnum_key_value_heads: 2\nhead_dim: 8\nsliding_window: 16\n"
                 "num_hidden_layers: 2\nlayer_types: \"hybrid, hybrid_sliding\"\n");
    }
  }
  check_text(
      "linear_type: mamba\nhidden_size: 24\nmamba_expand: 2\nmamba_d_state: 5\nmamba_d_conv: 4\n"
      "num_hidden_layers: 1\nlayer_types: linear_attention\n");
  check_text(
      "linear_type: mamba2\nmamba_n_heads: 3\nmamba_d_head: 8\nmamba_d_state: 5\nmamba_d_conv: 1\n"
      "mamba_n_groups: 2\nnum_hidden_layers: 1\nlayer_types: linear_attention\n");
  check_text(
      "num_hidden_layers: 2\nhidden_size: 10\nlayer_types: \"linear_attention, other\"\nkinds:\n"
      "  linear_attention: {linear_type: mamba, mamba_expand: 1, mamba_d_state: 5, mamba_d_conv: 4, "
      "hidden_size: 7}\n"
      "  other: {layer_type: linear_attention, linear_type: mamba2, mamba_n_heads: 3, mamba_d_head: 8, "
      "mamba_d_state: 5, mamba_d_conv: 4, mamba_n_groups: 1}\n");
}

TEST_CASE("shared caches, at the end and in between") {
  const std::string heads = "num_attention_heads: 8\nnum_key_value_heads: 2\nhead_dim: 16\nsliding_window: 8\n";
  check_text(heads +
             "num_hidden_layers: 6\nnum_kv_shared_layers: 3\n"
             "layer_types: \"[sliding_attention x2, full_attention] x2\"\n");
  check_text(heads +
             "num_hidden_layers: 6\nlayer_types: \"[full_attention, twin, neighbour] x2\"\nkinds:\n"
             "  twin: {layer_type: full_attention, shares: same_kind}\n"
             "  neighbour: {layer_type: sliding_attention, shares: previous}\n");
}

TEST_CASE("a heading that needs quotes, and one without facts") {
  Model model = test::model_of("llama-2-7b");
  model.name = "A \"model\": #1 \\ \xC3\xA9\t{x}";
  model.vendor = "null";
  model.notes = "ends with a space ";
  model.sources = {"- dash", "key: value", "", "plain/path file.py @1234"};
  model.parameters = {123456789012, std::nullopt};
  check_identity(model);
  model.vendor = "";
  model.released = "";
  model.notes = "";
  model.sources = {};
  model.parameters = {};
  model.max_position_embeddings.reset();
  check_identity(model);
  model.unlimited_context = true;
  check_identity(model);
}

TEST_CASE("what a description cannot say is named") {
  Model model = test::model_of("deepseek-v3.2");
  model.layers[0].memories[0].entry[0].format = *parse_format("fp8");
  CHECK(refused(model) ==
        Sentences{"dsa layers: the latent row is kept in fp8_e4m3, and a description says nothing of "
                  "formats (bf16)"});
  model = test::model_of("llama-2-7b");
  model.layers[0].memories[0].selection = TopK{8};
  CHECK(refused(model) ==
        Sentences{"mha layers: which positions are chosen, or by what cannot be said in a description"});
  model = test::model_of("llama-2-7b");
  model.layers[0].kind = "mine";
  CHECK(refused(model) == Sentences{"mine layers: their kind cannot be said in a description"});
  model = test::model_of("rwkv-7");
  model.layers[0].state.tensors.clear();
  CHECK(refused(model) == Sentences{"rwkv7 layers: no linear_type has the state that they keep"});
  model = test::model_of("llama-2-7b");
  model.released = "someday";
  CHECK(refused(model) == Sentences{"a description of it would be refused: released is 'someday'"});
}

TEST_CASE("an assumption that a description need not make becomes a comment") {
  Model model = test::model_of("gemma-3-27b");
  model.assumptions = {"head_dim 128 is the default of the class"};
  const auto text = description_of(model);
  REQUIRE(text.has_value());
  CHECK(text->ends_with("\n# assumed: head_dim 128 is the default of the class\n"));
  CHECK(read(*text).assumptions.empty());
}

}  // namespace

}  // namespace kvtally::description_yaml_test
