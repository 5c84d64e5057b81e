#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "check/expectation.hpp"
#include "read/config/config_files.hpp"
#include "read/config/families.hpp"

namespace kvtally {

namespace {

constexpr std::string_view kHeads = "num_attention_heads";
constexpr std::string_view kKvHeads = "num_key_value_heads";
constexpr std::array<std::string_view, 3> kSharings{"gqa", "mha", "mqa"};

// ---- which files are meant

std::string_view sharing_of(std::int64_t heads, std::int64_t kv_heads) {
  return kv_heads == heads ? "mha" : kv_heads == 1 ? "mqa" : "gqa";
}

// How heads share keys and values by the defaults of a class or a file; empty where it does not give both numbers.
template <class Numbers>
std::string_view sharing_in(const Numbers& numbers) {
  const auto heads = numbers.number(kHeads);
  const auto kv_heads = numbers.number(kKvHeads);
  return heads && kv_heads ? sharing_of(*heads, *kv_heads) : std::string_view{};
}

std::optional<std::string> one_of(const Fields& fields, std::string_view key,
                                  std::span<const std::string_view> words) {
  const auto word = fields.text(key);
  if (word && std::ranges::find(words, *word) == words.end()) {
    wrong_word(fields, key, *word, words);
  }
  return word;
}

// Every condition that is given must hold.
struct WantedFiles {
  std::optional<std::string> key;  // by default a whole number
  std::optional<std::string> layer_type;
  std::optional<std::string> heads;
  std::optional<std::string> has;
  std::optional<std::string> mentions;

