#include "page/html_models.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "page/lecture.hpp"

namespace kvtally::html_models_test {

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t out = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) {
    ++out;
  }
  return out;
}

// The HTML of a model's row.
std::string row_of(const std::string& html, const std::string& id) {
  const std::size_t from = html.find("<tr id=\"models-" + id + "\"");
  REQUIRE(from != std::string::npos);
  return html.substr(from, html.find("</tr>", from) - from);
}

TEST_CASE("a row a model, those on the main line marked, and a switch without a script") {
  const test::Lecture lecture;
  const ModelTable& table = *lecture.sources().table;
  const std::string html = html_of(table, lecture.words());
  const auto highlights = static_cast<std::size_t>(
      std::ranges::count_if(table.rows, [](const ModelRow& row) { return !row.highlight.empty(); }));
  CHECK(count(html, "<tr id=\"models-") == 44);
  CHECK(count(html, " data-highlight>") == highlights);
  CHECK(count(html, "class=\"models-highlight\"") == highlights);
  CHECK(count(html, "class=\"models-all\"") == 44);
  CHECK(count(html, "<input type=\"radio\" name=\"models-rows\"") == 2);
  CHECK(html.find("id=\"models-rows-all\" checked> All 44</label>") != std::string::npos);
  CHECK(html.find(fmt::format("> Highlight: {} on the main line</label>", highlights)) != std::string::npos);
  CHECK(html.find("<script") == std::string::npos);
  CHECK(html.find("http") == std::string::npos);
}

TEST_CASE("cells have what is sorted by, exact") {
  const test::Lecture lecture;
  const std::string html = html_of(*lecture.sources().table, lecture.words());
  const std::string gemma = row_of(html, "gemma-3-27b");
  CHECK(gemma.find("<td data-sort=\"202503\" class=\"models-date\">2025-03</td>") != std::string::npos);
  CHECK(gemma.find("<td data-sort=\"Google\">Google</td>") != std::string::npos);
  CHECK(gemma.find("<td data-sort=\"62\" class=\"number\">62</td>") != std::string::npos);
  CHECK(gemma.find("<td data-sort=\"0.838709677\" class=\"number\">84 %<small>52 of 62</small></td>") !=
        std::string::npos);
  CHECK(gemma.find("<td data-sort=\"131072\" class=\"number\">128K</td>") != std::string::npos);
  CHECK(gemma.find("<td data-sort=\"11173625856\" class=\"number\" title=\"11,173,625,856 bytes\">10 GiB</td>") !=
        std::string::npos);
  const std::string rwkv = row_of(html, "rwkv-7");
  CHECK(rwkv.find("<td data-sort=\"9007199254740991\" class=\"number\">unlimited</td>") != std::string::npos);
  CHECK(rwkv.find("<td data-sort=\"0\" class=\"number\" title=\"0 bytes\">0</td>") != std::string::npos);
}

TEST_CASE("a mark leads to its footnote and back, and what is printed stands beside") {
  const test::Lecture lecture;
  const ModelTable& table = *lecture.sources().table;
  const std::string html = html_of(table, lecture.words());
  REQUIRE(table.footnotes.size() == 14);
  for (std::size_t i = 1; i <= table.footnotes.size(); ++i) {
    CAPTURE(i);
    CHECK(count(html, fmt::format("<a id=\"models-mark-{0}\" href=\"#models-note-{0}\">[{0}]</a>", i)) == 1);
    CHECK(count(html, fmt::format("<li id=\"models-note-{0}\"><a href=\"#models-mark-{0}\"", i)) == 1);
  }
  const std::string mimo = row_of(html, "mimo-v2-flash");
  CHECK(mimo.find(">2.8 GiB<sup class=\"mark\"><a id=\"models-mark-6\" href=\"#models-note-6\">[6]</a></sup>"
                  "<small class=\"models-printed\">printed: 5.0 GiB</small></td>") != std::string::npos);
  CHECK(count(html, "class=\"models-printed\"") == 8);
}

TEST_CASE("texts are escaped, and a table without highlights has no switch") {
  const test::Lecture lecture;
  ModelTable table = *lecture.sources().table;
  table.rows.resize(1);
  table.rows[0].name = "A <b> & \"c\"";
  table.rows[0].remark = "1 < 2";
  table.rows[0].highlight = "";
  table.rows[0].parameters = {};
  const std::string html = html_of(table, lecture.words());
  CHECK(html.find("A &lt;b&gt; &amp; &quot;c&quot;") != std::string::npos);
  CHECK(html.find("<span class=\"models-all\">1 &lt; 2</span>") != std::string::npos);
  CHECK(html.find("<small>size not published</small>") != std::string::npos);
  CHECK(html.find("<fieldset") == std::string::npos);
}

TEST_CASE("nothing of the table is missing in Chinese") {
  const test::Lecture lecture("zh");
  const std::string html = html_of(*lecture.sources().table, lecture.words());
  for (const std::string& text : lecture.words().missing()) {
    FAIL_CHECK("missing: " << text);
  }
  CHECK(row_of(html, "mistral-7b").find("每一层只看最近 4096 个 token。") != std::string::npos);
  CHECK(html.find("原文：5.0 GiB") != std::string::npos);
}

}  // namespace

}  // namespace kvtally::html_models_test
