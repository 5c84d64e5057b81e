#include "engine/flags.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "core/suggest.hpp"
#include "core/text.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kShareDigits = 9;

Problem refusal(std::string what, std::string expected = {}, std::string suggestion = {}) {
  return {{}, {}, std::move(what), std::move(expected), std::move(suggestion), {}};
}

const EngineFlag* flag_named(std::span<const EngineFlag> flags, std::string_view name) {
  const auto found = std::ranges::find_if(
      flags, [&](const EngineFlag& flag) { return std::ranges::find(flag.names, name) != flag.names.end(); });
  return found == flags.end() ? nullptr : &*found;
}

Problem unknown_flag(std::span<const EngineFlag> flags, std::string_view name) {
  std::vector<std::string_view> names;
  for (const EngineFlag& flag : flags) {
    names.insert(names.end(), flag.names.begin(), flag.names.end());
  }
  return refusal(fmt::format("unknown flag '{}'", name), {}, nearest(name, names).value_or(""));
}

/// The words of a line of flags, one flag after the other.
class FlagLine {
 public:
  FlagLine(std::span<const EngineFlag> flags, std::string_view line) : flags_(flags), words_(split(line, ' ')) {
    std::erase(words_, std::string_view());
  }

  Expected<FlagTexts> read() {
    while (at_ < words_.size()) {
      read_one(words_[at_++]);
    }
    return problems_.empty() ? Expected<FlagTexts>(std::move(given_)) : std::unexpected(std::move(problems_));
  }

 private:
  void read_one(std::string_view word) {
    const std::size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    const EngineFlag* flag = flag_named(flags_, name);
    if (flag == nullptr) {
      problems_.push_back(unknown_flag(flags_, name));
      skip_value();
      return;
    }
    std::string value;
    if (equals != std::string_view::npos) {
      value = word.substr(equals + 1);
    } else if (!flag->value.empty() && at_ < words_.size()) {
      value = words_[at_++];
    }
    if (value.empty() != flag->value.empty()) {
      problems_.push_back(refusal(flag->value.empty() ? fmt::format("{} takes no value", name)
                                                      : fmt::format("{} needs {}", name, flag->value)));
    } else if (!given_.emplace(std::string(flag->names.front()), std::move(value)).second) {
      problems_.push_back(refusal(fmt::format("{} is given twice", flag->names.front())));
    }
  }

  // The word behind an unknown flag is its value, not a second fault.
  void skip_value() {
    if (at_ < words_.size() && !words_[at_].starts_with('-')) {
      ++at_;
    }
  }

  std::span<const EngineFlag> flags_;
  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
  FlagTexts given_;
  Problems problems_;
};

}  // namespace

Expected<FlagTexts> read_flags(std::span<const EngineFlag> flags, std::string_view line) {
  return FlagLine(flags, line).read();
}

const EngineFlag& FlagReader::flag(std::string_view name) const {
  const EngineFlag* found = flag_named(flags_, name);
  if (found == nullptr) {
    std::abort();  // a name that is in no list
  }
  return *found;
}

std::nullopt_t FlagReader::refuse(std::string_view name, std::string what, std::string expected) const {
  problems_->push_back(refusal(fmt::format("{}: {}", name, std::move(what)), std::move(expected)));
  return std::nullopt;
}

std::optional<std::string> FlagReader::text(std::string_view name) const {
  const auto found = given_.find(name);
  if (found != given_.end()) {
    return found->second;
  }
  const std::string_view fallback = flag(name).fallback;
  return fallback.empty() ? std::nullopt : std::optional(std::string(fallback));
}

std::optional<std::int64_t> FlagReader::count(std::string_view name, std::int64_t least, std::int64_t most) const {
  const auto value = text(name);
  if (!value) {
    return std::nullopt;
  }
  const auto number = parse_integer(*value);
  if (!number || *number < least || *number > most) {
    return refuse(name, fmt::format("'{}' is not a number from {} to {}", *value, least, most));
  }
  return *number;
}

std::optional<Tokens> FlagReader::tokens(std::string_view name) const {
  const auto value = text(name);
  if (!value) {
    return std::nullopt;
  }
  const auto tokens = parse_tokens(*value);
  if (!tokens) {
    return refuse(name, fmt::format("'{}': {}", *value, tokens.error()), "tokens such as 8192 or 128K");
  }
  return *tokens;
}

std::optional<Bytes> FlagReader::bytes(std::string_view name) const {
  const auto value = text(name);
  if (!value) {
    return std::nullopt;
  }
  const auto bytes = parse_bytes(*value);
  if (!bytes) {
    return refuse(name, fmt::format("'{}': {}", *value, bytes.error()), "bytes such as 80GB or 24GiB");
  }
  return *bytes;
}

std::optional<EngineShare> FlagReader::share(std::string_view name) const {
  const auto value = text(name);
  if (!value) {
    return std::nullopt;
  }
  const std::size_t dot = std::min(value->find('.'), value->size());
  const std::string digits = dot < value->size() ? value->substr(dot + 1) : "";
  const auto whole = parse_integer(value->substr(0, dot));
  EngineShare out{whole.value_or(0), 1};
  bool plain = whole.has_value() && digits.size() <= kShareDigits && (dot == value->size()) == digits.empty();
  for (const char digit : digits) {
    plain = plain && digit >= '0' && digit <= '9';
    out = {out.numerator * 10 + (digit - '0'), out.denominator * 10};
  }
  if (!plain || out.numerator <= 0 || out.numerator > out.denominator) {
    return refuse(name, fmt::format("'{}' is not a fraction above 0 and at most 1", *value), "such as 0.92");
  }
  return out;
}

std::optional<Format> FlagReader::format(std::string_view name) const {
  const auto value = text(name);
  if (!value) {
    return std::nullopt;
  }
  const auto format = parse_format(*value);
  if (!format) {
    return refuse(name, fmt::format("'{}': {}", *value, format.error()));
  }
  return *format;
}

std::optional<std::string> FlagReader::choice(std::string_view name) const {
  auto value = text(name);
  const EngineFlag& asked = flag(name);
  if (value && std::ranges::find(asked.choices, *value) == asked.choices.end()) {
    return refuse(name, fmt::format("'{}' is unknown", *value),
                  fmt::format("one of {}", fmt::join(asked.choices, ", ")));
  }
  return value;
}

}  // namespace kvtally
