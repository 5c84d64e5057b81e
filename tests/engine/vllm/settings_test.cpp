#include "engine/vllm/settings.hpp"

#include "engine/vllm/allocating.hpp"

namespace kvtally::settings_test {

namespace {

vllm::Settings settings(std::string_view line) {
  return test::worked(test::zoo_model("llama-3.1-8b"), line).settings;
}

TEST_CASE("tokens under way by version and scheduling") {
  CHECK(settings("").in_flight() == 2048);
  CHECK(settings("--max-num-batched-tokens 8192 --async-scheduling").in_flight() == 16384);
  CHECK(settings("-pp 4 --async-scheduling").in_flight() == 10240);
  CHECK(settings("-pp 4").in_flight() == 8192);
  CHECK(settings("-pp 4 --async-scheduling --engine-version 2026-07-07").in_flight() == 2048);
}

TEST_CASE("the memory for the cache: a share of the device without the rest, or as it is given") {
  CHECK_FALSE(settings("").available.has_value());
  // ceil(80 GiB x 0.92) - 20 GiB
  CHECK(settings("--gpu-memory 80GiB --non-kv-memory 20GiB").available ==
        Bytes{ceil_div((Wide{80} << 30) * 92, 100) - (Wide{20} << 30)});
  CHECK(settings("--gpu-memory 1000B --non-kv-memory 1B --gpu-memory-utilization 0.5").available == Bytes{499});
  CHECK(settings("--kv-cache-memory-bytes 2GiB").available == Bytes{Wide{2} << 30});
}

TEST_CASE("defaults are assumptions") {
  CHECK(settings("--gpu-memory 80GiB --non-kv-memory 20GiB").assumptions ==
        std::vector<std::string>{"max_model_len 131,072: the model's longest context",
                                 "the model runs in bfloat16, and its cache with it (--dtype, --kv-cache-dtype)",
                                 "gpu_memory_utilization 0.92"});
  CHECK(settings("-c 10 --dtype float16").assumptions.empty());
}

TEST_CASE("the share of the device that was the default before") {
  const vllm::Settings older =
      settings("-c 10 --dtype float16 --gpu-memory 100B --non-kv-memory 10B --engine-version 2026-02-10");
  CHECK(older.available == Bytes{80});
  CHECK(older.assumptions == std::vector<std::string>{"gpu_memory_utilization 0.9"});
}

TEST_CASE("prefix caching aligns states") {
  CHECK(settings("").mamba_mode == vllm::MambaMode::none);
  CHECK(settings("--enable-prefix-caching").mamba_mode == vllm::MambaMode::align);
  CHECK(settings("--enable-prefix-caching --mamba-cache-mode all --mamba-block-size 256").mamba_mode ==
        vllm::MambaMode::all);
}

TEST_CASE("what cannot be taken, whole messages") {
  const Model llama = test::zoo_model("llama-3.1-8b");
  CHECK(test::refused(llama, "--max-model-len 12x") ==
        "--max-model-len: '12x': 'x' is none of the units K, Ki, k, M, Mi, m, G, Gi, g; expected tokens such as "
        "8192 or 128K\n");
  CHECK(test::refused(llama, "--max-model-len auto") ==
        "--max-model-len: auto is the longest context that fits into the memory, and none is given\n");
  CHECK(test::refused(llama, "--gpu-memory 80GiB") ==
        "--gpu-memory: --gpu-memory and --non-kv-memory say together what is left for the cache\n");
  CHECK(test::refused(llama, "--gpu-memory 80GiB --non-kv-memory 1GiB --kv-cache-memory-bytes 1GiB") ==
        "--kv-cache-memory-bytes: it says the same as --gpu-memory and --non-kv-memory\n");
  CHECK(test::refused(llama, "-tp 4 -dcp 3") ==
        "--decode-context-parallel-size: 3 does not divide the 4 tensor-parallel ranks\n");
  CHECK(test::refused(llama, "--num-speculative-tokens 2") ==
        "--num-speculative-tokens: llama-3.1-8b has no draft layers of its own; expected a draft model: "
        "--draft-layers, --draft-kv-heads, --draft-head-dim\n");
  CHECK(test::refused(llama, "--draft-layers 2 --draft-kv-heads 8") ==
        "--draft-layers: a draft model needs --draft-layers, --draft-kv-heads and --draft-head-dim\n"
        "--draft-layers: a drafter drafts --num-speculative-tokens a step\n");
  CHECK(test::refused(llama, "-b 5 --max-num-seqs 4") == "--max-num-seqs: 5 requests at once are more than 4\n");
  CHECK(test::refused(llama, "--block-size 0 -tp x") ==
        "--block-size: '0' is not a number from 1 to 1048576\n"
        "--tensor-parallel-size: 'x' is not a number from 1 to 65536\n");
  CHECK(test::refused(test::zoo_model("rwkv-7"), "") ==
        "--max-model-len: rwkv-7 has no longest context; expected a number of tokens\n");
}

}  // namespace

}  // namespace kvtally::settings_test
