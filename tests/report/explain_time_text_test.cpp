#include <doctest/doctest.h>
#include <sstream>

#include "core/text.hpp"
#include "report/explained_on.hpp"

namespace kvtally::explain_time_text_test {

namespace {

TEST_CASE("no line passes the width") {
  const DeviceExplanation e = test::explained_on("deepseek-v3.2", test::device_question({8, 1, 2, 1, 8}, 16));
  for (const std::size_t width : {std::size_t{72}, std::size_t{80}, std::size_t{120}}) {
    std::istringstream text(text_of(e, Units::binary, {false, width}));
    for (std::string line; std::getline(text, line);) {
      CAPTURE(line);
      CHECK(display_width(line) <= width);
    }
  }
}

TEST_CASE("text and Markdown name the device, the placement and where figures come from") {
  const DeviceExplanation e = test::explained_on("llama-2-7b", test::device_question({2, 1, 1, 1, 1}));
  const std::string title = "A decode step on A device with round figures (round), TP 2, 8 requests";
  const std::string text = text_of(e, Units::binary, {false, 100});
  CHECK(text.find(title) != std::string::npos);
  CHECK(text.find("Every figure is of one device.") != std::string::npos);
  CHECK(text.find("bandwidth = 1 TB/s: a page") != std::string::npos);
  const std::string markdown = markdown_of(e);
  CHECK(markdown.starts_with("## " + title));
  CHECK(markdown.find("- bandwidth = 1 TB/s: a page\n") != std::string::npos);
}

}  // namespace

}  // namespace kvtally::explain_time_text_test
