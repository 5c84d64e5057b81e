#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/suggest.hpp"
#include "core/text.hpp"
#include "model/limits.hpp"
#include "model/weight_facts.hpp"
#include "model/weight_scheme.hpp"

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 13> kKeys{"rest",      "all",          "keep",    "matrices", "embedding",
                                                 "attention", "feed_forward", "experts", "norm",     "head",
                                                 "draft",     "encoder",      "other"};

constexpr std::int64_t kLeastBlock = 16;  // elements of a format whose blocks hold their own scales

std::unexpected<std::string> wrong_scheme(std::string what) { return std::unexpected(std::move(what)); }

// A scale format, and behind it a zero point's, which may be packed: as many of both as fill whole bytes.
Parsed<Format> scales(const std::vector<std::string_view>& names) {
  if (names.size() > 2) {
    return wrong_scheme("a scale and at most a zero point are expected, as in int4@128+f16+int4");
  }
  Format out{"", 1, 0, 0, false};
  for (const std::string_view name : names) {
    auto one = parse_format(name);
    if (!one) {
      return std::unexpected(one.error());
    }
    if (one->whole_entry || one->bytes > one->elements * 4) {
      return wrong_scheme(fmt::format("'{}' cannot hold scales", name));
    }
    const std::int64_t elements = std::max(out.elements, one->elements);
    out.bytes = out.bytes * (elements / out.elements) + one->bytes * (elements / one->elements);
    out.elements = elements;
    out.name += (out.name.empty() ? "" : "+") + one->name;
  }
  return out;
}

std::optional<std::int64_t> extent(std::string_view text) {
  const auto value = parse_integer(text);
  return value && *value >= 1 && *value <= limits::kDimension ? std::optional(*value) : std::nullopt;
}

Parsed<WeightScheme::Blocks> parse_blocks(std::string_view text) {
  std::vector<std::string_view> pieces = split(text, '+');
  const std::string_view shape = pieces.empty() ? "" : pieces.front();
  if (!pieces.empty()) {
    pieces.erase(pieces.begin());
  }
  WeightScheme::Blocks out;
  const std::size_t cross = shape.find('x');
  const auto group = extent(shape);
  if (shape == "channel" || shape == "tensor") {
    out.rows = shape == "channel" ? 1 : 0;
    out.columns = 0;
  } else if (group) {
    out.rows = 1;
    out.columns = *group;
  } else {
    const auto rows = extent(shape.substr(0, cross));
    const auto columns = cross == std::string_view::npos ? std::nullopt : extent(shape.substr(cross + 1));
    if (!rows || !columns) {
      return wrong_scheme(
          fmt::format("'{}' is no block of weights; 128x128, a group such as 128, channel or tensor is", shape));
    }
    out.rows = *rows;
    out.columns = *columns;
  }
  if (pieces.empty()) {
    return group ? Parsed<WeightScheme::Blocks>(wrong_scheme(
                       fmt::format("a group of {} needs the format of its scales, as in int4@128+f16", *group)))
                 : out;
  }
  auto scale = scales(pieces);
  if (!scale) {
    return std::unexpected(scale.error());
  }
  out.scale = std::move(*scale);
  return out;
}

// A format that rows of weights can have.
Parsed<Format> weight_format(std::string_view text) {
  auto format = parse_format(text);
  if (format && (format->whole_entry || format->head_bytes != 0)) {
    return wrong_scheme(fmt::format("'{}' is a format of cache entries, not of weights", text));
  }
  return format;
}

Parsed<std::vector<std::int64_t>> parse_layers(std::string_view text) {
  std::vector<std::int64_t> out;
  for (const std::string_view item : split(text, '+')) {
    const std::size_t dash = item.find('-');
    const auto first = parse_integer(item.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : parse_integer(item.substr(dash + 1));
    if (!first || !last || *first < (out.empty() ? 0 : out.back() + 1) || *last < *first ||
        *last > limits::kLayers) {
      return wrong_scheme(fmt::format("'{}' is no list of layers such as 0-2+7", text));
    }
    for (std::int64_t i = *first; i <= *last; ++i) {
      out.push_back(i);
    }
  }
  return out;
}

Parsed<WeightScheme::Kept> parse_kept(std::string_view text) {
  const std::size_t at = text.find('@');
  const std::string_view what = text.substr(0, at);
  const std::size_t slash = what.find('/');
  const auto part = weight_part(trim(what.substr(0, slash)));
  if (!part) {
    return wrong_scheme(fmt::format("keep names the part '{}'", what.substr(0, slash)));
  }
  WeightScheme::Kept out{*part, {}, {}, false};
  if (slash != std::string_view::npos) {
    out.tensor = trim(what.substr(slash + 1));
  }
  if (at != std::string_view::npos) {
    auto layers = parse_layers(text.substr(at + 1));
    if (!layers) {
      return std::unexpected(layers.error());
    }
    out.layers = std::move(*layers);
  }
  return out;
}

/// One text on its way to a scheme.
class WeightSchemeReader {
 public:
  Parsed<WeightScheme> read(std::string_view text) {
    if (trim(text).empty()) {
      return wrong_scheme("a format is missing");
    }
    for (const std::string_view item : split(text, ',')) {
      const std::size_t equals = item.find('=');
      const std::string fault = equals == std::string_view::npos
                                    ? matrices(item)
                                    : keyed(trim(item.substr(0, equals)), trim(item.substr(equals + 1)));
      if (!fault.empty()) {
        return wrong_scheme(fault);
      }
    }
    out_.rest = rest_.value_or(usual_rest(out_.matrices));
    return std::move(out_);
  }

 private:
  std::string matrices(std::string_view item) {
    if (given_) {
      return fmt::format("'{}' is a second format for all matrices; PART=FORMAT gives one of a single part", item);
    }
    given_ = true;
    const std::size_t at = item.find('@');
    auto format = weight_format(item.substr(0, at));
    if (!format) {
      return format.error();
    }
    out_.matrices = std::move(*format);
    if (at == std::string_view::npos) {
      return "";
    }
    if (is_plain_float(out_.matrices) || out_.matrices.elements >= kLeastBlock) {
      return fmt::format("scales stand beside plain codes, and '{}' is none", out_.matrices.name);
    }
    auto blocks = parse_blocks(item.substr(at + 1));
    if (!blocks) {
      return blocks.error();
    }
    out_.blocks = std::move(*blocks);
    return "";
  }

  std::string keyed(std::string_view key, std::string_view value) {
    if (key == "keep" || key == "matrices") {
      auto kept = parse_kept(value);
      if (kept) {
        kept->as_matrices = key == "matrices";
        out_.kept.push_back(std::move(*kept));
      }
      return kept ? "" : kept.error();
    }
    auto format = weight_format(value);
    if (!format) {
      return format.error();
    }
    if (key == "all") {
      rest_ = *format;
      return matrices(value);
    }
    if (key == "rest") {
      rest_ = std::move(*format);
      return "";
    }
    const auto part = weight_part(key);
    if (!part) {
      const auto near = nearest(key, kKeys);
      return fmt::format("'{}' is no part of the weights{}", key,
                         near ? fmt::format("; did you mean '{}'?", *near) : "");
    }
    return out_.parts.emplace(*part, std::move(*format)).second ? "" : fmt::format("'{}' is given twice", key);
  }

  WeightScheme out_;
  bool given_ = false;
  std::optional<Format> rest_;
};

}  // namespace

Parsed<WeightScheme> parse_weight_scheme(std::string_view text) { return WeightSchemeReader().read(text); }

}  // namespace kvtally
