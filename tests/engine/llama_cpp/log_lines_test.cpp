#include "engine/llama_cpp/log_lines.hpp"

#include <doctest/doctest.h>

#include "engine/llama_cpp/files.hpp"

namespace kvtally::log_lines_test {

namespace {

using test::LlamaFile;

// The lines about caches: without the context's own and the buffers that are estimated.
std::string caches(const Model& model, const std::string& flags) {
  std::string out;
  for (const EngineLogLine& line : test::llama_allocation(model, flags).log) {
    const bool other = line.text.starts_with("llama_context") || line.text.starts_with("sched_reserve");
    out += other ? "" : line.text + "\n";
  }
  return out;
}

TEST_CASE("all lines of a context") {
  std::string out;
  for (const EngineLogLine& line : test::llama_allocation(LlamaFile("llama", 4).model(), "-c 1000 -np 3").log) {
    out += line.text + (line.note.empty() ? "" : "  <- " + line.note) + "\n";
  }
  CHECK(out ==
        "llama_context: n_seq_max     = 3\n"
        "llama_context: n_ctx         = 1536\n"
        "llama_context: n_ctx_seq     = 512\n"
        "llama_context: n_batch       = 1536\n"
        "llama_context: n_ubatch      = 512\n"
        "llama_context: kv_unified    = false\n"
        "llama_context:        CPU  output buffer size =     0.01 MiB\n"
        "llama_kv_cache:        CPU KV buffer size =     3.00 MiB\n"
        "llama_kv_cache: size =    3.00 MiB (   512 cells,   4 layers,  3/3 seqs), K (f16):    1.50 MiB, V (f16): "
        "   "
        "1.50 MiB  <- the cells are those of one stream\n"
        "sched_reserve:        CPU compute buffer size =     4.01 MiB  <- an estimate, from measurements on dense "
        "Llama graphs\n");
}

// Lines of real logs: Muse-Glimmer through Ollama, gpt-oss-20b with --swa-full and with micro-batches of 128,
// Qwen3.8-27B.
TEST_CASE("lines as real logs have them") {
  CHECK(caches(test::zoo_model("gpt-oss-20b"), "-c 8192 -ub 128 -ctk q8_0 -ctv q8_0") ==
        "llama_kv_cache_iswa: creating non-SWA KV cache, size = 8192 cells\n"
        "llama_kv_cache:        CPU KV buffer size =   102.00 MiB\n"
        "llama_kv_cache: size =  102.00 MiB (  8192 cells,  12 layers,  1/1 seqs), K (q8_0):   51.00 MiB, V "
        "(q8_0):   "
        "51.00 MiB\n"
        "llama_kv_cache_iswa: creating     SWA KV cache, size = 256 cells\n"
        "llama_kv_cache:        CPU KV buffer size =     3.19 MiB\n"
        "llama_kv_cache: size =    3.19 MiB (   256 cells,  12 layers,  1/1 seqs), K (q8_0):    1.59 MiB, V "
        "(q8_0):    "
        "1.59 MiB\n");
  CHECK(caches(test::zoo_model("gpt-oss-20b"), "-c 4096 --swa-full")
            .starts_with("llama_kv_cache_iswa: using full-size SWA cache (ref: "
                         "https://github.com/ggml-org/llama.cpp/pull/13194#issuecomment-2868343055)\n"
                         "llama_kv_cache_iswa: creating non-SWA KV cache, size = 4096 cells\n"));
  CHECK(
      caches(test::zoo_model("qwen3.6-27b"), "-c 8192 --rs-seq 2 --backend cuda") ==
      "llama_kv_cache:      CUDA0 KV buffer size =   512.00 MiB\n"
      "llama_kv_cache: size =  512.00 MiB (  8192 cells,  16 layers,  1/1 seqs), K (f16):  256.00 MiB, V (f16):  "
      "256.00 MiB\n"
      "llama_memory_recurrent:      CUDA0 RS buffer size =   448.88 MiB\n"
      "llama_memory_recurrent: size =  448.88 MiB (     1 cells,  64 layers,  1 seqs  2 rs_seq), R (f32):   16.88 "
      "MiB, S (f32):  432.00 MiB\n");
}

TEST_CASE("DeepSeek-V4 and MTP contexts") {
  CHECK(caches(test::zoo_model("deepseek-v4-flash"), "-c 4096") ==
        "llama_kv_cache_iswa: creating non-SWA KV cache, size = 4096 cells\n"
        "llama_kv_cache: size =    0.00 MiB (  4096 cells,   0 layers,  1/1 seqs), K (f16):    0.00 MiB, V (f16): "
        "   "
        "0.00 MiB\n"
        "llama_kv_cache_iswa: creating     SWA KV cache, size = 768 cells\n"
        "llama_kv_cache:        CPU KV buffer size =    32.25 MiB\n"
        "llama_kv_cache: size =   32.25 MiB (   768 cells,  43 layers,  1/1 seqs), K (f16):   32.25 MiB, V (f16): "
        "   "
        "0.00 MiB\n"
        "llama_kv_cache_dsv4: creating DSV4 CSA compressed KV cache, size = 1024 cells\n"
        "llama_kv_cache:        CPU KV buffer size =    21.00 MiB\n"
        "llama_kv_cache: size =   21.00 MiB (  1024 cells,  21 layers,  1/1 seqs), K (f16):   21.00 MiB, V (f16): "
        "   "
        "0.00 MiB\n"
        "llama_kv_cache_dsv4: creating DSV4 HCA compressed KV cache, size = 32 cells\n"
        "llama_kv_cache:        CPU KV buffer size =     5.00 MiB\n"
        "llama_kv_cache: size =    5.00 MiB (   256 cells,  20 layers,  1/1 seqs), K (f16):    5.00 MiB, V (f16): "
        "   "
        "0.00 MiB\n"
        "llama_kv_cache_dsv4: creating DSV4 lightning-indexer KV cache, size = 1024 cells\n"
        "llama_kv_cache:        CPU KV buffer size =     5.25 MiB\n"
        "llama_kv_cache: size =    5.25 MiB (  1024 cells,  21 layers,  1/1 seqs), K (f16):    5.25 MiB, V (f16): "
        "   "
        "0.00 MiB\n");
  CHECK(
      caches(test::zoo_model("qwen3.5-0.8b"), "-c 4096 --mtp -ctkd q8_0 -ctvd q8_0")
          .ends_with("llama_kv_cache: size =    4.25 MiB (  4096 cells,   1 layers,  1/1 seqs), K (q8_0):    2.12 "
                     "MiB, V (q8_0):    2.12 MiB\n"));
}

// Through node-llama-cpp 3.22.1, which packs it.
TEST_CASE("v0.5.0 aligns the context's lines, and prints a third size of states") {
  const Allocation made =
      test::llama_allocation(test::zoo_model("qwen3.5-0.8b"), "-c 4096 --engine-version v0.5.0");
  CHECK(made.log[1].text == "llama_context: n_ctx                 = 4096");
  CHECK(
      caches(test::zoo_model("qwen3.5-0.8b"), "-c 4096 --engine-version v0.5.0")
          .ends_with("llama_memory_recurrent: size =   19.27 MiB (     1 cells,  24 layers,  1 seqs  0 rs_seq), R "
                     "(f32):    1.27 MiB, S (f32):   18.00 MiB, P (f32):    0.00 MiB\n"));
}

TEST_CASE("older builds and ik_llama.cpp") {
  const Model llama = test::zoo_model("llama-2-7b");
  CHECK(caches(llama, "-c 2048 --engine-version b1500") ==
        "llama_new_context_with_model: kv self size  = 1024.00 MB\n");
  CHECK(caches(llama, "-c 2048 --engine-version b4600") ==
        "llama_kv_cache_init:        CPU KV buffer size =  1024.00 MiB\n"
        "llama_new_context_with_model: KV self size  = 1024.00 MiB, K (f16):  512.00 MiB, V (f16):  512.00 MiB\n");
  CHECK(caches(test::zoo_model("gemma-2-27b"), "-c 32768 -np 2 --engine-version b5500 -fa on")
            .ends_with("llama_kv_cache_unified: size = 1840.00 MiB ( 10240 cells,  23 layers,  2 seqs), K (f16):  "
                       "920.00 MiB, V (f16):  920.00 MiB\n"));
  CHECK(caches(test::zoo_model("deepseek-v3"),
               "-c 32768 -ctk q8_0 --engine-version ik_llama.cpp -fa on --backend cuda") ==
        "llama_kv_cache_init:      CUDA0 KV buffer size =  1166.65 MiB\n"
        "llama_new_context_with_model: KV self size  = 1166.62 MiB, c^KV (q8_0): 1166.62 MiB, kv^T: not used\n");
  CHECK(caches(test::zoo_model("deepseek-v3"), "-c 32768 --engine-version ik_llama.cpp -mla 1")
            .ends_with("KV self size  = 4148.00 MiB, c^KV (f16): 2196.00 MiB, kv^T (f16): 1952.00 MiB\n"));
  const Model mamba = LlamaFile("mamba", 4).ssm(16).model();
  CHECK(caches(mamba, "-c 2048 --engine-version b4600") ==
        "llama_kv_cache_init:        CPU KV buffer size =     0.15 MiB\n"
        "llama_new_context_with_model: KV self size  =    0.15 MiB, K (f32):    0.02 MiB, V (f32):    0.12 MiB\n");
  CHECK(
      caches(mamba, "-c 2048 --engine-version b5500") ==
      "llama_kv_cache_recurrent:        CPU KV buffer size =     0.15 MiB\n"
      "llama_kv_cache_recurrent: size =    0.15 MiB (     1 cells,   4 layers,  1 seqs), R (f32):    0.02 MiB, S "
      "(f32):    0.12 MiB\n");
}

}  // namespace

}  // namespace kvtally::log_lines_test