  bool holds(const ConfigFile& file) const {
    const auto among = [](const std::vector<std::string>& all, const std::string& one) {
      return std::ranges::find(all, one) != all.end();
    };
    return (!key || file.number(*key)) && (!layer_type || among(file.layer_types, *layer_type)) &&
           (!heads || sharing_in(file) == *heads) && (!has || (*has == "sinks" ? file.sinks : file.indexer)) &&
           (!mentions || among(file.mentions, *mentions));
  }
};

// A word that no file has at all is a misspelling, not a count of none.
void refuse_unheard(const Fields& fields, const WantedFiles& wanted, const std::vector<ConfigFile>& files) {
  const auto look = [&](std::string_view key, std::optional<std::string> WantedFiles::* word) {
    WantedFiles alone;
    alone.*word = wanted.*word;
    if (alone.*word && std::ranges::none_of(files, [&](const ConfigFile& file) { return alone.holds(file); })) {
      fields.report(fields.find(key)->place,
                    fmt::format("no configuration file has the {} '{}'", key, *(alone.*word)));
    }
  };
  look("key", &WantedFiles::key);
  look("layer_type", &WantedFiles::layer_type);
  look("mentions", &WantedFiles::mentions);
}

// The files of the version that is counted; those of the one that followed too, unless `later` is false.
std::vector<ConfigFile> files_asked(const Ask& ask) {
  std::vector<ConfigFile> files = config_files();
  if (!ask.fields().boolean("later").value_or(true)) {
    std::erase_if(files, [](const ConfigFile& file) { return file.later; });
  }
  return files;
}

std::optional<std::vector<std::string>> names_asked(const Ask& ask) {
  const Fields& fields = ask.fields();
  const std::size_t before = fields.problems().size();
  const WantedFiles wanted{.key = fields.text("key"),
                           .layer_type = fields.text("layer_type"),
                           .heads = one_of(fields, "heads", kSharings),
                           .has = one_of(fields, "has", std::array<std::string_view, 2>{"sinks", "indexer"}),
                           .mentions = fields.text("mentions")};
  const std::vector<ConfigFile> files = files_asked(ask);
  refuse_unheard(fields, wanted, files);
  std::vector<std::string> out;
  for (const ConfigFile& file : files) {
    if (wanted.holds(file)) {
      out.push_back(file.name);
    }
  }
  return fields.problems().size() == before ? std::optional(std::move(out)) : std::nullopt;
}

// ---- figures

std::optional<Value> counted_files(const Ask& ask) {
  const auto names = names_asked(ask);
  return names ? std::optional<Value>(whole(static_cast<std::int64_t>(names->size()), "files")) : std::nullopt;
}

std::optional<Value> files(const Ask& ask) {
  const auto names = names_asked(ask);
  if (!names) {
    return std::nullopt;
  }
  return names->empty() ? ask.refuse("no configuration file is of this sort")
                        : std::optional<Value>(fmt::format("{}", fmt::join(*names, ", ")));
}

// Files (or classes) that give both numbers of heads, and how many of them share keys: "101: 72 / 28 / 1" of GQA,
// MHA and MQA. A file counts once, by the first default of each key.
std::optional<Value> heads(const Ask& ask) {
  const std::size_t before = ask.fields().problems().size();
  const auto by = one_of(ask.fields(), "by", std::array<std::string_view, 2>{"file", "class"});
  std::array<std::int64_t, kSharings.size()> counts{};
  const auto add = [&](std::string_view sharing) {
    const auto* found = std::ranges::find(kSharings, sharing);
    if (found != kSharings.end()) {
      ++counts.at(static_cast<std::size_t>(found - kSharings.begin()));
    }
  };
  for (const ConfigFile& file : files_asked(ask)) {
    if (by == "class") {
      std::ranges::for_each(file.classes, [&](const ConfigClass& one) { add(sharing_in(one)); });
    } else {
      add(sharing_in(file));
    }
  }
  if (ask.fields().problems().size() != before) {
    return std::nullopt;
  }
  return fmt::format("{}: {}", counts[0] + counts[1] + counts[2], fmt::join(counts, " / "));
}

std::optional<Value> layer_types(const Ask& ask) {
  const std::string name = ask.fields().required_text("file");
  const std::vector<ConfigFile> files = config_files();
  const auto found = std::ranges::find(files, name, &ConfigFile::name);
  if (name.empty()) {
    return std::nullopt;
  }
  if (found == files.end()) {
    return ask.refuse(fmt::format("no configuration file '{}' is known", name));
  }
  return found->layer_types.empty() ? ask.refuse(fmt::format("the classes of {} fill in no layer types", name))
                                    : std::optional<Value>(fmt::format("{}", fmt::join(found->layer_types, ", ")));
}

// What the class of each model type gives for the keys: "None, 32, 32", of several keys "64/1".
std::optional<Value> defaults(const Ask& ask) {
  const std::vector<std::string> types = ask.fields().texts("model_types");
  const std::vector<std::string> keys = ask.fields().texts("keys");
  std::vector<std::string> out;
  for (const std::string& type : types) {
    const auto family = family_of(type);
    if (!family || family->class_name.empty()) {
      return ask.refuse(fmt::format("no class of transformers is known for the model type '{}'", type));
    }
    std::vector<std::string> values;
    for (const std::string& key : keys) {
      const auto value = family->defaults.find(key);
      values.push_back(value == family->defaults.end() ? "None" : value->second);
    }
    out.push_back(fmt::format("{}", fmt::join(values, "/")));
  }
  const auto unheard = std::ranges::find_if(keys, [](const std::string& key) {
    return std::ranges::none_of(family_types(),
                                [&](auto type) { return family_of(type)->defaults.contains(key); });
  });
  if (unheard != keys.end()) {
    return ask.refuse(fmt::format("no class has a default of '{}'", *unheard));
  }
  return out.empty() || keys.empty() ? ask.refuse("model_types or keys are missing", "lists of each")
                                     : std::optional<Value>(fmt::format("{}", fmt::join(out, ", ")));
}

}  // namespace

std::span<const FigureKind> census_figures() {
  static const std::vector<std::string_view> conditions{"key", "layer_type", "heads", "has", "mentions", "later"};
  static const std::array kFigures{
      FigureKind{"census.count", conditions, counted_files},
      FigureKind{"census.files", conditions, files},
      FigureKind{"census.heads", {"by", "later"}, heads},
      FigureKind{"census.layer_types", {"file"}, layer_types},
      FigureKind{"census.defaults", {"model_types", "keys"}, defaults},
  };
  return kFigures;
}

}  // namespace kvtally
