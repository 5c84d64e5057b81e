#include "page/lecture.hpp"

namespace kvtally {

TEST_CASE("question 1: four attentions in DeepSeek-V3's shape") {
  const test::Lecture lecture;
  const Section section = lecture.section("four-attentions");
  // 61 layers x 2 bytes x 131,072 tokens x (2 x 128 x 128 | 2 x 8 x 128 | 2 x 128 | 512 + 64)
  CHECK(section.takeaway ==
        "488 GiB with MHA, 30.5 GiB with 8 KV heads, 3.813 GiB with one, 8.578 GiB with its own.");
}

}  // namespace kvtally
