#include "page/html_parts.hpp"
#include "page/page.hpp"
#include "report/chart_svg.hpp"

namespace kvtally {

namespace {

// Without all of `part`; an empty one is nowhere.
void remove(std::string& text, std::string_view part) {
  for (std::size_t at = part.empty() ? std::string::npos : text.find(part); at != std::string::npos;
       at = text.find(part, at)) {
    text.erase(at, part.size());
  }
}

// The value of the first attribute of that name; empty where there is none.
std::string attribute(const std::string& svg, std::string_view name) {
  const std::string start = " " + std::string(name) + "=\"";
  const std::size_t at = svg.find(start);
  const std::size_t from = at + start.size();
  return at == std::string::npos ? "" : svg.substr(from, svg.find('"', from) - from);
}

}  // namespace

InlinePicture inline_picture(const Picture& picture) {
  InlinePicture out{"picture-" + picture.name, title_of(picture.drawing), "", ""};
  Drawing drawing = picture.drawing;
  std::visit([&](auto& one) { one.id = out.id; }, drawing);
  out.svg = svg_of(drawing);
  out.svg.erase(0, out.svg.find("<svg"));
  remove(out.svg, chart_style());
  out.width = attribute(out.svg, "width");
  return out;
}

}  // namespace kvtally
