#include "model/entry_formats.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace kvtally {

namespace {

class EntryFormatsReader {
 public:
  explicit EntryFormatsReader(EntryFormats& out) : out_(out) {}

  void item(std::string_view item, std::string_view whole) {
    const std::size_t equals = item.find('=');
    const auto formats = key_value(equals == std::string_view::npos ? item : item.substr(equals + 1));
    if (!formats) {
      return;
    }
    if (equals != std::string_view::npos) {
      of_type(std::string(trim(item.substr(0, equals))), *formats, whole);
    } else if (out_.all) {
      wrong(fmt::format("'{}' has two formats for all layers", whole),
            "one, and LAYERTYPE=FORMAT for single layer types");
    } else {
      out_.all = formats;
    }
  }

 private:
  void wrong(std::string what, std::string expected) {
    out_.faults.push_back({std::move(what), std::move(expected)});
  }

  void of_type(const std::string& type, const KeyValueFormats& formats, std::string_view whole) {
    if (type.empty()) {
      wrong("a layer type is missing", "LAYERTYPE=FORMAT");
    } else if (std::ranges::any_of(out_.of, [&](const auto& known) { return known.first == type; })) {
      wrong(fmt::format("'{}' is given twice", whole), "one format for each layer type");
    } else {
      out_.of.emplace_back(type, formats);
    }
  }

  std::optional<KeyValueFormats> key_value(std::string_view text) {
    const std::size_t colon = text.find(':');
    const auto key = format(text.substr(0, colon));
    const auto value = colon == std::string_view::npos ? key : format(text.substr(colon + 1));
    return key && value ? std::optional(KeyValueFormats{*key, *value}) : std::nullopt;
  }

  std::optional<Format> format(std::string_view text) {
    auto value = parse_format(text);
    if (!value) {
      wrong(text.empty() ? "a format is missing" : value.error(), "");
      return std::nullopt;
    }
    return std::move(*value);
  }

  EntryFormats& out_;
};

}  // namespace

EntryFormats parse_entry_formats(std::string_view text) {
  EntryFormats out;
  EntryFormatsReader reader(out);
  const std::vector<std::string_view> items = split(text, ',');
  for (const std::string_view item : items.empty() ? std::vector<std::string_view>{""} : items) {
    reader.item(item, text);
  }
  return out;
}

}  // namespace kvtally
