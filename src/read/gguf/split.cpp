#include "read/gguf/split.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <unordered_set>

#include "read/gguf/byte_reader.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kDigits = 5;

Problem about(const std::string& file, std::string what, std::string expected) {
  return {file, {}, std::move(what), std::move(expected), {}, {}};
}

std::optional<std::int64_t> five_digits(std::string_view text) {
  const bool digits =
      text.size() == kDigits && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  std::int64_t value = 0;
  for (const char c : digits ? text : std::string_view()) {
    value = value * 10 + (c - '0');
  }
  return value > 0 ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> key_number(const GgufFile& file, std::string_view key) {
  const GgufEntry* entry = file.find(key);
  const auto value = entry == nullptr || entry->type == GgufType::array ? std::nullopt : whole_number(*entry);
  return value ? narrow(*value) : std::nullopt;
}

// A key of parts whose value is no number.
std::optional<Problem> wrong_key(const GgufFile& file) {
  for (const std::string_view key : {"split.no", "split.count", "split.tensors.count"}) {
    if (file.find(key) != nullptr && !key_number(file, key)) {
      return about(file.name, fmt::format("{} is no whole number", key), "a whole number");
    }
  }
  return std::nullopt;
}

std::int64_t split_count(const GgufFile& file) { return key_number(file, "split.count").value_or(1); }

class Opener {
 public:
  explicit Opener(const std::string& path) : path_(path) {}

  Expected<GgufParts> open() {
    if (!add(path_.string())) {
      return std::unexpected(std::move(problems_));
    }
    const auto name = split_name(path_.stem().string());
    const std::int64_t count = split_count(parts_.files.front());
    if (!name && count <= 1) {
      return std::move(parts_);
    }
    if (!name || name->count != count) {
      const std::string says =
          name ? fmt::format("its name says {} parts", name->count) : "its name is of no part";
      return std::unexpected(Problems{about(path_.string(), fmt::format("split.count is {}, and {}", count, says),
                                            "a name such as MODEL-00001-of-00003.gguf")});
    }
    parts_ = {};
    for (std::int64_t part = 1; part <= count && problems_.size() < kMostProblems; ++part) {
      if (add(sibling(*name, part))) {
        check_part(part, count);
      }
    }
    if (problems_.empty()) {
      check_tensors();
    }
    if (!problems_.empty()) {
      return std::unexpected(std::move(problems_));
    }
    return std::move(parts_);
  }

 private:
  std::string sibling(const SplitName& name, std::int64_t part) const {
    const std::string file =
        fmt::format("{}-{:05}-of-{:05}{}", name.name, part, name.count, path_.extension().string());
    return (path_.parent_path() / file).string();
  }

  bool add(const std::string& path) {
    auto mapping = MappedFile::open(path);
    if (!mapping) {
      std::ranges::move(mapping.error(), std::back_inserter(problems_));
      return false;
    }
    auto file = parse_gguf(path, mapping->bytes());
    if (!file) {
      std::ranges::move(file.error(), std::back_inserter(problems_));
      return false;
    }
    if (auto problem = wrong_key(*file)) {
      problems_.push_back(std::move(*problem));
      return false;
    }
    parts_.mappings.push_back(std::move(*mapping));
    parts_.files.push_back(std::move(*file));
    return true;
  }

  void check_part(std::int64_t part, std::int64_t count) {
    const GgufFile& file = parts_.files.back();
    const std::int64_t number = key_number(file, "split.no").value_or(0) + 1;
    if (number != part) {
      problems_.push_back(about(file.name, fmt::format("split.no {} says part {}", number - 1, number),
                                fmt::format("part {}, as its name says", part)));
    }
    if (split_count(file) != count) {
      problems_.push_back(
          about(file.name, fmt::format("split.count is {}", split_count(file)), fmt::format("{}", count)));
    }
    const GgufEntry* theirs = file.find("general.architecture");
    const GgufEntry* first = parts_.files.front().find("general.architecture");
    if (theirs != nullptr && first != nullptr && !std::ranges::equal(theirs->value, first->value)) {
      problems_.push_back(
          about(file.name, "another general.architecture than the first part's", "parts of one model"));
    }
  }

  void check_tensors() {
    std::unordered_set<std::string_view> seen;
    for (const GgufFile& file : parts_.files) {
      for (const GgufTensor& tensor : file.tensors) {
        if (!seen.insert(tensor.name).second && problems_.size() < kMostProblems) {
          problems_.push_back(about(
              file.name, fmt::format("at byte {}: the tensor '{}' is in another part too", tensor.at, tensor.name),
              "each tensor once"));
        }
      }
    }
    const auto said = key_number(parts_.files.front(), "split.tensors.count");
    if (said && *said != static_cast<std::int64_t>(seen.size()) && problems_.empty()) {
      problems_.push_back(about(
          parts_.files.front().name,
          fmt::format("split.tensors.count is {}, the parts have {} tensors", *said, seen.size()), "as many"));
    }
  }

  std::filesystem::path path_;
  GgufParts parts_;
  Problems problems_;
};

}  // namespace

std::optional<SplitName> split_name(std::string_view stem) {
  constexpr std::string_view kOf = "-of-";
  constexpr std::size_t kTail = 1 + kDigits + kOf.size() + kDigits;  // -00002-of-00003
  if (stem.size() < kTail || stem[stem.size() - kTail] != '-') {
    return std::nullopt;
  }
  const std::string_view tail = stem.substr(stem.size() - kTail + 1);
  const auto part = five_digits(tail.substr(0, kDigits));
  const auto count = five_digits(tail.substr(kDigits + kOf.size()));
  if (tail.substr(kDigits, kOf.size()) != kOf || !part || !count || *part > *count) {
    return std::nullopt;
  }
  return SplitName{std::string(stem.substr(0, stem.size() - kTail)), *part, *count};
}

Expected<GgufParts> open_gguf(const std::string& path) { return Opener(path).open(); }

std::optional<Problem> lone_part(const GgufFile& file) {
  if (auto problem = wrong_key(file)) {
    return problem;
  }
  const std::int64_t count = split_count(file);
  return count <= 1 ? std::nullopt
                    : std::optional(about(file.name, fmt::format("one of {} parts", count),
                                          "the path of a file that has the others beside it"));
}

}  // namespace kvtally
