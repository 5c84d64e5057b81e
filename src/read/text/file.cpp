#include "read/text/file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

namespace kvtally {

namespace {

constexpr std::size_t kLargestFile = std::size_t{64} << 20;

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

std::unexpected<Problems> refused(std::string file, std::string what, std::string expected) {
  return std::unexpected(Problems{{std::move(file), {}, std::move(what), std::move(expected), {}, {}}});
}

std::string reason(int error) { return std::system_category().message(error); }

}  // namespace

Expected<std::string> read_file(const std::string& path) {
  const bool standard_input = path == "-";
  const std::string name = standard_input ? "<stdin>" : path;
  std::error_code ignored;
  if (!standard_input && std::filesystem::is_directory(path, ignored)) {
    return refused(name, "this is a folder", "a file");
  }
  const File opened(standard_input ? nullptr : std::fopen(path.c_str(), "rb"),
                    [](std::FILE* f) { return f ? std::fclose(f) : 0; });
  if (!standard_input && !opened) {
    return refused(name, "it cannot be opened: " + reason(errno), "");
  }
  std::FILE* file = standard_input ? stdin : opened.get();
  std::string text;
  std::string buffer(std::size_t{1} << 16, '\0');
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file)) {
    text.append(buffer, 0, got);
    if (text.size() > kLargestFile) {
      return refused(name, "it is larger than 64 MiB", "a model description");
    }
  }
  if (std::ferror(file) != 0) {
    return refused(name, "it cannot be read: " + reason(errno), "");
  }
  return text;
}

Expected<std::vector<std::string>> files_in(const std::string& folder, std::string_view ending) {
  std::error_code error;
  std::vector<std::string> out;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ending) {
      out.push_back(it->path().string());
    }
  }
  if (error) {
    return refused(folder, "it cannot be listed: " + error.message(),
                   "a folder of " + std::string(ending) + " files");
  }
  std::ranges::sort(out);
  return out;
}

std::string stem(const std::string& path) { return std::filesystem::path(path).stem().string(); }

}  // namespace kvtally
