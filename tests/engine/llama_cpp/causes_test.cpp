#include "engine/llama_cpp/causes.hpp"

#include <array>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <random>

#include "core/print.hpp"
#include "engine/llama_cpp/files.hpp"

namespace kvtally::causes_test {

namespace {

using test::llama_allocation;
using test::LlamaFile;
using test::zoo_model;

// One cause a line: "V as wide as the widest layer's: 1,024 (flash attention off)".
std::string causes(const Allocation& made) {
  std::string out;
  for (const EngineCause& cause : made.causes) {
    out += fmt::format("{}: {} ({})\n", cause.what, print_grouped(cause.bytes.value), cause.why);
  }
  return out;
}

std::string causes(const Model& model, const std::string& flags) { return causes(llama_allocation(model, flags)); }

TEST_CASE("cells rounded up: 1024 for 1000, and 512 for each of three sequences") {
  const Model model = LlamaFile("llama", 4).model();  // 2048 bytes a token
  CHECK(causes(model, "-c 1024") == "");
  CHECK(causes(model, "-c 1000") ==
        "cells rounded up: 49,152 (1,000 tokens asked for, 1,024 cells in 1 stream)\n");  // 24 × 2048
  CHECK(causes(model, "-c 1000 -np 3") ==
        "cells rounded up: 1,099,776 (1,000 tokens asked for, 512 cells in 3 streams)\n");  // (1536 − 3 × 333) ×
                                                                                            // 2048
}

TEST_CASE("sliding windows: their cells, all of them, or none that slide") {
  const Model gemma = LlamaFile("gemma3", 8).set("attention.sliding_window", 512).model();
  // 7 layers × 512 bytes × (1024 − 512)
  CHECK(
      causes(gemma, "-c 4096") ==
      "sliding window: cells: 1,835,008 (room for n_swa 512 × 1 and n_ubatch 512, rounded up to 256, at most 4096 "
      "cells)\n");
  CHECK(causes(gemma, "-c 4096 --swa-full") ==
        "--swa-full: 12,845,056 (sliding layers have as many cells as full ones)\n");
  CHECK(causes(gemma, "-c 4096 --engine-version b4600") ==
        "the sliding window is ignored: 12,845,056 (b4600 keeps every position)\n");
  CHECK(
      causes(gemma, "-c 4096 --engine-version b5500 -b 1024 -fa on") ==
      "sliding window: cells: 3,670,016 (room for n_swa 512 × 1 and n_batch 1024, rounded up to 256, at most 4096 "
      "cells)\n");
  const Model phi = LlamaFile("phi3", 2).set("attention.sliding_window", 1024).model();
  CHECK(causes(phi, "-c 4096") == "the sliding window is ignored: 3,145,728 (phi3 keeps every position)\n");
}

TEST_CASE("latents: expanded, or with a V tensor beside them") {
  const Model model = LlamaFile("deepseek2", 3).latent().model();  // 160 elements; expanded 4 × (96 + 64)
  CHECK(causes(model, "-c 4096") == "");
  CHECK(causes(model, "-c 4096 --no-mla-keys") ==
        "keys and values of each head, not the latent: 11,796,480 (640 elements a token and layer)\n");
  CHECK(causes(model, "-c 4096 --engine-version b5500") ==
        "a V tensor beside the latent: 3,145,728 (the latent without its rotary rows once more)\n");
  CHECK(causes(model, "-c 4096 --engine-version ik_llama.cpp -mla 1") ==
        "a V tensor beside the latent: 3,145,728 (the latent without its rotary rows once more)\n");
  CHECK(causes(model, "-c 4096 --engine-version ik_llama.cpp -mla 0 -fa on") ==
        "keys and values of each head, not the latent: 11,796,480 (640 elements a token and layer)\n");
}

TEST_CASE("V tensors without flash attention, index keys, MTP layers") {
  const Model deci = LlamaFile("deci", 4).set("attention.head_count_kv", std::vector<int>{2, 1, 0, 4}).model();
  CHECK(causes(deci, "-c 4096 -fa off") ==
        "V as wide as the widest layer's: 4,718,592 (flash attention off)\n");  // (2 + 3 + 4) × 64 × 2 × 4096
  LlamaFile msa("minimax-m3", 4);
  msa.indexer().set("leading_dense_block_count", 1).set("attention.indexer.block_size", 16);
  CHECK(causes(msa.model(), "-c 4096") ==
        "V tensor of the index keys: 1,572,864 (allocated, and not used)\n");  // 3 × 64 × 2 × 4096
  const Model drafts = LlamaFile("deepseek2", 4).latent().set("nextn_predict_layers", 1).model();
  CHECK(causes(drafts, "-c 4096") ==
        "MTP layers in the main context: 1,310,720 (deepseek2 caches them there, where nothing drafts)\n");
  const Model glm = LlamaFile("glm-dsa", 5).latent().indexer().set("nextn_predict_layers", 1).model();
  CHECK(causes(glm, "-c 4096 --mtp") ==
        "no index keys in the MTP context: -524,288 (a plain cache)\n");  // 64 × 2 × 4096
  CHECK(causes(glm, "-c 4096 --engine-version b5500") ==
        "a V tensor beside the latent: 4,194,304 (the latent without its rotary rows once more)\n"
        "no index keys: -2,097,152 (b5500 does not keep them)\n");
}

TEST_CASE("states: in f32, and copies to roll back to") {
  const Model model = LlamaFile("qwen35", 4).ssm().set("full_attention_interval", 4).model();
  CHECK(causes(model, "-c 4096") ==
        "convolution tails and token shifts in f32: 13,824 (whatever the model's own format)\n");  // 3 × 2304 × 2
  CHECK(causes(model, "-c 4096 -np 2 -kvu --rs-seq 2") ==
        "convolution tails and token shifts in f32: 27,648 (whatever the model's own format)\n"
        "states to roll back to: 1,683,456 (n_rs_seq 2 more for each sequence)\n");  // 3 × 140288 × 4
}

TEST_CASE("DeepSeek-V4: windows, pooled entries and compressor states apart") {
  const Model model = zoo_model("deepseek-v4-flash");
  const Allocation made = llama_allocation(model, "-c 4097");
  std::vector<std::string> names;
  for (const EngineCause& cause : made.causes) {
    names.push_back(cause.what);
  }
  CHECK(names == std::vector<std::string>{"sliding window: cells", "pooled entries: cells", "index keys: cells",
                                          "compressor states"});
}

TEST_CASE("tensors aligned: on CUDA rows of 576 elements in q8_0 are filled to 1024") {
  const std::string flags = "-c 32768 --kv-dtype q8_0 --backend cuda";
  const Allocation made = llama_allocation(zoo_model("deepseek-v3"), flags);
  // 61 × ⌈448 ÷ 32 × 34 ÷ 128⌉ × 128 = 61 × 512: the 0.03 MiB that ik_llama.cpp printed beside 1166.62
  CHECK(causes(made) ==
        "tensors aligned to 128 bytes: 31,232 (and on CUDA rows of quantised types to 512 elements)\n");
  CHECK(made.held.back().name == "padding between tensors");
}

// Flags of every kind that llama.cpp may meet.
class RandomFlags {
 public:
  std::string line(const Model& model) {
    const auto version = static_cast<std::size_t>(pick(0, 9));
    std::string out = fmt::format(
        "-c {} -np {} -ub {} -b {} --kv-dtype {} -fa {} --engine-version {} --backend {}", pick(16, 300000),
        pick(1, 16), pick(1, 4096), pick(1, 4096), kTypes.at(static_cast<std::size_t>(pick(0, 8))),
        pick(0, 3) > 0 ? "on" : "off", kVersions.at(version > 5 ? 0 : version), pick(0, 1) > 0 ? "cuda" : "cpu");
    out += pick(0, 1) > 0 ? " -kvu" : "";
    out += pick(0, 3) > 0 ? "" : " --swa-full";
    out += pick(0, 1) > 0 ? " --rs-seq 3" : "";
    return out + (pick(0, 2) > 0 || model.draft.empty() ? "" : " --mtp");
  }

