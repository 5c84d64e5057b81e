#include <algorithm>
#include <doctest/doctest.h>
#include <regex>
#include <set>

#include "page/lecture.hpp"

namespace kvtally::html_test {

namespace {

constexpr std::string_view kHostile = R"(</script><img src="https://example.org/x.png"> & 'quoted')";

// A page of one section in which every text that a recipe or a file may give is hostile.
Page hostile_page() {
  const std::string text(kHostile);
  Table table{text, {{"a", text}, {"n", "N", Align::right}}, {}, {}, {text}, {text}};
  table.rows = {{{text, "", {}, text}, {"1", "", {}, ""}}};
  Chart chart;
  chart.title = text;
  chart.description = text;
  chart.series = {{text, KindFamily::full, Shape::line, {{1, 1, ""}, {2, 2, ""}}, {}, true}};
  Section section{"one", text, text, {text, text}, text, {}};
  section.parts.pictures = {{"first", text, chart}, {"second", "b", chart}, {"third", "", chart}};
  section.parts.tables = {{"shown", table, true}, {"hidden", table, false}};
  section.parts.arithmetic = {text};
  section.parts.notes = {text};
  return {"r", "en", text, text, {section}, {text}};
}

std::string html(const Page& page) { return html_of(page, *Words::of(page.language), "1.2.3"); }

// Without the script and the style, which are the same in every page: a build may have no script.
std::string without_script(std::string page) {
  for (const auto& [from, to] :
       {std::pair("<dialog", "</script>\n"), std::pair("<style>", "</style>"), std::pair("<style id", "</style>"),
        std::pair("<details class=\"licences", "</details>")}) {
    if (const std::size_t at = page.find(from); at != std::string::npos) {
      page.erase(at, page.find(to, at) + std::string_view(to).size() - at);
    }
  }
  return page;
}

std::vector<std::string> found(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> out;
  for (std::sregex_iterator at(text.begin(), text.end(), expression); at != std::sregex_iterator(); ++at) {
    out.push_back((*at)[1].str());
  }
  return out;
}

std::ptrdiff_t count(const std::string& text, std::string_view part) {
  std::ptrdiff_t out = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++out;
  }
  return out;
}

TEST_CASE("no text of a recipe or a file becomes markup") {
  const std::string page = without_script(html(hostile_page()));
  CHECK(page.find("<img") == std::string::npos);
  CHECK(page.find("</script>") == std::string::npos);
  CHECK(count(page, "&lt;/script&gt;&lt;img src=&quot;https://example.org/x.png&quot;&gt; &amp; 'quoted'") > 20);
}

TEST_CASE("a page asks for nothing: a strict policy, and no address but the names of namespaces") {
  const std::string page = html(hostile_page());
  CHECK(count(page, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '") ==
        1);
  CHECK(count(page, "; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">") == 1);
  for (const std::string& target : found(without_script(page), R"re((?:href|src|action|data)="([^"]*)")re")) {
    CHECK_MESSAGE((target.starts_with('#') || target.starts_with("data:text/csv;charset=utf-8;base64,")), target);
  }
  CHECK(page.find("@import") == std::string::npos);
  CHECK(page.find("url(") == std::string::npos);
  CHECK(count(page, "<script>") == (embedded_text("reports/page/page.js") == nullptr ? 0 : 1));
  CHECK(page.find("<script ") == std::string::npos);
  CHECK(page.find("<link") == std::string::npos);
}

TEST_CASE("ids are unique, and every place that is referred to is there") {
  const test::Lecture lecture;
  const auto lecture_page = compose_page(lecture.sources(), {});
  REQUIRE(lecture_page.has_value());
  for (const std::string& page : {html(hostile_page()), html(*lecture_page)}) {
    const std::vector<std::string> ids = found(page, R"re(\sid="([^"]*)")re");
    const std::set<std::string> set(ids.begin(), ids.end());
    CHECK(set.size() == ids.size());
    for (const std::string& target : found(page, R"re((?:href="#|for="|aria-labelledby=")([^" ]*))re")) {
      CHECK_MESSAGE(set.contains(target), target);
    }
  }
}

TEST_CASE("the same page is the same bytes, in less than 1.2 MB") {
  for (const std::string& language : page_languages()) {
    const test::Lecture lecture(language);
    const auto page = compose_page(lecture.sources(), {});
    REQUIRE(page.has_value());
    const std::string first = html_of(*page, lecture.words(), "1.2.3");
    CHECK(first == html_of(*page, lecture.words(), "1.2.3"));
    CHECK(first.size() < 1'200'000);
    CHECK(first.starts_with("<!doctype html>\n<html lang=\"" + language + "\">\n"));
    CHECK(first.ends_with("</html>\n"));
  }
}

TEST_CASE("what the page says around its sections is there in every language") {
  const auto words = Words::of("zh");
  REQUIRE(words.has_value());
  Page page = hostile_page();
  page.language = "zh";
  CHECK(html_of(page, *words, "1.2.3").find("<summary>答案</summary>") != std::string::npos);
  CHECK(words->missing().empty());
}

TEST_CASE("what is dark is so on a screen alone") {
  const std::string page = html(hostile_page());
  CHECK(count(page, "prefers-color-scheme") > 2);
  CHECK(count(page, "prefers-color-scheme") == count(page, "@media screen and (prefers-color-scheme"));
}

TEST_CASE("a question hides what follows it; without one there is nothing to open") {
  Page page = hostile_page();
  CHECK(count(html(page), "<details class=\"answer\">") == 1);
  page.sections[0].question = "";
  CHECK(count(html(page), "<details class=\"answer\">") == 0);
}

TEST_CASE("pictures with choices are one group of radio buttons, of which the first is chosen") {
  const std::string page = html(hostile_page());
  CHECK(count(page, "<fieldset class=\"choices\">") == 1);
  CHECK(found(page, R"re(<input type="radio" name="first-choice" id="([^"]*)")re") ==
        std::vector<std::string>{"picture-first-choice", "picture-second-choice"});
  CHECK(count(page, " checked>") == 1);
  CHECK(count(page, "<figure class=\"picture\"") == 3);
}

TEST_CASE("every table is a file in a link, shown or not, and says how the page was made") {
  const std::string page = html(hostile_page());
  CHECK(found(page, R"re(<a download="([^"]*)" href="data:text/csv)re") ==
        std::vector<std::string>{"shown.csv", "hidden.csv"});
  CHECK(count(page, "<table") == 1);
  CHECK(count(page, "Made by kvtally 1.2.3 from its data " + std::string(data_digest()) +
                        ": kvtally report r --lang en -O page.html.") == 1);
}

TEST_CASE("what is bundled has its licence in the page") {
  const std::string page = html(hostile_page());
  const bool bundled = embedded_text("reports/page/page.js") != nullptr;
  CHECK(count(page, "<h3>tablesort 5.6.0, MIT</h3>") == (bundled ? 1 : 0));
  CHECK(count(page, "<h3>") == (bundled ? 1 : 0));
}

}  // namespace

}  // namespace kvtally::html_test
