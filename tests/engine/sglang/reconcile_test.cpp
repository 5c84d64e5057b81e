#include "engine/sglang/reconcile.hpp"

#include <doctest/doctest.h>

#include "engine/sglang/worked.hpp"

namespace kvtally::sglang::reconcile_test {

namespace {

struct Row {
  std::string what;
  Wide bytes;
};
void check_causes(const Model& model, const std::string& line, const std::vector<Row>& rows) {
  const auto reply = asking::asked(sglang_engine(), model, line);
  REQUIRE(reply.has_value());
  REQUIRE(reply->causes.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(reply->causes[i].what == rows[i].what);
    CHECK(reply->causes[i].bytes.value == rows[i].bytes);
  }
}

TEST_CASE("ranks: requests, layers, heads, and what is replicated") {
  // 3 layers of 4 heads over 2 stages and 8 ranks: two layers, one head of 256 bytes.
  check_causes(shapes::base(3), "-c 100 -b 2 --tp-size 8 --pp-size 2",
               {{"layers on other pipeline stages (PP 2)", -200 * 1024},
                {"divided over TP 8", -200 * 2048 + 200 * 256},
                {"replicated over TP 8", 200 * 256},
                {"the padding page", 512},
                {"the table of each request's rows", 3 * 104 * 4}});
  check_causes(asking::model_with({{full_attention(shapes::latent()), 1}}),
               "-c 100 -b 5 --tp-size 4 --dp-size 4 --enable-dp-attention",
               {{"requests on other data-parallel ranks (2 of 5 here)", -300 * 1152},
                {"the padding page", 1152},
                {"the table of each request's rows", 2 * 104 * 4}});
}

TEST_CASE("layouts of their own, shared rows, sliding rows of all tokens") {
  check_causes(asking::model_with({{shapes::sparse(false), 1}}), "-c 64 --kv-cache-dtype fp8",
               {{"rows in the pool's own layout", 64 * (656 - 576)},
                {"index keys in the pool's own layout", 64 * (132 - 256)},
                {"the padding page", 64 * (656 + 132)},
                {"the table of each request's rows", 2 * 68 * 4}});
  Layer shared = full_attention(shapes::base_heads());
  shared.sharing.owner = Sharing::Owner::layer_before;
  check_causes(asking::model_with({{full_attention(shapes::base_heads()), 1}, {shared, 1}}), "-c 64",
               {{"rows for layers that read another layer's", 64 * 1024},
                {"the padding page", 2048},
                {"the table of each request's rows", 2 * 68 * 4}});
  check_causes(shapes::sliding(1, 1, 8), "-c 64 --disable-hybrid-swa-memory --page-size 16",
               {{"sliding layers keep the rows of all tokens", 56 * 1024},
                {"the padding page", 16 * 2048},
                {"the table of each request's rows", 2 * 68 * 4}});
}

TEST_CASE("free rows, and too few of them") {
  check_causes(shapes::base(1), "-c 100 -b 2 --max-total-tokens 300 --page-size 16",
               {{"pages of 16 tokens", 24 * 1024},
                {"free for further requests", (288 - 224) * 1024},
                {"the padding page", 16 * 1024},
                {"the table of each request's rows", 3 * 104 * 4}});
  check_causes(shapes::base(1), "-c 100 -b 2 --max-total-tokens 150",
               {{"fewer tokens in the pool than these requests take", -50 * 1024},
                {"the padding page", 1024},
                {"the table of each request's rows", 3 * 104 * 4}});
}

}  // namespace

}  // namespace kvtally::sglang::reconcile_test
