#include "engine/llama_cpp/read_log.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/llama_cpp/files.hpp"
#include "engine/log_agreement.hpp"

namespace kvtally::read_log_test {

namespace {

// "base_cache_bytes=27.00 MiB kv_cells=…": the quantities of a line; "none" where it is not known. Of the figures
// that one may be the first, and "|".
std::string quantities(const std::string& line) {
  const auto read = llama_cpp::read_log(line);
  if (!read) {
    return "none";
  }
  std::string out;
  for (const LogQuantity& quantity : read->quantities) {
    const std::size_t first = quantity.name.find('|');
    const std::string name = quantity.name.substr(0, first) + (first == std::string::npos ? "" : "|");
    out += fmt::format("{}{}={}", out.empty() ? "" : " ", name, quantity.printed);
  }
  return out;
}

std::string meaning(const std::string& line) {
  const auto read = llama_cpp::read_log(line);
  return read ? read->meaning : "none";
}

TEST_CASE("sizes of caches, of every age") {
  CHECK(
      quantities(
          "llama_kv_cache: size =   27.00 MiB (   512 cells,  18 layers,  3/3 seqs), K (f16):   13.50 MiB, V "
          "(f16):   13.50 MiB") ==
      "base_cache_bytes|=27.00 MiB kv_cells|=512 cells =18 layers n_seq_max=3 sequences n_stream=3 streams =13.50 "
      "MiB "
      "=13.50 MiB");
  CHECK(
      quantities("0.08.476 I llama_kv_cache_unified: size =  144.00 MiB (  4096 cells,  18 layers,  1 seqs), K "
                 "(q8_0):   72.00 MiB, V (q4_0):   72.00 MiB") ==
      "base_cache_bytes|=144.00 MiB kv_cells|=4096 cells =18 layers n_seq_max=1 sequences =72.00 MiB =72.00 MiB");
  CHECK(
      quantities(
          "llama_memory_recurrent: size =  448.88 MiB (     1 cells,  64 layers,  1 seqs  2 rs_seq), R (f32): "
          "  16.88 MiB, S (f32):  432.00 MiB") ==
      "recurrent_bytes=448.88 MiB n_seq_max=1 sequences recurrent_r_bytes=16.88 MiB recurrent_s_bytes=432.00 MiB");
  CHECK(
      quantities("llama_memory_recurrent: size = 112.57 MiB (1 cells, 48 layers, 1 seqs 0 rs_seq), R (f32): 4.22 "
                 "MiB, S (f32): 108.00 MiB, P (f32): 0.35 MiB") ==
      "recurrent_bytes=112.57 MiB n_seq_max=1 sequences recurrent_r_bytes=4.22 MiB recurrent_s_bytes=108.00 MiB");
  CHECK(quantities(
            "llama_new_context_with_model: KV self size  = 1024.00 MiB, K (f16):  512.00 MiB, V (f16):  512.00 "
            "MiB") == "kv_cache_bytes=1024.00 MiB k_bytes=512.00 MiB v_bytes=512.00 MiB");
  CHECK(quantities("llama_new_context_with_model: kv self size  = 1600.00 MB") == "kv_cache_bytes=1600.00 MiB");
  CHECK(
      quantities("llama_new_context_with_model: KV self size  = 1166.62 MiB, c^KV (q8_0): 1166.62 MiB, kv^T: not "
                 "used") == "kv_cache_bytes=1166.62 MiB k_bytes=1166.62 MiB");
  CHECK(quantities("KV self size  = 4148.00 MiB, c^KV (f16): 2196.00 MiB, kv^T (f16): 1952.00 MiB") ==
        "kv_cache_bytes=4148.00 MiB k_bytes=2196.00 MiB v_bytes=1952.00 MiB");
}

TEST_CASE("cells, buffers and the context") {
  CHECK(quantities("llama_kv_cache_iswa: creating non-SWA KV cache, size = 8192 cells") == "kv_cells=8192 cells");
  CHECK(quantities("llama_kv_cache_iswa: creating     SWA KV cache, size =  2560 cells") ==
        "swa_cells=2560 cells");
  CHECK(quantities("llama_kv_cache_dsa: creating main KV cache, size = 8192 cells") == "kv_cells=8192 cells");
  CHECK(quantities("llama_kv_cache_msa: creating indexer KV cache, size = 8192 cells") ==
        "index_cells=8192 cells");
  CHECK(quantities("llama_kv_cache_dsv4: creating DSV4 HCA compressed KV cache, size = 32 cells") == "=32 cells");
  CHECK(quantities("llama_kv_cache:        CPU KV buffer size =    27.00 MiB") == "=27.00 MiB");
  CHECK(meaning("llama_memory_recurrent:      CUDA0 RS buffer size =   448.88 MiB") ==
        "What CUDA0 holds of one cache (recurrent states), with the padding between its tensors.");
  CHECK(quantities("llama_context:  CUDA_Host  output buffer size =     0.49 MiB") ==
        "output_buffer_bytes=0.49 MiB");
  CHECK(quantities("sched_reserve:      CUDA0 compute buffer size =   258.50 MiB") ==
        "compute_buffer_bytes=258.50 MiB");
  CHECK(quantities("llama_context:  CUDA_Host compute buffer size =    24.01 MiB") ==
        "host_compute_buffer_bytes=24.01 MiB");
  CHECK(quantities("llama_context: n_ctx         = 8192") == "n_ctx=8192 tokens");
  CHECK(quantities("llama_context: n_seq_max     = 4") == "n_seq_max=4 sequences");
  CHECK(quantities(
            "llama_context: n_ctx_seq (8192) < n_ctx_train (131072) -- the full capacity of the model will not "
            "be utilized") == "n_ctx_seq=8192 tokens =131072 tokens");
  CHECK(meaning("llama_context: kv_unified    = true") ==
        "All sequences share one stream of cells: -c is the room of all together.");
}

TEST_CASE("refusals") {
  CHECK(meaning("llama_init_from_model: V cache quantization requires flash_attn") ==
        "llama.cpp does not start: quantised values need flash attention (-fa on).");
  CHECK(meaning("llama_init_from_model: quantized V cache requires flash_attn to be enabled") ==
        "llama.cpp does not start: quantised values need flash attention (-fa on).");
  CHECK(meaning("llama_init_from_model: K cache type q8_0 with block size 32 does not divide n_embd_head_k=48") ==
        "llama.cpp does not start: heads of 48 elements are no whole number of q8_0's blocks of 32.");
  CHECK(
      meaning("model does not support different K (q8_0) and V (f16) cache types") ==
      "llama.cpp does not start: a model that keeps one row for key and value needs -ctk and -ctv alike, not q8_0 "
      "and f16.");
  CHECK(meaning("failed to initialize the context: n_seq_max must be <= 256") ==
        "llama.cpp does not start: -np may be 256 at most.");
  CHECK(meaning("failed to initialize the context: failed to allocate buffer for kv cache") ==
        "llama.cpp does not start: there is no memory for the keys and values.");
}

TEST_CASE("a size is 2^20 bytes for each MiB, to half of its last digit") {
  const auto read = llama_cpp::read_log("kv self size  = 149.62 MB");
  REQUIRE(read);
  const LogQuantity& size = read->quantities.front();
  CHECK((size.numerator == Wide{14962} * 1048576));
  CHECK((size.denominator == 100));
  CHECK((size.last_digit == 1048576));
  CHECK(size.unit == "bytes");
}

TEST_CASE("other lines") {
  for (const char* line : {"", " ", "GPU KV cache size: 49,152 tokens", "llama_kv_cache: size = MiB",
                           "KV self size  = 1x MiB", "load_tensors: CPU model buffer", "size ="}) {
    CHECK(quantities(line) == "none");
  }
  CHECK(quantities(std::string(100000, '(')) == "none");
  CHECK(quantities("kv self size = " + std::string(900, '9') + ".00 MB") == "none");
}

// Whatever is printed is read again, and agrees with the figure that it names.
TEST_CASE("every line that is written is read") {
  for (const char* id :
       {"gemma-3-27b", "deepseek-v3", "deepseek-v4-flash", "qwen3.6-27b", "minimax-m3", "rwkv-7"}) {
    for (const char* flags : {"-c 4096 -np 2", "-c 8192 --kv-dtype q8_0 --backend cuda --swa-full"}) {
      const Allocation made = test::llama_allocation(test::zoo_model(id), flags);
      for (const EngineLogLine& line : made.log) {
        CAPTURE(line.text);
        CHECK(llama_cpp::read_log(line.text).has_value());
      }
    }
  }
  const Allocation made = test::llama_allocation(test::zoo_model("qwen3.6-27b"), "-c 8192 -np 3 -kvu");
  int compared = 0;
  for (const EngineLogLine& line : made.log) {
    const auto read = llama_cpp::read_log(line.text);
    REQUIRE(read);
    for (const LogQuantity& quantity : read->quantities) {
      const LogAgreement agreement = agreement_of(quantity, made);
      if (agreement.computed) {
        CAPTURE(line.text);
        CHECK(agreement.agrees);
        ++compared;
      }
    }
  }
  CHECK(compared == 14);
}

}  // namespace

}  // namespace kvtally::read_log_test
