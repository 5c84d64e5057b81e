#include <nlohmann/json.hpp>

#include "install/installation.hpp"
#include "support/golden.hpp"
#include "support/lines.hpp"

namespace kvtally::external_test {

namespace {

using test::Folder;

const std::string kProject = std::string(KVTALLY_SOURCE_DIR) + "/tests/install/external";

// A hybrid of Jamba's type: 4 of its 32 layers keep 8 × 128 keys and values, 16,384 bytes a token in all, 2 GiB at
// 131,072; states and tails of the other 28 are 16,056,320 bytes whatever the context.
// (2^30 − 16,056,320) ÷ 16,384 = 64,556; 2^34 ÷ (16,384 × 4096 + 16,056,320) = 206.
constexpr const char* kSays =
    "0.1.0: 2163539968 bytes at 131072 tokens, 3 terms, 64556 tokens in 1 GiB, 206 requests of 4096\n";

std::string hybrid() { return test::source_text("tests/data/corpus_folder/hybrid/config.json"); }

TEST_CASE("a program of somebody else's finds the library by CMake") {
  const Folder folder;
  const std::string prefix = test::install_into(folder);
  const std::string build = folder.path("build");
  test::done(KVTALLY_CMAKE, {"-S", kProject, "-B", build, "-DCMAKE_PREFIX_PATH=" + prefix,
                             "-DCMAKE_CXX_COMPILER=" KVTALLY_COMPILER});
  test::done(KVTALLY_CMAKE, {"--build", build});
  CHECK(test::done(build + "/external", {}, hybrid()) == kSays);
  const auto wrong = test::run_program(build + "/external", {}, "name: A\n");
  CHECK(wrong.exit_code == 3);
  CHECK(wrong.out.starts_with("config.json: "));
}

TEST_CASE("another version than the wanted one is not found") {
  const Folder folder;
  const std::string prefix = test::install_into(folder);
  folder.write(
      "CMakeLists.txt",
      "cmake_minimum_required(VERSION 3.25)\nproject(x LANGUAGES CXX)\nfind_package(kvtally 7 REQUIRED)\n");
  const auto outcome = test::run_program(
      KVTALLY_CMAKE, {"-S", folder.path(""), "-B", folder.path("b"), "-DCMAKE_PREFIX_PATH=" + prefix});
  CHECK(outcome.exit_code != 0);
  CHECK(outcome.err.find("version: 0.1.0") != std::string::npos);
}

TEST_CASE("a program of somebody else's finds the library by pkg-config") {
  KVTALLY_NEEDS("pkg-config")
  const Folder folder;
  const std::string prefix = test::install_into(folder);
  const std::string path = "PKG_CONFIG_PATH=" + prefix + "/" + KVTALLY_LIBDIR + "/pkgconfig";
  CHECK(test::done(test::installed("pkg-config"), {"--modversion", "kvtally"}, "", {path}) == "0.1.0\n");
  test::done("/bin/sh",
             {"-ec", KVTALLY_COMPILER " -std=c++23 " + kProject + "/main.cpp -o " + folder.path("program") +
                         " $(pkg-config --cflags --libs kvtally)"},
             "", {path});
  CHECK(test::done(folder.path("program"), {}, hybrid()) == kSays);
}

// The block of a document that begins with this line, without its indentation.
std::string block(const std::string& document, const std::string& first) {
  const std::string text = test::source_text(document);
  std::size_t at = text.find("    " + first + "\n");
  REQUIRE(at != std::string::npos);
  std::string out;
  for (const std::string& line : test::lines_of(text.substr(at))) {
    if (!line.empty() && !line.starts_with("    ")) {
      break;
    }
    out += (line.empty() ? line : line.substr(4)) + '\n';
  }
  return out;
}

TEST_CASE("the program in the documents compiles, and says what the command says") {
  KVTALLY_NEEDS("pkg-config")
  const Folder folder;
  const std::string prefix = test::install_into(folder);
  const std::string path = "PKG_CONFIG_PATH=" + prefix + "/" + KVTALLY_LIBDIR + "/pkgconfig";
  folder.write("program.cpp", block("docs/install.md", "#include <iostream>"));
  test::done("/bin/sh",
             {"-ec", "cd " + folder.path("") +
                         " && " KVTALLY_COMPILER " -std=c++23 program.cpp $(pkg-config --cflags --libs kvtally)"},
             "", {path});
  const auto shown =
      test::done(KVTALLY_PROGRAM, {"show", "deepseek-v3.2", "--kv-dtype", "fp8", "-c", "128K", "-o", "json"});
  const auto total = nlohmann::json::parse(shown)["models"][0]["total_bytes"].get<std::int64_t>();
  const std::string said = test::done(folder.path("a.out"), {});
  CHECK(said.starts_with(std::to_string(total) + " bytes, "));
  CHECK(said.ends_with(" tokens in 8 GiB\n"));
}

TEST_CASE("the digest is what the documents' command prints") {
  const std::string command =
      "cd " KVTALLY_SOURCE_DIR "\n" + block("docs/install.md",
                                            "b2sum -l 256 $(LC_ALL=C ls -d hardware/*.yaml hardware/usual/*.yaml "
                                            "modelzoo/*.yaml modelzoo/config/*.yaml \\");
  const std::string digest = test::done("/bin/sh", {"-ec", command.substr(0, command.find("\n\n"))});
  CHECK(test::done(KVTALLY_PROGRAM, {"--version"}) == "kvtally 0.1.0 (data " + digest.substr(0, 16) + ")\n");
}

}  // namespace

}  // namespace kvtally::external_test