 private:
  static constexpr std::array kTypes{"f32", "f16", "bf16", "q8_0", "q4_0", "q4_1", "iq4_nl", "q5_0", "q5_1"};
  static constexpr std::array kVersions{"b10256", "v0.5.0", "b5500", "b4600", "b1500", "ik_llama.cpp"};

  std::int64_t pick(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }

  std::mt19937 random_{9};
};

// needed + causes = allocated, or close() ends the program; and llama.cpp never holds less than is needed but for
// index keys that an old build or an MTP context leaves out.
void check_sums(const Allocation& made) {
  Bytes held;
  for (const EngineHold& hold : made.held) {
    CHECK((hold.bytes > Bytes{}));
    held += hold.bytes;
  }
  CHECK((held == made.allocated));
  for (const EngineCause& cause : made.causes) {
    CHECK_MESSAGE((cause.bytes > Bytes{} || cause.what.starts_with("no index keys")), cause.what);
  }
}

TEST_CASE("the reconciliation adds up over the zoo and random flags") {
  RandomFlags random;
  int started = 0;
  for (const std::string& id : Zoo(embedded_files()).ids()) {
    const Model model = zoo_model(id);
    for (int round = 0; round < 12; ++round) {
      const std::string flags = random.line(model);
      CAPTURE(id);
      CAPTURE(flags);
      if (!test::llama_problems(model, flags).empty()) {
        continue;  // a model that llama.cpp cannot hold
      }
      const Allocation made = llama_allocation(model, flags);
      CHECK(made.held.empty() == !made.refusal.empty());
      check_sums(made);
      started += made.refusal.empty() ? 1 : 0;
    }
  }
  CHECK(started > 300);
}

TEST_CASE("a longer context never takes less") {
  for (const std::string& id : Zoo(embedded_files()).ids()) {
    const Model model = zoo_model(id);
    if (!test::llama_problems(model, "-c 4096").empty()) {
      continue;
    }
    CAPTURE(id);
    Bytes before;
    for (int context = 100; context < 20000; context += 1733) {
      const Allocation made = llama_allocation(model, fmt::format("-c {} -np 2", context));
      CHECK((made.allocated >= before));
      before = made.allocated;
    }
  }
}

}  // namespace

}  // namespace kvtally::causes_test
