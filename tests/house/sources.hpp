#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

/// The project's own files, for the tests that hold its structure.
namespace kvtally::test {

struct Source {
  std::string path;  // below the source folder, with '/'
  std::string text;

  std::string folder() const {  // "read" of src/read/yaml.cpp
    const std::size_t start = path.find('/') + 1;
    const std::size_t end = path.find('/', start);
    return end == std::string::npos ? "" : path.substr(start, end - start);
  }
  std::string stem() const { return std::filesystem::path(path).stem().string(); }
};

/// The C++ files under a folder of the source tree, sorted by path.
inline std::vector<Source> sources_under(const std::string& folder) {
  const std::filesystem::path root = KVTALLY_SOURCE_DIR;
  std::vector<Source> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
    const auto ending = entry.path().extension();
    if (entry.is_regular_file() && (ending == ".cpp" || ending == ".hpp" || ending == ".c")) {
      std::ifstream in(entry.path(), std::ios::binary);
      out.push_back(
          {entry.path().lexically_relative(root).generic_string(), {std::istreambuf_iterator<char>(in), {}}});
    }
  }
  std::ranges::sort(out, {}, &Source::path);
  return out;
}

struct Include {
  std::string name;
  bool quoted = false;
};

/// The #include lines of a text.
inline std::vector<Include> includes_of(const std::string& text) {
  std::vector<Include> out;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const std::size_t line_end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, line_end - at);
    std::erase_if(line, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
    if (line.starts_with("#include") && line.size() > 9) {
      const bool quoted = line[8] == '"';
      const std::size_t name_end = line.find(quoted ? '"' : '>', 9);
      out.push_back({line.substr(9, name_end - 9), quoted});
    }
    if (line_end == text.size()) {
      break;
    }
  }
  return out;
}

}  // namespace kvtally::test
