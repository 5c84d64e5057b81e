#include <fmt/format.h>

#include "page/html_parts.hpp"
#include "report/kind_family.hpp"

namespace kvtally {

namespace {

std::string properties(bool dark) {
  std::string out;
  for (std::size_t i = 0; i < kFamilies; ++i) {
    const auto family = static_cast<KindFamily>(i);
    const Colours& colours = colours_of(family);
    out += fmt::format("--k-{}:{};", name_of(family), dark ? colours.dark : colours.light);
  }
  return out;
}

}  // namespace

std::string html_colours() {
  return fmt::format(":root{{{}}}\n@media (prefers-color-scheme:dark){{:root{{{}}}}}\n", properties(false),
                     properties(true));
}

}  // namespace kvtally
