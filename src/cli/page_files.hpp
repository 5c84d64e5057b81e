#pragma once

#include "cli/output.hpp"
#include "page/page.hpp"

namespace kvtally::cli {

/// Writes a page, or its pictures or tables alone. Where --out ends in '/' or is a folder, each of those is a file
/// of its name there; else they follow each other, but SVG and CSV can hold one alone: with more it is bad usage.
Exit write_page(const Page& page, const Words& words, OutputFormat format, const Output& output);

}  // namespace kvtally::cli
