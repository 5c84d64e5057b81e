#include "engine/llama_cpp/caches.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/llama_cpp/files.hpp"

namespace kvtally::llama_cpp::caches_test {

namespace {

std::vector<Cache> caches(const Model& model, const Settings& settings) {
  Problems problems;
  std::vector<std::string> notes;
  const auto stored = stored_model(model, settings, problems, notes);
  REQUIRE_MESSAGE(stored.has_value(), render(problems));
  return caches_of(*stored, settings, context_sizes(settings));
}

Settings settings(std::int64_t context, std::int64_t sequences = 1) {
  Settings out;
  out.context = Tokens{context};
  out.sequences = sequences;
  out.key = *parse_format("f16");
  out.value = *parse_format("f16");
  out.draft_key = *parse_format("q8_0");
  out.draft_value = *parse_format("q4_0");
  return out;
}

// "base: 4096 × 1, 1 layers, 2097152 B", one a line.
std::string words(const std::vector<Cache>& all) {
  std::string out;
  for (const Cache& cache : all) {
    out += fmt::format("{}: {} x {}, {} layers, {} B\n", name_of(cache.kind), cache.cells, cache.streams,
                       cache.layers, static_cast<std::int64_t>(cache.bytes().value));
  }
  return out;
}

TEST_CASE("which caches there are, in the order of the log") {
  CHECK(words(caches(test::LlamaFile("llama", 4).model(), settings(1024))) ==
        "base: 1024 x 1, 4 layers, 2097152 B\n");
  CHECK(words(caches(test::zoo_model("gpt-oss-20b"), settings(8192))) ==
        "base: 8192 x 1, 12 layers, 201326592 B\nsliding window: 768 x 1, 12 layers, 18874368 B\n");
  CHECK(words(caches(test::zoo_model("rwkv-7"), settings(8192, 2))) ==
        "recurrent state: 2 x 1, 32 layers, 43253760 B\n");  // 32 × (2 × 2560 + 40 × 64 × 64) × 4 × 2
  // All layers slide: the base cache is there, and empty.
  CHECK(words(caches(test::zoo_model("deepseek-v4-flash"), settings(8192))) ==
        "base: 8192 x 1, 0 layers, 0 B\n"
        "sliding window: 768 x 1, 43 layers, 33816576 B\n"
        "CSA entries: 2048 x 1, 21 layers, 44040192 B\n"
        "HCA entries: 256 x 1, 20 layers, 5242880 B\n"
        "index keys: 2048 x 1, 21 layers, 11010048 B\n"
        "compressor states: 0 x 1, 41 layers, 12206080 B\n");
  Settings drafting = settings(4096);
  drafting.drafting = true;
  CHECK(words(caches(test::zoo_model("qwen3.5-27b"), drafting)) ==
        "base: 4096 x 1, 16 layers, 268435456 B\n"
        "recurrent state: 1 x 1, 48 layers, 156893184 B\n"
        "MTP context: 4096 x 1, 1 layers, 6815744 B\n");  // 1024 × (34 + 18) ÷ 32 × 4096
}

// A log of DeepSeek-V4-Flash with micro-batches of 8192: 8448 cells, 354.75 MiB.
TEST_CASE("DeepSeek-V4's windows as a real log has them") {
  Settings wide = settings(524288);
  wide.batch = 8192;
  wide.ubatch = 8192;
  const std::vector<Cache> all = caches(test::zoo_model("deepseek-v4-flash"), wide);
  CHECK(all[0].layers == 0);
  CHECK(all[1].cells == 8448);
  CHECK(all[1].layers == 43);
  CHECK((all[1].bytes() == Bytes{371982336}));
  CHECK((all[1].bytes_of('V') == Bytes{}));
}

TEST_CASE("a row is whole blocks: every type of the cache") {
  const auto row = [](const char* type) {
    return static_cast<std::int64_t>(row_size(*parse_format(type), 1024).value);
  };
  CHECK(row("f32") == 4096);
  CHECK(row("f16") == 2048);
  CHECK(row("bf16") == 2048);
  CHECK(row("q8_0") == 1088);
  CHECK(row("q5_1") == 768);
  CHECK(row("q5_0") == 704);
  CHECK(row("q4_1") == 640);
  CHECK(row("q4_0") == 576);
  CHECK(row("iq4_nl") == 576);
}

TEST_CASE("what a buffer gives a tensor") {
  const auto bytes = [](Tensor tensor, Backend backend) {
    return static_cast<std::int64_t>(buffer_bytes(tensor, backend).value);
  };
  const Tensor odd{'R', 3, 5, 1, f32(), 0};  // 60 bytes
  CHECK(bytes(odd, Backend::cpu) == 64);
  CHECK(bytes(odd, Backend::metal) == 64);
  CHECK(bytes(odd, Backend::cuda) == 128);
  const Tensor latent{'K', 576, 256, 1, *parse_format("q8_0"), 0};  // 612 × 256 = 156672
  CHECK(bytes(latent, Backend::cpu) == 156672);
  CHECK(bytes(latent, Backend::cuda) == 157184);  // and 448 ÷ 32 × 34 = 476, rounded up to 512
  const Tensor whole{'K', 1024, 256, 1, *parse_format("q8_0"), 0};
  CHECK(bytes(whole, Backend::cuda) == 1088 * 256);
}

}  // namespace

}  // namespace kvtally::llama_cpp::caches_test
