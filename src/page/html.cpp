#include <fmt/format.h>
#include <kainjow/mustache.hpp>
#include <stdexcept>

#include "page/html_models.hpp"
#include "page/html_parts.hpp"
#include "page/page.hpp"
#include "read/text/embedded.hpp"
#include "report/chart_svg.hpp"
#include "report/licenses.hpp"
#include "report/xml_text.hpp"

namespace kvtally {

namespace {

using kainjow::mustache::data;
using kainjow::mustache::list;

constexpr std::string_view kScript = "reports/page/page.js";

data texts(const std::vector<std::string>& lines) {
  list out;
  for (const std::string& line : lines) {
    out.emplace_back(line);
  }
  return data(out);
}

// A text that the template leaves out with what surrounds it when it is empty.
data optional_text(const std::string& text) { return text.empty() ? data(false) : data(text); }

data labels(const Words& words) {
  data out;
  for (const auto& [key, english] : std::initializer_list<std::pair<const char*, const char*>>{
           {"skip", "To the text"},
           {"contents", "Contents"},
           {"answer", "The answer"},
           {"takeaway", "In one line:"},
           {"show", "Show"},
           {"enlarge", "Enlarge"},
           {"close", "Close"},
           {"files", "Data:"},
           {"arithmetic", "Arithmetic"},
           {"notes", "Notes and sources"},
           {"closed", "What was closed on the screen may be missing on paper: open it before printing."},
           {"licences", "Licences of what is in this page"}}) {
    out.set(key, words.say(english));
  }
  return out;
}

data picture_data(const Picture& picture, const std::string& section, bool first) {
  const InlinePicture drawn = inline_picture(picture);
  data out;
  out.set("id", drawn.id);
  out.set("title", drawn.title);
  out.set("width", drawn.width);
  out.set("svg", drawn.svg);
  out.set("file", picture.name + ".svg");
  out.set("group", section + "-choice");
  out.set("choice", optional_text(picture.choice));
  out.set("first", first);
  return out;
}

// Neighbours that are shown one at a time are one group; every other picture is a group of its own.
data picture_groups(const Section& section) {
  list groups;
  const std::vector<Picture>& pictures = section.parts.pictures;
  for (std::size_t i = 0; i < pictures.size();) {
    const bool choices = !pictures[i].choice.empty();
    list members{picture_data(pictures[i], pictures[i].name, true)};
    const std::string& name = pictures[i].name;
    for (++i; choices && i < pictures.size() && !pictures[i].choice.empty(); ++i) {
      members.push_back(picture_data(pictures[i], name, false));
    }
    data group;
    group.set("choices", choices);
    group.set("pictures", data(members));
    groups.push_back(std::move(group));
  }
  return data(groups);
}

std::string tables_of(const Section& section, const Words& words) {
  std::string out;
  if (section.parts.models) {
    out += html_of(*section.parts.models, words);
  }
  for (const SectionTable& table : section.parts.tables) {
    out += table.shown ? html_table(table) : "";
  }
  return out;
}

void add_files(data& out, const Section& section) {
  Page alone;
  alone.sections.push_back(section);
  list files;
  for (const SectionTable& table : tables_of(alone)) {
    data file;
    file.set("name", table.name + ".csv");
    file.set("link", data_link("text/csv", write_csv(table.table)));
    files.push_back(std::move(file));
  }
  out.set("has_files", !files.empty());
  out.set("files", data(files));
}

data section_data(const Section& section, const Words& words) {
  data out;
  out.set("id", section.id);
  out.set("title", section.title);
  out.set("link", words.fill("Link to: {title}", {{"title", section.title}}));
  out.set("question", optional_text(section.question));
  out.set("text", texts(section.text));
  out.set("takeaway", optional_text(section.takeaway));
  out.set("groups", picture_groups(section));
  out.set("tables", tables_of(section, words));
  add_files(out, section);
  out.set("has_arithmetic", !section.parts.arithmetic.empty());
  out.set("arithmetic", texts(section.parts.arithmetic));
  out.set("has_notes", !section.parts.notes.empty());
  out.set("notes", texts(section.parts.notes));
  return out;
}

// Paper is light, whatever the screen is.
std::string dark_on_screens(std::string style) {
  constexpr std::string_view kMedia = "@media ";
  constexpr std::string_view kDark = "(prefers-color-scheme";
  for (std::size_t at = style.find(kDark); at != std::string::npos; at = style.find(kDark, at + kDark.size())) {
    if (std::string_view(style).substr(0, at).ends_with(kMedia)) {
      constexpr std::string_view kScreen = "screen and ";
      style.insert(at, kScreen);
      at += kScreen.size();
    }
  }
  return style;
}

std::string style() {
  std::string out = html_colours();
  for (const EmbeddedText& text : embedded_texts()) {
    if (text.path.ends_with(".css")) {
      out += text.text;
    }
  }
  return dark_on_screens(std::move(out));
}

// What stands in the element of chart_style().
std::string chart_rules() {
  const std::string element = chart_style();
  const std::size_t from = element.find('\n') + 1;
  return dark_on_screens(element.substr(from, element.rfind("</style>") - from));
}

// Only the page's own script may run, and nothing may be asked for.
std::string policy(const EmbeddedText* script) {
  return fmt::format(
      "default-src 'none'; script-src {}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action "
      "'none'",
      script == nullptr ? "'none'" : fmt::format("'sha256-{}'", script->sha256));
}

void add_script(data& out) {
  const EmbeddedText* script = embedded_text(kScript);
  out.set("policy", policy(script));
  data element(false);
  list licences;
  if (script != nullptr) {
    element = data("code", std::string(script->text));
    for (const LicensedLibrary& library : licensed_libraries()) {
      if (library.in_page) {
        data one;
        one.set("name", fmt::format("{} {}, {}", library.name, library.version, library.license));
        one.set("text", fmt::format("{}\n\n{}", fmt::join(library.copyright, "\n"), library.text));
        licences.push_back(std::move(one));
      }
    }
  }
  out.set("script", element);
  out.set("has_licences", !licences.empty());
  out.set("licences", data(licences));
}

std::string how_made(const Page& page, const Words& words, std::string_view version) {
  const std::string command = fmt::format("kvtally report {} --lang {} -O page.html", page.recipe, page.language);
  return words.fill(
      "Made by kvtally {version} from its data {digest}: {command}. Cite it by these three.",
      {{"version", std::string(version)}, {"digest", std::string(data_digest())}, {"command", command}});
}

}  // namespace

std::string html_of(const Page& page, const Words& words, std::string_view version) {
  const EmbeddedText* text = embedded_text("reports/page/page.mustache");
  if (text == nullptr) {
    throw std::logic_error("the page's template was not compiled in");
  }
  kainjow::mustache::mustache page_template{std::string(text->text)};
  page_template.set_custom_escape([](const std::string& plain) { return xml(plain); });
  data out;
  out.set("language", page.language);
  out.set("title", page.title);
  out.set("subtitle", optional_text(page.subtitle));
  out.set("style", style());
  out.set("chart_style", chart_rules());
  out.set("say", labels(words));
  list sections;
  for (const Section& section : page.sections) {
    sections.push_back(section_data(section, words));
  }
  out.set("sections", data(sections));
  out.set("footer", texts(page.footer));
  out.set("made", how_made(page, words, version));
  add_script(out);
  std::string html = page_template.render(out);
  if (!page_template.is_valid()) {
    throw std::logic_error("the page's template: " + page_template.error_message());
  }
  return html;
}

}  // namespace kvtally
