#include <fmt/format.h>

#include "page/page.hpp"
#include "report/xml_text.hpp"

namespace kvtally {

std::string html_of(const Page& page, const Words& words) {
  std::string out = fmt::format("<!doctype html>\n<html lang=\"{}\"><meta charset=\"utf-8\"><title>{}</title>\n",
                                words.language(), xml(page.title));
  for (const Section& section : page.sections) {
    out += fmt::format("<h2>{}</h2>\n<p>{}</p>\n", xml(section.title), xml(section.takeaway));
    for (const Picture& picture : section.parts.pictures) {
      out += svg_of(picture.drawing);
    }
  }
  return out + "</html>\n";
}

}  // namespace kvtally
