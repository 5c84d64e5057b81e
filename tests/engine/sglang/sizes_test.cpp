#include "engine/sglang/sizes.hpp"

#include <doctest/doctest.h>

#include "engine/sglang/worked.hpp"

namespace kvtally::sglang::sizes_test {

namespace {

const Engine kEngine = sglang_engine();

std::string refusal(const Model& model, const std::string& line) {
  const auto reply = asking::asked(kEngine, model, line);
  return reply ? reply->refusal : render(reply.error());
}
Wide figure(const Model& model, const std::string& line, std::string_view name) {
  const auto reply = asking::asked(kEngine, model, line);
  const EngineFigure* found = reply ? figure_named(*reply, name) : nullptr;
  return found == nullptr ? Wide{-1} : found->numerator;
}
Model hybrid() { return asking::model_with({{full_attention(shapes::base_heads()), 1}, {shapes::state(), 3}}); }

TEST_CASE("a pool that admits no request is refused in SGLang's words") {
  CHECK(refusal(shapes::sliding(1, 1, 1000), "-c 4096 --max-total-tokens 1250") ==
        "SWA pool (1000 tokens) cannot hold even one request: the prefill admission floor is sliding_window_size "
        "(1000) + page_size (1). Increase --swa-full-tokens-ratio or the total KV budget.");
  CHECK(refusal(shapes::sliding(1, 1, 1000), "-c 4096 --max-total-tokens 1253") == "");
  CHECK(refusal(shapes::base(), "-c 64 --available-memory 1KiB") ==
        "Not enough memory. Please try to increase --mem-fraction-static.");
  CHECK(refusal(shapes::sliding(1, 1, 8),
                "-c 64 --disable-radix-cache --available-memory 1MiB -b 8 --chunked-prefill-size 1000") ==
        "SWA pool cap (3105 tokens, 0.00 GiB) leaves no room for the full KV pool within the available 0.00 GiB. "
        "Reduce --max-running-requests, lower SGLANG_SWA_EVICTION_INTERVAL, or increase --mem-fraction-static.");
  CHECK(refusal(hybrid(), "-c 64 --available-memory 100KiB") ==
        "Not enough GPU memory for hybrid (mamba/linear-attention) state cache. Computed max_mamba_cache_size=0. "
        "Try: (1) reduce --max-running-requests, (2) increase --mem-fraction-static, (3) reduce "
        "--speculative-num-draft-tokens, or (4) use GPUs with more memory.");
  CHECK(refusal(hybrid(), "-c 64 --available-memory 10MB --max-mamba-cache-size 2") ==
        "Hybrid (mamba/linear-attention) state cache is too small to serve any requests. max_mamba_cache_size=2, "
        "mamba_ratio=3, resulting max_num_reqs=0. Try: (1) reduce --max-running-requests, (2) increase "
        "--mem-fraction-static, or (3) use GPUs with more memory.");
}

TEST_CASE("the stated limit and the memory: the smaller one") {
  CHECK(figure(shapes::base(), "-c 64 --available-memory 10000000B --max-total-tokens 100",
               "max_total_num_tokens") == 100);
  CHECK(figure(shapes::base(), "-c 64 --available-memory 10000000B --max-total-tokens 1000",
               "max_total_num_tokens") == 305);
  CHECK(figure(shapes::base(), "-c 64", "max_total_num_tokens") == -1);
}

// Slots of 407040 bytes. Older rules: 4736842 ÷ 407040 = 11 slots. Radix cache off: one slot a request. Drafts of
// 4 tokens, 3 slots a request: (4736842 − 5 × 407040) ÷ (407040 × (1 + 4 ÷ 3)) = 2.84.
TEST_CASE("slots of recurrent states") {
  const std::string memory = "-c 64 --available-memory 10000000B ";
  CHECK(figure(hybrid(), memory + "--engine-version 0.5", "max_mamba_cache_size") == 11);
  CHECK(figure(hybrid(), memory + "--disable-radix-cache -b 4", "max_mamba_cache_size") == 4);
  CHECK(figure(hybrid(), memory + "--max-mamba-cache-size 7", "max_mamba_cache_size") == 7);
  CHECK(figure(hybrid(), memory + "--mamba-full-memory-ratio 0.25", "max_mamba_cache_size") == 3);
  const std::string drafts =
      "-b 4 --speculative-algorithm EAGLE --draft-layers 1 --speculative-num-draft-tokens 4 "
      "--available-memory 20000000B -c 64";
  // (9473684 − 5 × 407040) ÷ (407040 × 7 ÷ 3) = 7.8
  CHECK(figure(hybrid(), drafts, "max_mamba_cache_size") == 7);
  // The rest: 20000000 − 8 slots − (2 + 1) requests × 4 tokens, in cells of 2 × 1024.
  CHECK(figure(hybrid(), drafts, "max_total_num_tokens") == (20000000 - (8 + 12) * 407040) / 2048);
}

TEST_CASE("without memory: the least that holds the requests") {
  const auto held = [](const Model& model, const std::string& line) { return figure(model, line, "rows_bytes"); };
  CHECK(held(shapes::base(1), "-c 1000 -b 3 --page-size 64") == (3 * 1024 + 64) * 1024);
  // The sliding pool of 0.8 admits a window of 64 and a page of 1.
  CHECK(held(shapes::sliding(1, 1, 64), "-c 10") == (83 + 1 + 66 + 1) * 1024);
  CHECK(held(shapes::sliding(1, 1, 64), "-c 1000 -b 2") == (2000 + 1 + 1600 + 1) * 1024);
}

}  // namespace

}  // namespace kvtally::sglang::sizes_test
