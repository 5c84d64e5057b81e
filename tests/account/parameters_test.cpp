#include "account/parameters.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "read/text/embedded.hpp"
#include "read/zoo.hpp"

namespace kvtally::parameters_test {

namespace {

using Wides = std::vector<Wide>;

Model of_zoo(const std::string& id) {
  static const Zoo zoo(embedded_files());
  return zoo.describe(id)->model;
}

// Total, draft, encoder.
Wides counted(const std::string& id) {
  const ParameterCount count = count_parameters(of_zoo(id));
  REQUIRE(count.missing == std::vector<std::string>{});
  return {count.total(), count.total_of(WeightPart::draft), count.total_of(WeightPart::encoder)};
}

// Each sum is worked from the model's published sizes, by hand; `Wide{}` makes it run in 128 bits.

TEST_CASE("Llama 2 7B: 6,738,415,616") {
  const Wide layer = 4 * 4096 * 4096 + 3 * 4096 * 11008 + 2 * 4096;
  CHECK(32 * layer + 2 * 32000 * 4096 + 4096 == 6738415616);
  CHECK(counted("llama-2-7b") == Wides{6738415616, 0, 0});
}

TEST_CASE("grouped heads: Llama 3.1 8B, Mistral 7B, and Qwen3 8B with norms of queries and keys") {
  const Wide attention = 2 * 4096 * 4096 + 2 * 4096 * 1024;
  CHECK(32 * (attention + 3 * 4096 * 14336 + 2 * 4096) + 2 * Wide{128256} * 4096 + 4096 == 8030261248);
  CHECK(counted("llama-3.1-8b") == Wides{8030261248, 0, 0});
  CHECK(32 * (attention + 3 * 4096 * 14336 + 2 * 4096) + 2 * 32000 * 4096 + 4096 == 7241732096);
  CHECK(counted("mistral-7b") == Wides{7241732096, 0, 0});
  const Wide normed = attention + 2 * 128 + 3 * 4096 * 12288 + 2 * 4096;
  CHECK(36 * normed + 2 * Wide{151936} * 4096 + 4096 == 8190735360);
  CHECK(counted("qwen3-8b") == Wides{8190735360, 0, 0});
}

// LayerNorm and every projection have biases, positions are learned, the head is the embedding.
TEST_CASE("GPT-3 175B: 174,604,259,328") {
  const Wide h = 12288;
  const Wide layer = 4 * (h * h + h) + h * 49152 + 49152 + 49152 * h + h + 4 * h;
  CHECK(96 * layer + (50257 + 2048) * h + 2 * h == 174604259328);
  CHECK(counted("gpt-3-175b") == Wides{174604259328, 0, 0});
}

// 61 layers of MLA, 3 dense ones, 256 experts and one shared; the MTP layer stands apart.
TEST_CASE("DeepSeek-V3: 671,026,419,200 and 11,610,068,224 of the MTP layer") {
  const Wide h = 7168;
  const Wide attention = h * 1536 + 1536 + 1536 * 128 * 192 + h * 576 + 512 + 512 * 128 * 256 + 128 * 128 * h;
  const Wide experts = h * 256 + 256 + 257 * 3 * h * 2048;
  const Wide main = 61 * (attention + 2 * h) + 3 * 3 * h * 18432 + 58 * experts + 2 * 129280 * h + h;
  CHECK(main == 671026419200);
  const Wide draft = attention + 2 * h + experts + 2 * h * h + 3 * h;
  CHECK(draft == 11610068224);
  CHECK(counted("deepseek-v3") == Wides{main, draft, 0});
  const Wide idle = 58 * 248 * 3 * h * 2048;  // experts that a token is not sent to
  CHECK(count_parameters(of_zoo("deepseek-v3")).active() == main - idle);
}

// Biases in attention, router and experts, and a sink a head.
TEST_CASE("gpt-oss: 20,914,757,184 and 116,829,156,672") {
  const Wide h = 2880;
  const Wide attention = h * 4096 + 4096 + 2 * (h * 512 + 512) + 4096 * h + h + 64;
  const auto layer = [&](Wide experts) {
    return attention + 2 * h + experts * (h + 1) + experts * (3 * h * 2880 + 2 * 2880 + h);
  };
  const Wide ends = 2 * 201088 * h + h;
  CHECK(24 * layer(32) + ends == 20914757184);
  CHECK(counted("gpt-oss-20b") == Wides{20914757184, 0, 0});
  CHECK(36 * layer(128) + ends == 116829156672);
  CHECK(counted("gpt-oss-120b") == Wides{116829156672, 0, 0});
}

// 28 Mamba layers of 8192 channels and 16 numbers, 4 of attention; every second layer has 16 experts.
TEST_CASE("Jamba v0.1: 51,570,323,328") {
  const Wide h = 4096;
  const Wide e = 8192;
  const Wide mamba = h * 2 * e + e * 4 + e + e * (256 + 32) + 256 * e + e + e * 16 + e + (256 + 32) + e * h;
  const Wide attention = 2 * h * h + 2 * h * 1024;
  const Wide dense = 3 * h * 14336;
  const Wide sparse = h * 16 + 16 * dense;
  CHECK(28 * mamba + 4 * attention + 16 * dense + 16 * sparse + 32 * 2 * h + 2 * 65536 * h + h == 51570323328);
  CHECK(counted("jamba-v0.1") == Wides{51570323328, 0, 0});
}

// 36 layers of gated delta rule, 12 of attention whose queries come with a gate; 512 experts.
TEST_CASE("Qwen3-Next 80B-A3B: 79,674,391,296") {
  const Wide h = 2048;
  const Wide delta = h * (2 * 2048 + 2 * 4096) + h * 64 + 8192 * 4 + 2 * 32 + 128 + 4096 * h;
  const Wide attention = h * 2 * 4096 + 2 * h * 512 + 4096 * h + 2 * 256;
  const Wide experts = h * 512 + 512 * 3 * h * 512 + 3 * h * 512 + h;
  CHECK(36 * delta + 12 * attention + 48 * (experts + 2 * h) + 2 * Wide{151936} * h + h == 79674391296);
  CHECK(counted("qwen3-next-80b-a3b") == Wides{79674391296, 0, 0});
}

// 20 layers of KDA with low-rank decay and gate, 7 of MLA without a query latent.
TEST_CASE("Kimi Linear 48B-A3B: 49,122,681,728") {
  const Wide h = 2304;
  const Wide kda = 3 * h * 4096 + 3 * 4096 * 4 + 2 * (h * 128 + 128 * 4096) + 4096 + 32 + h * 32 + 128 + 4096 * h;
  const Wide mla = h * 32 * 192 + h * 576 + 512 + 512 * 32 * 256 + 4096 * h;
  const Wide experts = h * 256 + 256 + 257 * 3 * h * 1024;
  const Wide layers = 20 * kda + 7 * mla + 27 * 2 * h + 3 * h * 9216 + 26 * experts;
  CHECK(layers + 2 * Wide{163840} * h + h == 49122681728);
  CHECK(counted("kimi-linear-48b-a3b") == Wides{49122681728, 0, 0});
}

// The formula of the paper's appendix: 2DV + 4D + LD(12D + 2(decay + step + value + gate) + 19) - (2 D value + D).
TEST_CASE("RWKV-7 2.9B: 2,947,735,040") {
  const Wide d = 2560;
  const Wide layers = 32 * d * (12 * d + 2 * (96 + 96 + 64 + 320) + 19);
  CHECK(2 * d * 65536 + 4 * d + layers - (2 * d * 64 + d) == 2947735040);
  CHECK(counted("rwkv-7") == Wides{2947735040, 0, 0});
}

// Four norms a layer; the head is the embedding; SigLIP and its projector stand apart.
TEST_CASE("Gemma 3 4B: 3,880,263,168 and 419,816,304 of the encoder, together 4,300,079,472") {
  const Wide h = 2560;
  const Wide layer = 2 * h * 2048 + 2 * h * 1024 + 2 * 256 + 3 * h * 10240 + 4 * h;
  const Wide text = 34 * layer + 262208 * h + h;
  CHECK(text == 3880263168);
  const Wide v = 1152;
  const Wide tower =
      588 * v + v + 4096 * v + 27 * (4 * (v * v + v) + v * 4304 + 4304 + 4304 * v + v + 4 * v) + 2 * v;
  const Wide encoder = tower + v * h + v;
  CHECK(text + encoder == 4300079472);
  CHECK(counted("gemma-3-4b") == Wides{text, 0, encoder});
}

// Each decoder layer attends to itself and to the encoder; keys have no bias.
TEST_CASE("Whisper large-v3: 906,521,600 and 636,968,960 of the encoder, together 1,543,490,560") {
  const Wide h = 1280;
  const Wide attention = 4 * h * h + 3 * h;
  const Wide feed_forward = 2 * h * 5120 + 5120 + h;
  const Wide decoder = 32 * (2 * attention + feed_forward + 3 * 2 * h) + 51866 * h + 448 * h + 2 * h;
  const Wide encoder =
      (128 * 3 + 1) * h + (h * 3 + 1) * h + 1500 * h + 32 * (attention + feed_forward + 2 * 2 * h) + 2 * h;
  CHECK(decoder + encoder == 1543490560);
  CHECK(counted("whisper-large-v3") == Wides{decoder, 0, encoder});
}

// Compressors, an indexer in every second layer, four residual streams; three layers choose experts by a table.
TEST_CASE("DeepSeek-V4-Flash: 284,332,240,471") {
  const Wide h = 4096;
  const Wide shared = h * 1024 + 1024 + 1024 * 32768 + h * 512 + 512 + 4096 * 8192 + 8192 * h + 64;
  const Wide csa = 2 * h * 1024 + 4 * 1024 + 512 + 2 * h * 256 + 4 * 256 + 128 + 1024 * 8192 + h * 64;
  const Wide hca = 2 * h * 512 + 128 * 512 + 512;
  const Wide experts = h * 256 + 257 * 3 * h * 2048;
  const Wide streams = 2 * (24 * 4 * h + 24 + 3);
  const Wide layers = 43 * (shared + experts + streams + 2 * h) + 21 * csa + 20 * hca + 40 * 256;
  CHECK(layers + 2 * 129280 * h + h + 4 * 4 * h + 4 + 1 == 284332240471);
  CHECK(counted("deepseek-v4-flash")[0] == 284332240471);
}

// Counts that files of these models hold, as their publishers' metadata or readers of all their headers print
// them.
TEST_CASE("models whose files' own counts are known") {
  CHECK(counted("kimi-k3") == Wides{2779931837184 - 447358976, 0, 447358976});
  CHECK(counted("deepseek-v4-pro") == Wides{1572997201763, 25840145979, 0});
  CHECK(counted("hy4-preview")[0] == 769907408797);
  CHECK(counted("glm-5") == Wides{743911218432, 9952920576, 0});
  CHECK(counted("glm-5.3-flash")[0] == 313326811966);
  CHECK(counted("minimax-m2")[0] == 228689764864);
  CHECK(counted("qwen3.8-flash-next")[0] == 176943899520);
  CHECK(counted("llama-4-scout") == Wides{108641793536 - 871932416, 0, 871932416});
  CHECK(counted("granite-4.0-h-small")[0] == 32207337984);
  const Wides small = counted("qwen3.5-0.8b");
  CHECK(small[0] + small[1] + small[2] == 873438784);
  const Wides middle = counted("qwen3.6-27b");
  CHECK(middle[0] + middle[1] + middle[2] == 27781427952);
}

}  // namespace

}  // namespace kvtally::parameters_test
