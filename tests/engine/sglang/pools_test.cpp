#include "engine/sglang/pools.hpp"

#include <doctest/doctest.h>

#include "engine/sglang/worked.hpp"

namespace kvtally::sglang::pools_test {

namespace {

Allocation asked(const Model& model, const std::string& line) {
  return asking::asked(sglang_engine(), model, line).value();
}

struct Row {
  std::string name;
  std::string shape;
  Wide bytes;
};
void check_held(const Allocation& reply, const std::vector<Row>& rows) {
  REQUIRE(reply.held.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(reply.held[i].name == rows[i].name);
    CHECK(reply.held[i].shape == rows[i].shape);
    CHECK(reply.held[i].bytes.value == rows[i].bytes);
  }
}

TEST_CASE("rows, sliding rows and the table of requests") {
  check_held(asked(shapes::sliding(1, 2, 8), "-c 100 --max-total-tokens 500 -b 4"),
             {{"sliding layers: keys", "401 rows of 1024 B", 401 * 1024},
              {"sliding layers: values", "401 rows of 1024 B", 401 * 1024},
              {"full layers: keys", "501 rows of 512 B", 501 * 512},
              {"full layers: values", "501 rows of 512 B", 501 * 512},
              {"req_to_token", "[5, 104] i32", 5 * 104 * 4}});
}

TEST_CASE("sparse latents and their index pages; scales and workspace of fp4; draft rows") {
  check_held(asked(asking::model_with({{shapes::sparse(false), 2}}), "-c 100 --kv-cache-dtype fp8"),
             {{"full layers: latents", "192 rows of 1312 B", 192 * 1312},
              {"index keys", "192 rows of 264 B", 192 * 264},
              {"req_to_token", "[2, 104] i32", 2 * 104 * 4}});
  check_held(asked(shapes::base(2), "-c 100 --kv-cache-dtype fp4_e2m1"),
             {{"full layers: keys", "101 rows of 256 B", 101 * 256},
              {"full layers: values", "101 rows of 256 B", 101 * 256},
              {"full layers: scales", "101 rows of 64 B", 101 * 64},
              {"fp8 workspace", "one layer's rows", 101 * 512},
              {"req_to_token", "[2, 104] i32", 2 * 104 * 4}});
  // Rows of the table: 100 + max(4 + 5, 2 × max(3 × 2, 5) + 1 − 1).
  check_held(asked(shapes::base(2),
                   "-c 100 --speculative-algorithm EAGLE --draft-layers 1 --speculative-num-steps 3 "
                   "--speculative-eagle-topk 2 --speculative-num-draft-tokens 5"),
             {{"full layers: keys", "101 rows of 1024 B", 101 * 1024},
              {"full layers: values", "101 rows of 1024 B", 101 * 1024},
              {"draft layers", "101 rows of 1024 B", 101 * 1024},
              {"req_to_token", "[2, 112] i32", 2 * 112 * 4}});
}

TEST_CASE("block-sparse layers keep index keys of one head, as many as rows") {
  const Model model =
      asking::model_with({{full_attention(shapes::base_heads()), 1},
                          {minimax_sparse_attention(shapes::base_heads(), {{4, 128}, 16, 128}), 1}});
  check_held(asked(model, "-c 100"), {{"full layers: keys", "101 rows of 1024 B", 101 * 1024},
                                      {"full layers: values", "101 rows of 1024 B", 101 * 1024},
                                      {"index keys", "101 rows of 256 B", 101 * 256},
                                      {"req_to_token", "[2, 104] i32", 2 * 104 * 4}});
}

TEST_CASE("states: slots and slot 0, and those of draft steps") {
  const Model model = asking::model_with({{full_attention(shapes::base_heads()), 1}, {shapes::state(), 1}});
  check_held(asked(model, "-c 100 -b 2"), {{"full layers: keys", "201 rows of 512 B", 201 * 512},
                                           {"full layers: values", "201 rows of 512 B", 201 * 512},
                                           {"convolution states", "7 slots of 4608 B", 7 * 4608},
                                           {"recurrent states", "7 slots of 131072 B", 7 * 131072},
                                           {"req_to_token", "[3, 104] i32", 3 * 104 * 4}});
  const auto drafting = asked(model,
                              "-c 100 -b 2 --speculative-algorithm EAGLE --draft-layers 1 "
                              "--speculative-num-draft-tokens 4");
  CHECK(drafting.held[5].name == "states of draft steps");
  CHECK(drafting.held[5].bytes == Bytes{Wide{3} * 4 * (4608 + 131072)});
}

}  // namespace

}  // namespace kvtally::sglang::pools_test
