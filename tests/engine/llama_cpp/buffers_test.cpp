#include "engine/llama_cpp/buffers.hpp"

#include <doctest/doctest.h>

#include "engine/llama_cpp/files.hpp"

namespace kvtally::buffers_test {

namespace {

using test::llama_allocation;
using test::llama_figure;
using test::LlamaFile;

LlamaFile llama_3_8b() {
  LlamaFile out("llama", 32);
  out.set("embedding_length", 4096).set("attention.head_count", 32).set("attention.head_count_kv", 8);
  return out.set("attention.key_length", 128).set("attention.value_length", 128).set("vocab_size", 128256);
}

TEST_CASE("the output buffer: the logits of one token of each sequence") {
  const Model model = llama_3_8b().model();
  CHECK(llama_figure(llama_allocation(model, "-c 8192"), "output_buffer_bytes") == 513024);  // 0.49 MiB
  CHECK(llama_figure(llama_allocation(model, "-c 8192 -np 4"), "output_buffer_bytes") == 2052096);
}

TEST_CASE("the compute buffer is the larger of two peaks") {
  const Model model = llama_3_8b().model();
  const auto bytes = [&](const std::string& flags) {
    return llama_figure(llama_allocation(model, flags), "compute_buffer_bytes");
  };
  CHECK(bytes("-c 8192") == 512 * ((128256 + 2 * 4096) * 4 + 4));
  CHECK(bytes("-c 8192 -ub 256") == 256 * ((128256 + 2 * 4096) * 4 + 4));
  CHECK(bytes("-c 1M -fa on") == 512LL * (1048576 * 2 + 28 * 4096 + 28));
  CHECK(bytes("-c 256 -fa off") == 256 * ((128256 + 3 * 4096) * 4 + 4));  // n_ubatch is at most n_ctx
  CHECK(bytes("-c 8192 -fa off") == 512LL * (8192 * 132 + 20 * 4096 + 8 * 1024 + 20));
}

TEST_CASE("on a GPU the inputs lie on the host") {
  const Allocation made = llama_allocation(llama_3_8b().model(), "-c 8192 --backend cuda");
  CHECK(llama_figure(made, "compute_buffer_bytes") == 271056896);  // 258.50 MiB
  CHECK(llama_figure(made, "host_compute_buffer_bytes") == 512 * (4096 * 4 + 8192 * 2));
  CHECK(llama_figure(llama_allocation(llama_3_8b().model(), "-c 8192 --backend metal -fa off"),
                     "host_compute_buffer_bytes") == 512 * (4096 * 4 + 8192 * 4));
}

TEST_CASE("no estimate without a vocabulary, and it is said to be one where there is") {
  const Allocation without = llama_allocation(LlamaFile("llama", 4).drop("vocab_size").model(), "-c 4096");
  CHECK(figure_named(without, "compute_buffer_bytes") == nullptr);
  CHECK(figure_named(without, "output_buffer_bytes") == nullptr);
  const Allocation with = llama_allocation(LlamaFile("llama", 4).model(), "-c 4096");
  CHECK(with.assumptions.back() == "output and compute buffers are estimates, and are not held");
}

}  // namespace

}  // namespace kvtally::buffers_test
