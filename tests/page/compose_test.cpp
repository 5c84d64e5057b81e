#include "page/lecture.hpp"

namespace kvtally::compose_test {

namespace {

// The page of a recipe of this text; its problems as they are printed.
std::string problems_of(const std::string& sections, const std::vector<std::string>& wanted = {}) {
  test::Lecture lecture;
  const auto tree = parse_yaml("r.yaml", "title: T\ncontext: 128K\nsections:\n" + sections);
  REQUIRE(tree.has_value());
  const auto recipe = read_recipe(*tree, "r");
  REQUIRE(recipe.has_value());
  lecture.recipe() = *recipe;
  const auto page = compose_page(lecture.sources(), wanted);
  return page ? "" : render(page.error());
}

constexpr const char* kGood =
    "  - {section: layers, title: '{models}', takeaway: T, with: {models: [llama-3.1-8b]}}\n";

}  // namespace

TEST_CASE("a page has the sections of its recipe, in order, and only the wanted ones") {
  test::Lecture lecture("en", "models");
  lecture.request().models = {"llama-3.1-8b", "deepseek-v3"};
  const auto page = compose_page(lecture.sources(), {});
  REQUIRE(page.has_value());
  REQUIRE(page->sections.size() == 2);
  CHECK(page->title == "What models keep of the past");
  CHECK(page->sections[0].title == "2 models at 128K");
  CHECK(page->sections[0].takeaway ==
        "Of 131,072 tokens Llama 3.1 8B keeps 16 GiB, DeepSeek-V3 keeps 8.578 GiB: 1.87 times as little.");
  const auto layers = compose_page(lecture.sources(), {"layers"});
  REQUIRE(layers.has_value());
  REQUIRE(layers->sections.size() == 1);
  CHECK(layers->sections[0].id == "layers");
}

TEST_CASE("a section that is unknown, named twice or asked with what it has not is refused with its place") {
  CHECK(problems_of(kGood) == "");
  CHECK(problems_of("  - {section: layer, title: T, takeaway: T}\n")
            .starts_with("r.yaml:4:5: unknown section 'layer'; expected one of "));
  CHECK(problems_of("  - {section: layers, title: T, takeaway: T, with: {models: [llama-3.1-8b], modls: x}}\n") ==
        "r.yaml:4:84: section 'layers' has no option 'modls'; expected one of models, context\n"
        "  did you mean 'models'?\n");
  CHECK(problems_of(std::string(kGood) + kGood) ==
        "r.yaml:5:5: two sections have the id 'layers'; expected an id of its own\n");
  CHECK(problems_of(kGood, {"layer"}) ==
        "the report has no section 'layer'; expected one of layers\n  did you mean 'layers'?\n");
}

TEST_CASE("a sentence with a figure that its section has not is refused with its place") {
  CHECK(problems_of("  - {section: layers, title: '{modls}', takeaway: T, with: {models: [llama-3.1-8b]}}\n") ==
        "r.yaml:4:5: the text asks for a figure 'modls'; expected one of context, layers, models, tokens\n"
        "  did you mean 'models'?\n");
}

TEST_CASE("a model that the recipe names wrongly is refused where the recipe names it") {
  CHECK(problems_of("  - {section: layers, title: T, takeaway: T, with: {models: [lama-3.1-8b]}}\n")
            .starts_with("r.yaml:4:61: unknown model 'lama-3.1-8b'"));
}

}  // namespace kvtally::compose_test
