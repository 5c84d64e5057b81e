#include "cli/page_files.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace kvtally::cli {

namespace {

// A part of a page that can be a file, and its text.
using PagePart = std::pair<std::string, std::string>;

std::vector<PagePart> picture_parts(const Page& page) {
  std::vector<PagePart> out;
  for (const Section& section : page.sections) {
    for (const Picture& picture : section.parts.pictures) {
      out.emplace_back(picture.name + ".svg", svg_of(picture.drawing));
    }
  }
  return out;
}

std::vector<PagePart> table_parts(const Page& page, OutputFormat format) {
  const bool markdown = format == OutputFormat::markdown;
  const std::string_view ending = markdown ? "md" : format == OutputFormat::latex ? "tex" : "csv";
  std::vector<PagePart> out;
  for (const SectionTable& one : kvtally::tables_of(page)) {
    out.emplace_back(fmt::format("{}.{}", one.name, ending), written_table(one.table, format, {}));
  }
  return out;
}

Exit write_folder(const std::vector<PagePart>& parts, const Output& output) {
  std::error_code error;
  std::filesystem::create_directories(*output.file, error);  // what fails is said by the first file
  for (const auto& [name, text] : parts) {
    Output one = output;
    one.file = (std::filesystem::path(*output.file) / name).string();
    if (const Exit wrote = one.write(text); wrote != Exit::done) {
      return wrote;
    }
  }
  return Exit::done;
}

std::string names_of_parts(const std::vector<PagePart>& parts) {
  std::string out;
  for (const auto& [name, text] : parts) {
    out += (out.empty() ? "" : ", ") + name;
  }
  return out;
}

Exit write_parts(const std::vector<PagePart>& parts, OutputFormat format, const Output& output) {
  std::error_code ignored;
  if (output.file && (output.file->ends_with('/') || std::filesystem::is_directory(*output.file, ignored))) {
    return write_folder(parts, output);
  }
  const bool single = format == OutputFormat::svg || format == OutputFormat::csv;
  if (parts.empty() || (single && parts.size() > 1)) {
    complain(parts.empty()
                 ? "the report has none of these"
                 : fmt::format("{} files ({}): one section (--section), or a folder to write them to (-O "
                               "FOLDER/)",
                               parts.size(), names_of_parts(parts)));
    return usage_fault("report");
  }
  std::string out;
  for (const auto& [name, text] : parts) {
    out += (out.empty() ? "" : "\n") + text;
  }
  return output.write(out);
}

}  // namespace

Exit write_page(const Page& page, const Words& words, OutputFormat format, const Output& output) {
  switch (format) {
    case OutputFormat::html: return output.write(html_of(page, words, KVTALLY_VERSION));
    case OutputFormat::json: return output.write(json_of(page));
    case OutputFormat::svg: return write_parts(picture_parts(page), format, output);
    default: return write_parts(table_parts(page, format), format, output);
  }
}

}  // namespace kvtally::cli
