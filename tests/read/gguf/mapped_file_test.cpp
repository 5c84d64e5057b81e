#include "read/gguf/mapped_file.hpp"

#include <doctest/doctest.h>
#include <filesystem>
#include <sys/stat.h>

#include "read/gguf/byte_reader.hpp"
#include "support/folder.hpp"

namespace kvtally::mapped_file_test {

namespace {

// The bytes, or the problem without the folder's path.
std::string read(const test::Folder& folder, const std::string& name) {
  const auto file = MappedFile::open(folder.path(name));
  if (file) {
    return std::string(as_text(file->bytes()));
  }
  return render(file.error()).substr(folder.path("").size());
}

TEST_CASE("a file's bytes, also after a move") {
  const test::Folder folder;
  folder.write("a", "GGUF");
  folder.write("b", "other");
  CHECK(read(folder, "a") == "GGUF");
  auto first = MappedFile::open(folder.path("a"));
  auto second = MappedFile::open(folder.path("b"));
  MappedFile moved = std::move(*first);
  CHECK(as_text(moved.bytes()) == "GGUF");
  moved = std::move(*second);
  CHECK(as_text(moved.bytes()) == "other");
}

TEST_CASE("what is no file with bytes is refused") {
  const test::Folder folder;
  folder.write("empty", "");
  std::filesystem::create_directories(folder.path("folder"));
  REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  CHECK(read(folder, "missing") == "missing: it cannot be opened: No such file or directory\n");
  CHECK(read(folder, "empty") == "empty: the file is empty; expected a GGUF file\n");
  CHECK(read(folder, "folder") == "folder: this is a folder; expected a file\n");
  CHECK(read(folder, "pipe") == "pipe: this is no regular file; expected a file on a disk\n");
  CHECK(read(folder, "empty/x") == "empty/x: it cannot be opened: Not a directory\n");
}

TEST_CASE("a terabyte without blocks on the disk is mapped") {
  const test::Folder folder;
  folder.write("large", "GGUF");
  std::filesystem::resize_file(folder.path("large"), std::uintmax_t{1} << 40);
  const auto file = MappedFile::open(folder.path("large"));
  REQUIRE(file.has_value());
  CHECK(file->bytes().size() == std::size_t{1} << 40);
  CHECK(as_text(file->bytes().first(4)) == "GGUF");
  CHECK(file->bytes().back() == std::byte{0});
}

}  // namespace

}  // namespace kvtally::mapped_file_test
