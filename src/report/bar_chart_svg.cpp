#include <fmt/format.h>

#include "report/bar_chart.hpp"
#include "report/xml_text.hpp"

namespace kvtally {

std::string write_svg(const BarChart& chart) {
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\"><title>{}</title></svg>\n", xml(chart.title));
}

}  // namespace kvtally
