#include "report/growth.hpp"

#include <fmt/format.h>
#include <vector>

namespace kvtally {

namespace {

using reference::Course;

// The bytes of an entry that are in each token's growth, in entries; nothing where a growth is no number of whole
// entries.
std::optional<std::vector<std::int64_t>> entries_by_token(const Course& course) {
  std::vector<std::int64_t> out;
  std::int64_t before = 0;
  for (const std::int64_t stored : course.stored) {
    const std::int64_t growth = stored - before;
    if (course.entry == 0 || growth < 0 || growth % course.entry != 0) {
      return std::nullopt;
    }
    out.push_back(growth / course.entry);
    before = stored;
  }
  return out;
}

// The number of growths at the start until nothing grows any more.
std::int64_t last_growth(const std::vector<std::int64_t>& growths) {
  std::int64_t last = 0;
  for (std::size_t i = 0; i < growths.size(); ++i) {
    last = growths[i] > 0 ? static_cast<std::int64_t>(i) + 1 : last;
  }
  return last;
}

// Whether each `count`-th token, from the first on, takes `count` entries, and no other any.
bool in_blocks(const std::vector<std::int64_t>& growths, std::int64_t count) {
  for (std::size_t i = 0; i < growths.size(); ++i) {
    const bool opens = static_cast<std::int64_t>(i) % count == 0;
    if (growths[i] != (opens ? count : 0)) {
      return false;
    }
  }
  return true;
}

// The tokens between two falls; 0 where the bytes never fall, or not evenly.
std::int64_t between_falls(const Course& course) {
  std::int64_t period = 0;
  std::int64_t since = 0;
  bool fell = false;
  for (std::size_t i = 1; i < course.stored.size(); ++i) {
    ++since;
    if (course.stored[i] < course.stored[i - 1]) {
      if (fell && period != 0 && period != since) {
        return 0;
      }
      period = fell ? since : 0;
      fell = true;
      since = 0;
    }
  }
  return period;
}

// A number that both have, or that follows the size.
std::string in_terms_of(std::int64_t small, std::int64_t large, const Course& a, const Course& b,
                        std::string_view size_name) {
  if (small == large || size_name.empty()) {
    return fmt::format("{}", small);
  }
  const std::int64_t times = small / a.size;
  if (times * a.size == small && times * b.size == large) {
    return times == 1 ? std::string(size_name) : fmt::format("{} x {}", times, size_name);
  }
  const std::int64_t beside = small - a.size;
  if (beside == large - b.size) {
    return fmt::format("{} {} {}", size_name, beside < 0 ? '-' : '+', beside < 0 ? -beside : beside);
  }
  return fmt::format("{} or {}", small, large);
}

}  // namespace

std::string growth_of(const Course& small, const Course& large, std::string_view size_name) {
  const auto name = [&](std::int64_t a, std::int64_t b) { return in_terms_of(a, b, small, large, size_name); };
  const auto growths = entries_by_token(small);
  const auto others = entries_by_token(large);
  if (small.stored.front() == small.stored.back() && !growths) {
    return "not at all";
  }
  if (!growths || !others) {
    const std::int64_t period = between_falls(small);
    return period == 0 ? "unevenly"
                       : fmt::format("one entry a token, packed each {}", name(period, between_falls(large)));
  }
  const std::int64_t first = growths->front();
  const std::int64_t last = last_growth(*growths);
  const auto tokens = static_cast<std::int64_t>(growths->size());
  if (last == 1 && tokens > 1) {
    return fmt::format("{} entries with the first token", name(first, others->front()));
  }
  if (first > 1) {
    return in_blocks(*growths, first) ? fmt::format("{0} entries each {0} tokens", name(first, others->front()))
                                      : "unevenly";
  }
  for (std::int64_t i = 0; i < last; ++i) {
    if ((*growths)[static_cast<std::size_t>(i)] != 1) {
      return "unevenly";
    }
  }
  return last == tokens ? "one entry a token"
                        : fmt::format("one entry a token, up to {}", name(last, last_growth(*others)));
}

std::optional<std::string> limit_of(const Course& small, const Course& large, std::string_view size_name) {
  if (!small.maximum || !large.maximum) {
    return std::nullopt;
  }
  return in_terms_of(*small.maximum, *large.maximum, small, large, size_name);
}

}  // namespace kvtally
