// The worked examples of llama.cpp b10256: contexts that the library itself made, from metadata alone.

#include <doctest/doctest.h>

#include "engine/llama_cpp/files.hpp"

namespace kvtally::llama_cpp_worked_test {

namespace {

using test::LlamaFile;
using Heads = std::vector<int>;
using Marks = std::vector<bool>;

struct Example {
  std::string name;
  LlamaFile file;
  std::string flags;
  std::int64_t bytes = 0;
  std::string figure = "allocated_bytes";
};

LlamaFile llama() { return {"llama", 4}; }
LlamaFile llama_3_8b() {
  LlamaFile out("llama", 32);
  out.set("embedding_length", 4096).set("attention.head_count", 32).set("attention.head_count_kv", 8);
  return out.set("attention.key_length", 128).set("attention.value_length", 128).set("vocab_size", 128256);
}
LlamaFile windowed(const std::string& architecture, int blocks, int window) {
  return LlamaFile(architecture, blocks).set("attention.sliding_window", window);
}
LlamaFile gemma4(int blocks, const Marks& pattern, const Heads& heads) {
  LlamaFile out = windowed("gemma4", blocks, 512);
  out.set("attention.sliding_window_pattern", pattern).set("attention.head_count_kv", heads);
  out.set("attention.key_length", 128).set("attention.value_length", 128);
  return out.set("attention.key_length_swa", 64).set("attention.value_length_swa", 64);
}
LlamaFile hybrid(const std::string& architecture, int blocks) { return LlamaFile(architecture, blocks).ssm(); }
LlamaFile gated(const std::string& architecture, int blocks, int drafts = 0) {
  LlamaFile out = hybrid(architecture, blocks).set("full_attention_interval", 4);
  return drafts > 0 ? out.set("nextn_predict_layers", drafts) : out;
}
LlamaFile glm(int context) { return LlamaFile("glm-dsa", 5).latent().indexer().set("context_length", context); }
LlamaFile deepseek4() {
  LlamaFile out = windowed("deepseek4", 4, 128).indexer();
  out.set("attention.head_count_kv", 1).set("attention.key_length", 128).set("attention.value_length", 128);
  return out.set("attention.compress_ratios", Heads{0, 4, 128, 4});
}
LlamaFile rwkv(const std::string& architecture) { return LlamaFile(architecture, 3).set("wkv.head_size", 64); }
LlamaFile lfm2() {
  return LlamaFile("lfm2", 4).set("attention.head_count_kv", Heads{0, 2, 0, 2}).set("shortconv.l_cache", 3);
}
LlamaFile old_latent() {
  LlamaFile out = LlamaFile("deepseek2", 3).latent();
  out.drop("attention.key_length_mla").drop("attention.value_length_mla").set("attention.head_count_kv", 4);
  return out.set("attention.key_length", 96).set("attention.value_length", 64);
}

std::vector<Example> plain_examples() {
  return {
      {"1", llama(), "-c 1000", 2097152},
      {"2", llama(), "-c 1000 -ctk q8_0 -ctv q4_0", 851968},
      {"3", llama(), "-c 1000 -ctk iq4_nl -ctv q5_1", 688128},
      {"4", llama(), "-c 1000 -np 3", 3145728},
      {"5", llama(), "-c 1000 -np 3 -kvu", 2097152},
      {"6", llama(), "-c 300 -ctk f32 -ctv f32 -fa off", 2097152},
      {"7: f16", llama_3_8b(), "-c 8192", 1073741824},
      {"7: q8_0", llama_3_8b(), "-c 8192 -ctk q8_0 -ctv q8_0", 570425344},
      {"7: q4_0", llama_3_8b(), "-c 8192 --kv-dtype q4_0", 301989888},
      {"compute", llama_3_8b(), "-c 8192 -fa on", 279447552, "compute_buffer_bytes"},
      {"compute: q8_0", llama_3_8b(), "-c 8192 -fa on --kv-dtype q8_0", 287836160, "compute_buffer_bytes"},
      {"compute: without flash attention", llama_3_8b(), "-c 8192 -fa off", 599795712, "compute_buffer_bytes"},
      {"compute: device", llama_3_8b(), "-c 8192 --backend cuda", 271056896, "compute_buffer_bytes"},
  };
}

std::vector<Example> window_examples() {
  return {
      {"8", windowed("gemma3", 8, 512), "", 5767168},
      {"9", windowed("gemma3", 8, 512), "-c 16384 -np 4", 23068672},
      {"10", windowed("gemma3", 8, 512), "-c 16384 -np 4 -kvu", 17563648},
      {"10: cells", windowed("gemma3", 8, 512), "-c 16384 -np 4 -kvu", 2560, "swa_cells"},
      {"11", windowed("gemma3", 8, 512), "--kv-dtype q8_0", 3063808},
      {"12", windowed("gpt-oss", 6, 128), "-c 8192", 13762560},
      {"12: cells", windowed("gpt-oss", 6, 128), "-c 8192", 768, "swa_cells"},
      {"13", LlamaFile("gemma2", 4), "-c 8192", 13107200},
      {"13: cells", LlamaFile("gemma2", 4), "-c 8192", 4608, "swa_cells"},
      {"14", windowed("cohere2", 4, 1024), "-c 8192 -ub 256", 6160384},
      {"14: cells", windowed("cohere2", 4, 1024), "-c 8192 -ub 256", 1280, "swa_cells"},
      {"15", LlamaFile("llama4", 4), "-c 16384", 21757952},
      {"15: cells", LlamaFile("llama4", 4), "-c 16384", 8704, "swa_cells"},
      {"16", windowed("smallthinker", 4, 512), "-c 8192", 11272192},
      {"17", windowed("phi3", 2, 2047), "-c 8192", 8388608},
      {"18", windowed("gemma3n", 22, 512), "", 16777216},
      {"19", gemma4(4, {true, false, true, false}, {2, 1, 2, 1}), "", 5242880},
      {"19: full", gemma4(4, {true, false, true, false}, {2, 1, 2, 1}), "--swa-full", 8388608},
      {"20", gemma4(4, {true, false, true, false}, {4, 1, 4, 1}), "", 6291456},
      {"20: off", gemma4(4, {true, false, true, false}, {4, 1, 4, 1}), "-fa off", 8388608},
      {"21",
       gemma4(6, {true, true, true, false, true, false}, {2, 2, 2, 1, 2, 1}).set("attention.shared_kv_layers", 2),
       "", 3670016},
      {"22", LlamaFile("deci", 4).set("attention.head_count_kv", Heads{2, 1, 0, 4}), "", 7340032},
      {"22: off", LlamaFile("deci", 4).set("attention.head_count_kv", Heads{2, 1, 0, 4}), "-fa off", 12058624},
      {"43",
       windowed("step35", 4, 128)
           .set("nextn_predict_layers", 1)
           .set("attention.sliding_window_pattern", Marks{true, true, false, false}),
       "", 2883584},
  };
}

std::vector<Example> state_examples() {
  return {
      {"23", LlamaFile("mamba", 4).ssm(16), "", 155648},
      {"24", LlamaFile("mamba2", 4).ssm(), "-np 2", 1122304},
      {"25: rwkv6", rwkv("rwkv6"), "", 202752},
      {"25: rwkv7", rwkv("rwkv7"), "", 202752},
      {"26: qwen3next", gated("qwen3next", 4), "", 2518016},
      {"26: qwen35", gated("qwen35", 4), "", 2518016},
      {"27", gated("qwen35", 4), "-np 4 -kvu", 3780608},
      {"28", gated("qwen35", 5, 1), "", 2518016},
      {"28: MTP", gated("qwen35", 5, 1), "--mtp", 2097152, "mtp_cache_bytes"},
      {"29", gated("qwen35", 5, 1), "-np 2 -kvu --rs-seq 2", 4622336},
      {"29: rows", gated("qwen35", 5, 1), "-np 2 -kvu --rs-seq 2", 6, "recurrent_rows"},
      {"30", LlamaFile("jamba", 4).ssm(16).set("attention.head_count_kv", Heads{0, 2, 0, 0}), "", 2213888},
      {"31", hybrid("falcon-h1", 2), "-c 1024", 1329152},
      {"32", hybrid("granitehybrid", 4).set("attention.head_count_kv", Heads{0, 2, 0, 0}), "", 2518016},
      {"32: 2", hybrid("granitehybrid", 4).set("attention.head_count_kv", Heads{0, 2, 0, 0}), "-np 2", 2938880},
      {"33",
       hybrid("nemotron_h", 4)
           .set("attention.head_count_kv", Heads{0, 0, 2, 0})
           .set("feed_forward_length", Heads{0, 384, 0, 0}),
       "", 2377728},
      {"34", lfm2(), "", 4198400},
      {"34: 2", lfm2(), "-np 2", 4202496},
  };
}

std::vector<Example> latent_examples() {
  return {
      {"35", LlamaFile("deepseek2", 3).latent(), "", 3932160},
      {"35: q8_0", LlamaFile("deepseek2", 3).latent(), "--kv-dtype q8_0", 2088960},
      {"36", old_latent(), "--no-mla-keys", 15728640},
      {"37", LlamaFile("deepseek2", 4).latent().set("nextn_predict_layers", 1), "", 5242880},
      {"38", LlamaFile("deepseek32", 3).latent().indexer(), "", 5505024},
      {"39: 65536", glm(65536), "", 9175040},
      {"39: 1048576", glm(1048576), "", 8126464},
      {"39: types", glm(65536).set("attention.indexer.types", Heads{1, 0, 0, 0, 1}), "", 7602176},
      {"40", glm(65536).set("nextn_predict_layers", 1), "", 7340032},
      {"40: MTP", glm(65536).set("nextn_predict_layers", 1), "--mtp", 1310720, "mtp_cache_bytes"},
      {"41",
       LlamaFile("kimi-linear", 4)
           .latent()
           .set("attention.head_count_kv", Heads{0, 0, 0, 1})
           .set("kda.head_dim", 64)
           .set("ssm.conv_kernel", 4),
       "", 1534976},
      {"42",
       LlamaFile("minimax-m3", 4)
           .indexer()
           .set("leading_dense_block_count", 1)
           .set("attention.indexer.block_size", 16)
           .set("attention.indexer.local_blocks", 1),
       "", 11534336},
      {"44", deepseek4(), "", 1818624},
      {"44: raw", deepseek4(), "", 786432, "swa_cache_bytes"},
      {"44: CSA", deepseek4(), "", 524288, "csa_cache_bytes"},
      {"44: HCA", deepseek4(), "", 65536, "hca_cache_bytes"},
      {"44: indexer", deepseek4(), "", 262144, "index_cache_bytes"},
      {"44: states", deepseek4(), "", 32768 + 131072 + 16384, "compressor_bytes"},
      {"45", deepseek4(), "-np 2", 2850816},
      {"45: unified", deepseek4(), "-np 2 -kvu", 3637248},
  };
}

int check(const std::vector<Example>& examples) {
  for (const Example& example : examples) {
    CAPTURE(example.name);
    const std::string context = example.flags.find("-c ") == std::string::npos ? "-c 4096 " : "";
    const Allocation made = test::llama_allocation(example.file.model(), context + example.flags);
    CHECK(made.refusal == "");
    CHECK(test::llama_figure(made, example.figure) == example.bytes);
  }
  return static_cast<int>(examples.size());
}

TEST_CASE("llama.cpp: the worked examples, to the byte") {
  int count = 0;
  for (const auto& examples : {plain_examples(), window_examples(), state_examples(), latent_examples()}) {
    count += check(examples);
  }
  MESSAGE("llama.cpp: " << count << " figures of the 45 worked examples and of compute buffers");
}

// Real logs: Qwen3.5-9B, gemma-3-270m, Falcon-H1-1.5B.
TEST_CASE("llama.cpp: real logs beside the worked examples") {
  const Allocation qwen = test::llama_allocation(test::zoo_model("qwen3.5-9b"), "-c 4096");
  CHECK(test::llama_figure(qwen, "recurrent_r_bytes") == 2359296);   // 2.25 MiB
  CHECK(test::llama_figure(qwen, "recurrent_s_bytes") == 50331648);  // 48.00 MiB
  LlamaFile gemma = windowed("gemma3", 18, 512).set("attention.head_count_kv", 1);
  gemma.set("attention.key_length", 256).set("attention.value_length", 256);
  CHECK(test::llama_figure(test::llama_allocation(gemma.model(), "-c 1024 -np 3"), "kv_cache_bytes") == 27 << 20);
  CHECK(test::llama_figure(test::llama_allocation(gemma.model(), "-c 1024 -np 4"), "kv_cache_bytes") == 18 << 20);
  LlamaFile falcon("falcon-h1", 24);
  falcon.set("embedding_length", 2048).set("attention.head_count", 8).set("attention.head_count_kv", 2);
  falcon.set("attention.key_length", 128).set("attention.value_length", 128);
  falcon.ssm().set("ssm.inner_size", 3072).set("ssm.state_size", 256).set("ssm.group_count", 1);
  const Allocation h1 = test::llama_allocation(falcon.set("ssm.time_step_rank", 48).model(), "-c 32768");
  CHECK(test::llama_figure(h1, "kv_cache_bytes") == 768 << 20);
  CHECK(test::llama_figure(h1, "recurrent_r_bytes") == 1032192);   // 24 × 3 × 3584 × 4: 0.98 MiB
  CHECK(test::llama_figure(h1, "recurrent_s_bytes") == 75497472);  // 72.00 MiB
}

}  // namespace

}  // namespace kvtally::llama_cpp_worked_test
