#include "read/text/file.hpp"

#include <doctest/doctest.h>

#include "support/folder.hpp"
#include "support/print.hpp"

namespace kvtally::file_test {

namespace {

TEST_CASE("the bytes of a file") {
  const test::Folder folder;
  const std::string bytes("a\r\n\0b\xFF", 6);
  folder.write("x.yaml", bytes);
  folder.write("empty", "");
  CHECK(read_file(folder.path("x.yaml")) == Expected<std::string>(bytes));
  CHECK(read_file(folder.path("empty")) == Expected<std::string>(""));
}

TEST_CASE("a file of more than the 64 KiB that are read at a time") {
  const test::Folder folder;
  const std::string large(200'001, 'x');
  folder.write("x", large);
  CHECK(read_file(folder.path("x")) == Expected<std::string>(large));
}

TEST_CASE("what is no file") {
  const test::Folder folder;
  const std::string missing = folder.path("missing.yaml");
  CHECK(read_file(missing).error() ==
        Problems{{missing, {}, "it cannot be opened: No such file or directory", "", "", ""}});
  CHECK(read_file(folder.path("")).error() ==
        Problems{{folder.path(""), {}, "this is a folder", "a file", "", ""}});
}

TEST_CASE("the .yaml files of a folder, sorted") {
  const test::Folder folder;
  for (const char* const name : {"b.yaml", "a.yaml", "c.yml", "d.yaml.txt", "e", "B.yaml"}) {
    folder.write(name, "");
  }
  CHECK(files_in(folder.path(""), ".yaml") ==
        Expected<std::vector<std::string>>({folder.path("B.yaml"), folder.path("a.yaml"), folder.path("b.yaml")}));
  const std::string missing = folder.path("missing");
  const char* const reason = "it cannot be listed: No such file or directory";
  CHECK(files_in(missing, ".yaml").error() == Problems{{missing, {}, reason, "a folder of .yaml files", "", ""}});
}

TEST_CASE("the name of a file without folder and ending") {
  CHECK(stem("modelzoo/deepseek-v3.2.yaml") == "deepseek-v3.2");
  CHECK(stem("x") == "x");
  CHECK(stem("/a/b.c/x.yaml") == "x");
}

}  // namespace

}  // namespace kvtally::file_test
