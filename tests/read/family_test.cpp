#include "read/family.hpp"

#include "read/reading.hpp"

namespace kvtally::family_test {

namespace {

TEST_CASE("a setting is found by its path") {
  const Tree tree = test::tree_of("rule: pattern\npattern: {every: 6, inner: {at: 0}}\n");
  Family family;
  CHECK_FALSE(family.setting("rule").has_value());
  family.settings = &tree.root();
  CHECK(family.setting("rule") == "pattern");
  CHECK(family.setting("pattern.every") == "6");
  CHECK(family.setting("pattern.inner.at") == "0");
  CHECK_FALSE(family.setting("pattern.at").has_value());
  CHECK_FALSE(family.setting("rule.every").has_value());
}

TEST_CASE("defaults are those of the class, or of the type where it has none") {
  Family family;
  family.model_type = "gla";
  CHECK(family.default_of() == "the default of gla");
  family.class_name = "GLAConfig";
  CHECK(family.default_of() == "the default of GLAConfig");
}

}  // namespace

}  // namespace kvtally::family_test
