#include "report/parameters.hpp"

#include <doctest/doctest.h>

#include "report/compiled_in.hpp"
#include "support/golden.hpp"

namespace kvtally::parameters_test {

namespace {

Model of_zoo(const std::string& id) { return find_model(test::zoo(), id)->model; }

// Ling-2.6-1T without the rank of its query projections.
Model incomplete() {
  Model model = of_zoo("ling-2.6-1t");
  model.weights.sizes.erase("q_lora_rank");
  return model;
}

std::string lines_of(const Model& model) {
  std::string out;
  for (const ParameterLine& line : parameter_lines(model)) {
    out += line.what + "|" + line.amount + "|" + line.remark + "\n";
  }
  return out;
}

TEST_CASE("the lines of show: dense, with experts, with parts apart, in the published total's terms") {
  CHECK(lines_of(of_zoo("llama-2-7b")) ==
        "parameters, published|6.74B|\nparameters, computed|6,738,415,616|\n"
        "  off the published total|-1,584,384|-0.024 %\n");
  CHECK(lines_of(of_zoo("deepseek-v3")) ==
        "parameters, published|671B|37B active\n"
        "parameters, computed|671,026,419,200|apart: 11,610,068,224 draft\n"
        "  active for one token|37,552,297,472|\n  off the published total|26,419,200|+0.004 %\n");
  // 352,797,829,024 and 3,988,069,792 of the draft, less 2 x 151,552 x 5,120
  CHECK(lines_of(of_zoo("glm-4.5")) ==
        "parameters, published|355B|32B active\n"
        "parameters, computed|352,797,829,024|apart: 3,988,069,792 draft\n"
        "  active for one token|33,632,266,144|\n"
        "  off the published total|234,006,336|+0.066 %, with the draft weights, without the part 'embedding', "
        "without the part 'head'\n");
}

TEST_CASE("what is missing is named, and a file's own count stands beside") {
  CHECK(lines_of(incomplete()) ==
        "parameters, published|1T|63B active\nparameters, computed|none|missing: q_lora_rank\n");
  Model model;
  CHECK(lines_of(model) == "parameters, computed|none|missing: weights\n");
  model.stored = StoredWeights{{{WeightPart::head, "BF16", 1, 1234, Bytes{2468}}}, "one safetensors file"};
  CHECK(lines_of(model) ==
        "parameters, computed|none|missing: weights\nparameters, stored|1,234|in one safetensors file\n");
}

TEST_CASE("arithmetic leaves out factors of one, but not the last") {
  CHECK(arithmetic_of({WeightPart::experts, "sparse", "", {3, 2880, 2880}, 24, 32, 4}) ==
        "24 x 32 x 3 x 2,880 x 2,880");
  CHECK(arithmetic_of({WeightPart::norm, "", "", {1, 1, 4096}, 1, 1, 1}) == "4,096");
  CHECK(arithmetic_of({WeightPart::norm, "", "", {1}, 1, 1, 1}) == "1");
}

TEST_CASE("the breakdowns as they are printed") {
  const Look look{false, 100};
  test::check_golden("tests/golden/report/parameters-gpt-oss-20b.txt",
                     text_of(parameter_sheet(of_zoo("gpt-oss-20b")), look));
  test::check_golden("tests/golden/report/parameters-deepseek-v4-flash.txt",
                     text_of(parameter_sheet(of_zoo("deepseek-v4-flash")), look));
  test::check_golden("tests/golden/report/parameters-glm-4.5.md", markdown_of(parameter_sheet(of_zoo("glm-4.5"))));
  test::check_golden("tests/golden/report/parameters-ling-2.6-1t.txt",
                     text_of(parameter_sheet(incomplete()), look));
}

TEST_CASE("the rows' numbers are the arithmetic beside them, in every model") {
  for (const std::string& id : test::zoo().ids()) {
    CAPTURE(id);
    for (const ParameterTensor& tensor : parameter_sheet(of_zoo(id)).count.tensors) {
      CAPTURE(tensor.name);
      Wide product = 1;
      std::string digits;
      for (const char c : arithmetic_of(tensor) + " ") {
        if (c >= '0' && c <= '9') {
          digits += c;
        } else if (c == ' ' && !digits.empty()) {
          product *= std::stoll(digits);
          digits.clear();
        }
      }
      CHECK(product == tensor.total_count());
      CHECK(tensor.active_count() <= tensor.total_count());
    }
  }
}

}  // namespace

}  // namespace kvtally::parameters_test
