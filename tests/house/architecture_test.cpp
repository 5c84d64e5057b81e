#include <array>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <map>
#include <set>

#include "house/sources.hpp"

namespace kvtally::architecture_test {

namespace {

using test::Include;
using test::Source;

// What each folder may use beside itself. A folder that does not exist yet has its row already.
const std::map<std::string, std::set<std::string>, std::less<>>& allowed_folders() {
  static const std::map<std::string, std::set<std::string>, std::less<>> rules{
      {"core", {}},
      {"model", {"core"}},
      {"read", {"core", "model"}},
      {"account", {"core", "model", "read"}},
      {"engine", {"core", "model", "read", "account"}},
      {"hardware", {"core", "model", "read", "account", "engine"}},
      {"plan", {"core", "model", "read", "account", "engine", "hardware"}},
      {"reference", {"core", "model"}},
      {"verify", {"core", "model", "read", "account", "engine", "hardware", "plan", "reference"}},
      {"report", {"core", "model", "read", "account", "engine", "hardware", "plan", "reference", "verify"}},
      {"check",
       {"core", "model", "read", "account", "engine", "hardware", "plan", "reference", "verify", "report"}},
      {"page",
       {"core", "model", "read", "account", "engine", "hardware", "plan", "reference", "verify", "report",
        "check"}},
      {"cli",
       {"core", "model", "read", "account", "engine", "hardware", "plan", "reference", "verify", "report", "check",
        "page"}},
      {"tools", {"core", "model", "read", "account", "hardware"}},
      {"api", {"core", "model", "read", "account"}},
  };
  return rules;
}

// Where a library may be used: its headers' beginning, and whether a file may include them.
struct Library {
  std::string_view header;
  bool (*may_use)(const Source&);
};

constexpr std::array kLibraries{
    Library{"yaml-cpp/", [](const Source& s) { return s.path == "src/read/text/yaml.cpp"; }},
    Library{"CLI/", [](const Source& s) { return s.path == "src/cli/parser.cpp"; }},
    Library{"sodium.h",
            [](const Source& s) {
              return s.path == "src/reference/cache/block_hash.cpp" || s.path == "src/tools/compile_data.cpp";
            }},
    Library{"kainjow/", [](const Source& s) { return s.path == "src/page/html.cpp"; }},
    Library{"utf8proc.h", [](const Source& s) { return s.path == "src/core/text.cpp"; }},
    Library{"nlohmann/",
            [](const Source& s) {
              return s.path == "src/read/text/json.cpp" || s.folder() == "cli" ||
                     ((s.folder() == "report" || s.folder() == "page") &&
                      s.stem().find("json") != std::string::npos);
            }},
};

constexpr std::array<std::string_view, 4> kInputAndOutput{"iostream", "fstream", "cstdio", "stdio.h"};

void check_include(const Source& source, const Include& include, std::vector<std::string>& faults) {
  const auto fault = [&](std::string_view why) {
    faults.push_back(fmt::format("{} includes {}: {}", source.path, include.name, why));
  };
  const std::string folder = source.folder();
  if (include.quoted) {
    const std::size_t slash = include.name.find('/');
    const std::string other = slash == std::string::npos ? "" : include.name.substr(0, slash);
    const auto rule = allowed_folders().find(folder);
    if (rule == allowed_folders().end()) {
      fault("the folder is unknown to this test");
    } else if (other != folder && !rule->second.contains(other)) {
      fault("a folder that it may not use");
    }
  }
  for (const Library& library : kLibraries) {
    if (include.name.starts_with(library.header) && !library.may_use(source)) {
      fault("a library that has one file of its own");
    }
  }
  if ((folder == "account" || folder == "model") &&
      std::ranges::find(kInputAndOutput, include.name) != kInputAndOutput.end()) {
    fault("it does no input or output");
  }
}

// One a line, so that a failed check shows them.
std::string joined(const std::vector<std::string>& lines) { return fmt::format("{}", fmt::join(lines, "\n")); }

std::string include_faults(const std::vector<Source>& sources) {
  std::vector<std::string> faults;
  for (const Source& source : sources) {
    for (const Include& include : test::includes_of(source.text)) {
      check_include(source, include, faults);
    }
  }
  return joined(faults);
}

std::string too_long(const std::vector<Source>& sources) {
  std::vector<std::string> out;
  for (const Source& source : sources) {
    if (const auto lines = std::ranges::count(source.text, '\n'); lines > 250) {
      out.push_back(fmt::format("{}: {} lines", source.path, lines));
    }
  }
  return joined(out);
}

TEST_CASE("a folder includes only folders above it, and a library only where it is wrapped") {
  const auto sources = test::sources_under("src");
  CHECK(sources.size() > 80);
  CHECK(include_faults(sources) == "");
}

TEST_CASE("the check of includes finds what it looks for") {
  const auto faults = [](const std::string& path, const std::string& text) {
    return include_faults({{path, text}});
  };
  CHECK(faults("src/account/x.cpp", "#include \"core/wide.hpp\"\n#include \"account/y.hpp\"\n") == "");
  CHECK(faults("src/account/x.cpp", "// text\n  # include \"report/table.hpp\"") ==
        "src/account/x.cpp includes report/table.hpp: a folder that it may not use");
  CHECK(faults("src/reference/x.hpp", "#include \"account/terms.hpp\"\n") ==
        "src/reference/x.hpp includes account/terms.hpp: a folder that it may not use");
  CHECK(faults("src/report/x.hpp", "#include \"check/figure.hpp\"\n") ==
        "src/report/x.hpp includes check/figure.hpp: a folder that it may not use");
  CHECK(faults("src/core/x.hpp", "#include \"wide.hpp\"\n") ==
        "src/core/x.hpp includes wide.hpp: a folder that it may not use");
  CHECK(faults("src/misc/x.cpp", "#include \"core/wide.hpp\"\n") ==
        "src/misc/x.cpp includes core/wide.hpp: the folder is unknown to this test");
  CHECK(faults("src/read/zoo.cpp", "#include <yaml-cpp/yaml.h>\n") ==
        "src/read/zoo.cpp includes yaml-cpp/yaml.h: a library that has one file of its own");
  CHECK(faults("src/cli/main.cpp", "#include <CLI/CLI.hpp>\n#include <nlohmann/json.hpp>\n") ==
        "src/cli/main.cpp includes CLI/CLI.hpp: a library that has one file of its own");
  CHECK(faults("src/report/strip.cpp", "#include <nlohmann/json.hpp>\n") ==
        "src/report/strip.cpp includes nlohmann/json.hpp: a library that has one file of its own");
  CHECK(faults("src/report/sheet_json.cpp", "#include <nlohmann/json.hpp>\n") == "");
  CHECK(faults("src/report/strip.cpp", "#include <utf8proc.h>\n") ==
        "src/report/strip.cpp includes utf8proc.h: a library that has one file of its own");
  CHECK(faults("src/reference/cache/paged.cpp", "#include <sodium.h>\n") ==
        "src/reference/cache/paged.cpp includes sodium.h: a library that has one file of its own");
  CHECK(faults("src/model/x.cpp", "#include <cstdio>\n#include <vector>\n") ==
        "src/model/x.cpp includes cstdio: it does no input or output");
}

TEST_CASE("the public header needs nothing but the standard library") {
  int headers = 0;
  for (const Source& source : test::sources_under("src/api")) {
    for (const Include& include :
         source.path.ends_with(".hpp") ? test::includes_of(source.text) : std::vector<Include>{}) {
      CAPTURE(include.name);
      CHECK_FALSE(include.quoted);
      CHECK(include.name.find_first_of("./") == std::string::npos);
      ++headers;
    }
  }
  CHECK(headers > 3);
}

// A kind is read by students in one sitting: its header and source together. What kinds share is no kind.
TEST_CASE("a kind of the executor has about 30 to 80 lines") {
  const std::set<std::string> common{"attend",       "latent",           "latent_rows", "matrix_state",
                                     "recurrence",   "convolution_tail", "state_chunk", "dplr_cases",
                                     "pooling",      "pooled_choice",    "shared_row",  "chosen",
                                     "index_scores", "index_pooling",    "native_parts"};
  std::map<std::string, std::ptrdiff_t> lines;
  for (const Source& source : test::sources_under("src")) {
    if (source.path.starts_with("src/reference/kind/") && !common.contains(source.stem())) {
      lines[source.stem()] += std::ranges::count(source.text, '\n');
    }
  }
  CHECK(lines.size() > 10);
  for (const auto& [kind, count] : lines) {
    CAPTURE(kind);
    CHECK((count >= 28 && count <= 82));
  }
}

TEST_CASE("no source has more than 250 lines") {
  CHECK(too_long(test::sources_under("src")) == "");
  CHECK(too_long(test::sources_under("tests")) == "");
  CHECK(too_long({{"a.cpp", std::string(250, '\n')}, {"b.cpp", std::string(251, '\n')}}) == "b.cpp: 251 lines");
}

// Sources without a test of their own name, and why.
const std::map<std::string, std::string, std::less<>>& tested_elsewhere() {
  static const std::map<std::string, std::string, std::less<>> reasons{
      {"src/report/json.cpp", "ten lines, used by every test of a JSON document"},
      {"src/cli/options.cpp", "every help in tests/golden/cli lists what it chose"},
      {"src/reference/cache/affine_store.cpp", "tests/reference/cache/quantised_test.cpp is its only user's"},
      {"src/reference/kind/attend.cpp", "four lines that every test of a kind runs"},
      {"src/reference/kind/latent_rows.cpp", "tests/reference/kind/latent_naive_test.cpp reads by it"},
      {"src/reference/storage/block.cpp", "tests/reference/storage/ggml_blocks_test.cpp packs by it"},
      {"src/reference/storage/element.cpp", "tests/reference/storage/floats_test.cpp and others pack by it"},
      {"src/verify/random/weights.cpp", "layers of random numbers, which proofs and tests run"},
      {"src/verify/vectors/recurrent_run.cpp", "tests/verify/vectors/mamba1_test.cpp and others run it"},
      {"src/verify/vectors/state_layer_run.cpp", "tests/verify/vectors/gated_delta_layer_test.cpp runs it"},
      {"src/verify/random/attention.cpp", "weights for the proofs of src/verify/proofs/compressed.cpp"},
      {"src/verify/vectors/deepseek_v4_pool.cpp",
       "tests/verify/vectors/deepseek_v4_test.cpp alters what it compares"},
      {"src/verify/vectors/deepseek_v4_record.cpp",
       "tests/verify/vectors/deepseek_v4_test.cpp alters what it reads"},
      {"src/verify/vectors/deepseek_v4_run.cpp",
       "tests/verify/vectors/deepseek_v4_test.cpp runs it on every file"},
      {"src/verify/vectors/layer_run.cpp", "tests/verify/vectors/softmax_layer_test.cpp runs it on every file"},
      {"src/tools/compile_data.cpp", "a program: tests/house/compile_data_test.cpp runs it"},
      {"src/tools/static_fmt.cpp", "without it the static program does not link"},
  };
  return reasons;
}

// Sources of a sort that one test goes through: tests/verify/proof_test.cpp runs every proof, and
// tests/verify/random/layer_test.cpp draws every kind.
bool gone_through(const Source& source) {
  const bool proofs = source.path.starts_with("src/verify/proofs/") && source.text.contains("_proofs() {");
  return proofs || source.text.contains("std::span<const RandomKind> random_") || source.stem() == "parts";
}

TEST_CASE("each source has a test of its name") {
  std::vector<std::string> tests;
  for (const Source& test : test::sources_under("tests")) {
    tests.push_back(test.path);
  }
  std::vector<std::string> untested;
  for (const Source& source : test::sources_under("src")) {
    const std::string start = "tests" + source.path.substr(3, source.path.rfind('.') - 3);
    const bool tested = std::ranges::any_of(
        tests, [&](const std::string& path) { return path.starts_with(start) && path.ends_with("_test.cpp"); });
    const bool needs_one = source.path.ends_with(".cpp") && source.stem() != "main" && !gone_through(source);
    if (needs_one && !tested && !tested_elsewhere().contains(source.path)) {
      untested.push_back(source.path);
    }
  }
  CHECK(joined(untested) == "");
}

}  // namespace

}  // namespace kvtally::architecture_test
