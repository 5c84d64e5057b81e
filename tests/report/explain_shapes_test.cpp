#include "report/explain_shapes.hpp"

#include "core/text.hpp"
#include "report/compiled_in.hpp"
#include "support/golden.hpp"
#include "support/lines.hpp"
#include "support/process.hpp"

namespace kvtally::explain_shapes_test {

namespace {

TEST_CASE("the shapes of models with every kind of memory") {
  for (const std::string id : {"llama-2-7b", "deepseek-v3", "deepseek-v4-flash", "qwen3-next-80b-a3b",
                               "whisper-large-v3", "hunyuan-large"}) {
    CAPTURE(id);
    const auto outcome = test::kvtally({"explain", id, "--shapes"});
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.err.empty());
    test::check_golden("tests/golden/report/shapes-" + id + ".txt", outcome.out);
  }
}

TEST_CASE("no line of a known model's shapes is wider than 100 columns") {
  for (const std::string& id : test::zoo().ids()) {
    CAPTURE(id);
    const std::string text = text_of(shapes_of(test::model_of(id)), {});
    for (const std::string& line : test::lines_of(text)) {
      if (display_width(line) > 100) {
        FAIL_CHECK(line);
      }
    }
    CHECK(text.find(" \n") == std::string::npos);
  }
}

TEST_CASE("what the description does not say is not guessed") {
  Model model = test::model_of("llama-2-7b");
  model.vocab_size.reset();
  model.naive.hidden_size.reset();
  const Shapes shapes = shapes_of(model);
  const std::vector<ShapeRow>& in = shapes.walks.front().rows;
  CHECK(in[0].how == "token numbers; vocab_size is not in the description");
  CHECK(in[1].prefill == "[B, S, hidden]");
  CHECK(in[1].how == "a row of the embedding for each token; hidden_size is not in the description");
  CHECK(shapes.walks.back().rows[0].prefill == "[B, S, vocab]");
  CHECK(shapes.walks.back().rows[0].how == "after the last norm; vocab_size is not in the description");
}

TEST_CASE("the notes' table of Llama 2 7B") {
  const Shapes shapes = shapes_of(test::model_of("llama-2-7b"));
  std::vector<std::string> rows;
  for (const ShapeRow& row : shapes.summary) {
    rows.push_back(row.tensor + " | " + row.prefill + " | " + row.decode + " | " + row.cached);
  }
  CHECK(rows == std::vector<std::string>{
                    "input_ids | [B, S] | [B, 1] | no",
                    "MHA: q | [B, 32, S, 128] | [B, 32, 1, 128] | no",
                    "MHA: K | [B, 32, S, 128] | [B, 32, S + 1, 128] | kept",
                    "MHA: V | [B, 32, S, 128] | [B, 32, S + 1, 128] | kept",
                    "MHA: z | [B, 32, S, S] | [B, 32, 1, S + 1] | no",
                    "logits | [B, S, 32000] | [B, 1, 32000] | no",
                });
}

}  // namespace

}  // namespace kvtally::explain_shapes_test
