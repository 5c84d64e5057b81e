#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "account/one_layer.hpp"
#include "account/step.hpp"
#include "model/presets.hpp"
#include "support/print.hpp"

namespace kvtally::step_state_test {

namespace {

struct Row {
  std::string name;
  State state;
  Wide kept;
  Wide written;
  Wide work;
};

std::vector<Row> matrix_rows() {
  // 8 heads of 64 × 64 in f32: 8 × 64 × 64 = 32768 elements, 131072 bytes. Channels of a convolution:
  // 2 × key heads × key dim + value heads × value dim.
  const StateHeads plain{8, 8, 64, 64, 0};
  const StateHeads convolved{8, 8, 64, 64, 4};  // 3 × 512 = 1536 channels: 3 columns are 9216 bytes, one is 3072
  return {
      // 131072 + 8 × 64 × 4; 2 × 32768 + 2 × 512
      {"linear with its normaliser", linear_state(plain), 133120, 133120, 66560},
      {"retention", retention_state(plain), 131072, 131072, 98304},  // 3 × 32768
      // 64 × 128 × 128 = 1048576 elements; 3 × 1048576
      {"lightning of MiniMax-01", lightning_state({64, 64, 128, 128, 0}), 4194304, 4194304, 3145728},
      {"gated linear", gated_linear_state(plain), 131072, 131072, 98304},
      // 131072 + 9216; 131072 + 3072; 98304 + 4 × 1536
      {"delta", delta_state(convolved), 140288, 134144, 104448},
      {"gated delta", gated_delta_state(convolved), 140288, 134144, 137216},  // 4 × 32768 + 6144
      // 8192 channels × 3 × 2 = 49152, one column 16384; 32 × 128 × 128 × 4 = 2097152; 4 × 524288 + 4 × 8192
      {"gated delta of Qwen3-Next", gated_delta_state({16, 32, 128, 128, 4}), 2146304, 2113536, 2129920},
      // 36864 channels × 3 × 2 = 221184, one column 73728; 96 × 128 × 128 × 4 = 6291456; 4 × 1572864 + 4 × 36864
      {"Kimi delta of Kimi K3", kimi_delta_state({96, 96, 128, 128, 4}), 6512640, 6365184, 6438912},
      // 40 × 64 × 64 × 4 = 655360 and two shifts of 2560 × 2; 5 × 163840
      {"RWKV-7 2.9B", rwkv7_state({40, 40, 64, 64, 0}, 2560), 665600, 665600, 819200},
      // 64 × 64 × 64 × 4 = 1048576 and two shifts of 4096 × 2; 3 × 262144 and 64 × (2 × 64 + 64)
      {"RWKV-6 7B", rwkv6_state({64, 64, 64, 64, 0}, 4096), 1064960, 1064960, 798720},
      // 2 × 4 × 256 × 64 × 4; 3 × 131072
      {"gated slots", gated_slots_state({4, 4, 256, 256, 0}, 64), 524288, 524288, 393216},
      // 8 × 256 × 512 × 4 = 4194304, 8 × 256 × 4 = 8192 and 8 × 4; 3 × 1048576 + 3 × 2048
      {"xLSTM 7B", matrix_lstm_state({8, 8, 256, 512, 0}), 4202528, 4202528, 3151872},
      // 512 channels of values: 3 columns are 3072 bytes, one is 1024; 4 × 32768 + 4 × 512
      {"gated delta, values convolved", gated_delta_state({8, 8, 64, 64, 4, true}), 134144, 132096, 133120},
      // One tap keeps nothing and multiplies once a channel: 98304 + 1536.
      {"a convolution of one tap", delta_state({8, 8, 64, 64, 1}), 131072, 131072, 99840},
  };
}

std::vector<Row> vector_rows() {
  return {
      // 8192 channels × 3 × 2 = 49152, one column 16384; 8192 × 16 × 4 = 524288; 3 × 131072 + 4 × 8192
      {"Mamba of Jamba", mamba_state(8192, 16, 4), 573440, 540672, 425984},
      // 128 × 64 + 2 × 1 × 128 = 8448 channels × 3 × 2 = 50688, one column 16896; 128 × 64 × 128 × 4 = 4194304;
      // 3 × 1048576 + 4 × 8448
      {"Mamba-2 of Bamba", mamba2_state({128, 64, 128, 1, 4}), 4244992, 4211200, 3179520},
      // Eight groups: 8192 + 2 × 8 × 128 = 10240 channels × 3 × 2 = 61440, one column 20480; 3145728 + 40960
      {"Mamba-2, eight groups", mamba2_state({128, 64, 128, 8, 4}), 4255744, 4214784, 3186688},
      // 3 × 768 × 4 = 9216 and two shifts of 768 × 2; 6 × 768
      {"RWKV-4 169M", rwkv4_state(768, 768), 12288, 12288, 4608},
      // 2560 × 4 = 10240 and 2560 × 3 × 2 = 15360, one column 5120; 2 × 2560 + 4 × 2560
      {"the RG-LRU of RecurrentGemma 2B", gated_recurrence_state(2560, 4), 25600, 15360, 15360},
      // 2048 × 2 × 2, one column 4096; 3 × 2048
      {"a short convolution", short_convolution_state(2048, 3), 8192, 4096, 6144},
  };
}

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const Layer layer = state_layer(row.state);
    for (const Wide seen : {Wide{1}, Wide{131072}}) {
      const Step step = step_of(layer, Tokens{seen});
      CHECK(test::kept(layer, seen)[Part::state] == Bytes{row.kept});
      CHECK(test::kept(layer, seen).total() == Bytes{row.kept});
      CHECK(step.read == Traffic{{}, {}, Bytes{row.kept}, {}});
      CHECK(step.written == Traffic{{}, {}, Bytes{row.written}, {}});
      CHECK(step.arithmetic == Arithmetic{{}, {}, MultiplyAdds{row.work}});
    }
  }
}

TEST_CASE("matrix states, whatever S is") { check(matrix_rows()); }

TEST_CASE("vector states and convolutions, whatever S is") { check(vector_rows()); }

TEST_CASE("a hybrid layer keeps a state and a memory") {
  // The state of Qwen3-Next beside 2 × 256 keys and values: 2048 bytes a token.
  const State state = gated_delta_state({16, 32, 128, 128, 4});
  const Memory memory = key_value_memory({16, 2, 256, 256});
  const Layer full = hybrid_layer(state, memory);
  CHECK(test::kept(full, 1000)[Part::state] == Bytes{2146304});
  CHECK(test::kept(full, 1000)[Part::entries] == Bytes{2048000});
  CHECK(test::kept(hybrid_layer(state, memory, 512), 1000)[Part::entries] == Bytes{1048576});  // 512 × 2048
  const Step step = step_of(full, Tokens{1000});
  CHECK(step.read == Traffic{Bytes{2048000}, {}, Bytes{2146304}, {}});
  CHECK(step.written == Traffic{Bytes{2048}, {}, Bytes{2113536}, {}});
  CHECK(step.arithmetic == Arithmetic{MultiplyAdds{8192000}, {}, MultiplyAdds{2129920}});  // 16 × 512 × 1000
}

}  // namespace

}  // namespace kvtally::step_state_test
