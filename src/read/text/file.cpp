#include "read/text/file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
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

int close(std::FILE* file) { return file == nullptr ? 0 : std::fclose(file); }

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

// Nothing where it is a folder or cannot be opened; `not_opened` then says which.
File open(const std::string& path) { return {is_folder(path) ? nullptr : std::fopen(path.c_str(), "rb"), close}; }

std::unexpected<Problems> not_opened(const std::string& path) {
  const int error = errno;
  return is_folder(path) ? refused(path, "this is a folder", "a file")
                         : refused(path, "it cannot be opened: " + reason(error), "");
}

}  // namespace

Expected<std::string> read_file(const std::string& path) {
  const bool standard_input = path == "-";
  const std::string name = standard_input ? "<stdin>" : path;
  const File opened = standard_input ? File(nullptr, close) : open(path);
  if (!standard_input && !opened) {
    return not_opened(path);
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

Expected<std::string> read_start(const std::string& path, std::size_t count) {
  const File file = open(path);
  if (!file) {
    return not_opened(path);
  }
  std::string text(count, '\0');
  text.resize(std::fread(text.data(), 1, count, file.get()));
  if (std::ferror(file.get()) != 0) {
    return refused(path, "it cannot be read: " + reason(errno), "");
  }
  return text;
}

Expected<std::int64_t> file_bytes(const std::string& path) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  if (error || bytes > static_cast<std::uintmax_t>(std::numeric_limits<std::int64_t>::max())) {
    return refused(path, "its size cannot be read: " + error.message(), "");
  }
  return static_cast<std::int64_t>(bytes);
}

Expected<std::vector<std::string>> file_names(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> out;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (!it->is_directory(ignored)) {
      out.push_back(it->path().filename().string());
    }
  }
  if (error) {
    return refused(folder, "it cannot be listed: " + error.message(), "a folder");
  }
  std::ranges::sort(out);
  return out;
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
