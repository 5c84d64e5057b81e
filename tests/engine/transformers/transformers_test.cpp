#include "engine/transformers/transformers.hpp"

#include <random>
#include <string>
#include <vector>

#include "engine/transformers/support.hpp"

namespace kvtally::transformers_test {

namespace {

// Formats, lengths and caches in any combination that read_setting takes.
std::string random_line(std::mt19937& random) {
  const auto draw = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  const int context = draw(0, 3) == 0 ? draw(1, 8) : draw(1, 5000);
  std::string line = "-c " + std::to_string(context) + " -b " + std::to_string(draw(1, 4)) + " --num-beams " +
                     std::to_string(draw(1, 3)) + " --tp " + std::to_string(1 << draw(0, 2));
  if (draw(0, 1) == 1) {
    line += " --prefill " + std::to_string(draw(1, context));
  }
  const std::vector<std::string> caches{"dynamic",          "static",    "offloaded",
                                        "offloaded_static", "quantized", "paged"};
  line += " --cache-implementation " + caches[static_cast<std::size_t>(draw(0, 5))];
  line += draw(0, 1) == 1 ? " --dtype f32" : "";
  line += draw(0, 2) == 0 ? " --engine-version 5.13" : "";
  line += draw(0, 2) == 0 ? " --num-blocks 1000" : "";
  return line;
}

}  // namespace

// close() aborts where needed and causes do not add up to what is held.
TEST_CASE("the whole zoo under random flags: all adds up, and no byte is without a named cause") {
  std::mt19937 random(5);
  const Zoo zoo(embedded_files());
  int held = 0;
  for (const std::string& id : zoo.ids()) {
    const Model model = zoo.describe(id)->model;
    for (int i = 0; i < 12; ++i) {
      const std::string line = random_line(random);
      CAPTURE(id);
      CAPTURE(line);
      const auto out = test::try_allocate(model, line);
      if (out && out->refusal.empty()) {
        ++held;
        for (const EngineCause& cause : out->causes) {
          CHECK_FALSE(cause.what.ends_with("otherwise"));
          CHECK_FALSE(cause.what.starts_with("cached otherwise"));
          CHECK(cause.bytes != Bytes{});
        }
        for (const EngineHold& hold : out->held) {
          CHECK(hold.bytes > Bytes{});
        }
      }
    }
  }
  CHECK(held > 300);
}

TEST_CASE("what is held never falls with the context, but where a view lets go of the prompt") {
  const Zoo zoo(embedded_files());
  for (const std::string id :
       {"llama-3.1-8b", "gemma-3-27b", "qwen3-next-80b-a3b", "deepseek-v3.2", "llama-4-scout"}) {
    const Model model = zoo.describe(id)->model;
    for (const std::string cache : {"dynamic", "static"}) {
      Bytes before;
      for (int context = 2; context < 20000; context = context * 3 / 2) {
        const Allocation now =
            test::allocate(model, "-c " + std::to_string(context) + " --cache-implementation " + cache);
        CHECK(now.allocated >= before);
        CHECK(now.allocated >= now.needed);
        before = now.allocated;
      }
    }
  }
}

TEST_CASE("what is said of an allocation") {
  const Allocation llama = test::allocate(test::zoo_model("llama-2-7b"), "-c 4196 --dtype f16 -b 2");
  CHECK(llama.engine == "transformers");
  CHECK(llama.version == "5.16");
  CHECK(llama.context == Tokens{4196});
  CHECK(llama.requests == 2);
  CHECK(llama.devices == 1);
  CHECK(llama.naive.bytes == Bytes{Wide{2} * 524288 * 4196});
  CHECK(llama.allocated == llama.needed);
  Model unnamed = test::small_model("num_hidden_layers: 1\nlayer_types: full_attention\n");
  CHECK(test::allocate(unnamed, "-c 9").assumptions.back() ==
        "model_type: not known; the rules are those of the kinds of layers");
}

// jy-yuan/KIVI#17: Llama 2 7B at 4196 tokens in fp16, "2.05 GB" of 2^30 bytes.
TEST_CASE("a DynamicCache that was observed") {
  const Allocation kivi = test::allocate(test::zoo_model("llama-2-7b"), "-c 4196 --dtype f16");
  CHECK(test::figure(kivi, "kv_cache_bytes") == 2199912448);  // 2.0488 × 2^30
}

TEST_CASE("what is refused before anything is counted") {
  const auto refusal = [](const std::string& id, std::string_view line) {
    const auto out = test::try_allocate(test::zoo_model(id), line);
    return out ? "" : render(out.error());
  };
  CHECK(refusal("llama-2-7b", "-c 9 --encoder-tokens 5") != "");
  CHECK(refusal("llama-2-7b", "-c 9 --max-batch 5") == "unknown flag '--max-batch'\n  did you mean '--batch'?\n");
  CHECK(refusal("llama-2-7b", "-c 1000000000000 -b 10000000") ==
        "llama-2-7b: a figure passes 2^63; expected a shorter context or fewer requests\n");
  CHECK(refusal("llama-2-7b", "-c 1000000000 -b 10000 --num-beams 65536") ==
        "llama-2-7b: the cache passes 2^63 bytes; expected a shorter context or fewer sequences\n");
}

// Section by section, how transformers differs from the other engines.
TEST_CASE("transformers among the engines") {
  const Model gemma = test::zoo_model("gemma-3-27b");
  CHECK(test::figure(test::allocate(gemma, "-c 8192"), "sliding_tokens_kept") == 1023);
  CHECK(test::figure(test::allocate(gemma, "-c 8192"), "sliding_tokens_held") == 1024);
  CHECK(test::figure(test::allocate(gemma, "-c 512 --cache-implementation static"), "sliding_tokens_kept") == 512);
  const Allocation gdn = test::allocate(test::zoo_model("qwen3-next-80b-a3b"), "-c 8");
  CHECK(test::figure(gdn, "conv_columns") == 4);
  CHECK(test::figure(gdn, "recurrent_element_bytes") == 4);
  const Model v3 = test::zoo_model("deepseek-v3");
  CHECK(test::allocate(v3, "-c 8").allocated == Bytes{61 * 1152 * 8});
  CHECK(test::allocate(v3, "-c 8 --engine-version 5.15").allocated == Bytes{61 * 8 * 2 * 128 * 320});
  CHECK(test::allocate(test::zoo_model("llama-3.1-8b"), "-c 8 --tp 4").allocated == Bytes{131072 * 8 / 4});
  CHECK(test::figure(test::allocate(test::zoo_model("llama-3.1-8b"), "-c 8 --cache-implementation paged"),
                     "block_size") == 256);
}

}  // namespace kvtally::transformers_test
