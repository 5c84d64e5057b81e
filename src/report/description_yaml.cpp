#include "report/description_yaml.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "core/print.hpp"
#include "read/description/layer_words.hpp"
#include "report/cycle.hpp"
#include "report/layer_sorts.hpp"
#include "report/read_back.hpp"
#include "report/weights_yaml.hpp"
#include "report/yaml_text.hpp"

namespace kvtally {

namespace {

using KeyValues = std::map<std::string, std::string>;

// The shortest count that reads as this number: 27.4B, else its digits.
std::string shortest_count(std::int64_t count) {
  const std::string shorter = print_parameters(count);
  const auto read = parse_parameters(shorter);
  return read && *read == count ? shorter : fmt::format("{}", count);
}

std::string runs(const std::vector<std::string>& names) {
  const std::string text = print_cycle(find_cycle(names));
  return text.find_first_of("[,") == std::string::npos ? text : fmt::format("\"{}\"", text);
}

// The values in the order in which the reader lists the keys; a map's members in braces behind it.
std::vector<std::string> members_of(const KeyValues& values) {
  std::vector<std::string> out;
  for (const std::string_view key : layer_keys()) {
    if (const auto own = values.find(std::string(key)); own != values.end()) {
      out.push_back(fmt::format("{}: {}", key, own->second));
    }
    const std::string prefix = std::string(key) + '.';
    std::vector<std::string> inside;
    for (auto own = values.lower_bound(prefix); own != values.end() && own->first.starts_with(prefix); ++own) {
      inside.push_back(fmt::format("{}: {}", own->first.substr(prefix.size()), own->second));
    }
    if (!inside.empty()) {
      out.push_back(fmt::format("{}: {{{}}}", key, fmt::join(inside, ", ")));
    }
  }
  return out;
}

class DescriptionWriter {
 public:
  explicit DescriptionWriter(const Model& model) : model_(model) {}

  std::string write(SortedLayers layers) {
    header();
    const KeyValues common = take_common(layers, model_.naive);
    key("num_hidden_layers", fmt::format("{}", model_.naive.num_hidden_layers));
    for (const std::string& member : members_of(common)) {
      out_ += member + '\n';
    }
    lists(layers);
    out_ += weights_yaml(model_);
    return std::move(out_);
  }

 private:
  void key(std::string_view name, const std::string& value) { out_ += fmt::format("{}: {}\n", name, value); }

  void fact(std::string_view name, const std::string& value) {
    if (!value.empty()) {
      key(name, yaml_paragraph(value));
    }
  }

  void header() {
    key("name", yaml_scalar(model_.name));
    fact("vendor", model_.vendor);
    fact("released", model_.released);
    parameters();
    if (!model_.sources.empty()) {
      out_ += "sources:\n";
      for (const std::string& source : model_.sources) {
        out_ += fmt::format("  - {}\n", yaml_scalar(source));
      }
    }
    fact("notes", model_.notes);
    out_ += '\n';
    fact("model_type", model_.model_type);
  }

  void parameters() {
    std::vector<std::string> counts;
    if (model_.parameters.total) {
      counts.push_back("total: " + shortest_count(*model_.parameters.total));
    }
    if (model_.parameters.active) {
      counts.push_back("active: " + shortest_count(*model_.parameters.active));
    }
    if (!counts.empty()) {
      key("parameters", fmt::format("{{{}}}", fmt::join(counts, ", ")));
    }
  }

  void lists(const SortedLayers& layers) {
    if (model_.unlimited_context) {
      key("max_position_embeddings", "unlimited");
    } else if (model_.max_position_embeddings) {
      key("max_position_embeddings", fmt::format("{}", *model_.max_position_embeddings));
    }
    if (model_.vocab_size) {
      key("vocab_size", fmt::format("{}", *model_.vocab_size));
    }
    if (layers.shared_tail > 0) {
      key("num_kv_shared_layers", fmt::format("{}", layers.shared_tail));
    }
    if (!layers.indexers.empty()) {
      key("indexer_types", runs(layers.indexers));
    }
    key("layer_types", runs(layers.order));
    if (!layers.draft.empty()) {
      key("mtp_layer_types", runs(layers.draft));
    }
    kinds(layers.sorts);
  }

  void kinds(const std::vector<LayerSort>& sorts) {
    std::string text;
    for (const LayerSort& sort : sorts) {
      std::vector<std::string> members;
      if (sort.name != sort.type) {
        members.push_back("layer_type: " + sort.type);
      }
      if (!sort.shares.empty()) {
        members.push_back("shares: " + sort.shares);
      }
      for (std::string& member : members_of(sort.values)) {
        members.push_back(std::move(member));
      }
      if (!members.empty()) {
        text += fmt::format("  {}: {{{}}}\n", sort.name, fmt::join(members, ", "));
      }
    }
    out_ += text.empty() ? "" : "kinds:\n" + text;
  }

  const Model& model_;
  std::string out_;
};

std::string comments(const std::vector<std::string>& assumptions) {
  std::string out;
  for (const std::string& assumption : assumptions) {
    std::string line = "# assumed: " + assumption;
    std::ranges::replace(line, '\n', ' ');
    out += line + '\n';
  }
  return out;
}

}  // namespace

std::expected<std::string, std::vector<std::string>> description_of(const Model& model) {
  if (auto formats = other_formats(model); !formats.empty()) {
    return std::unexpected(std::move(formats));
  }
  auto layers = sorted_layers(model);
  if (!layers) {
    return std::unexpected(std::vector{layers.error()});
  }
  const std::string text = DescriptionWriter(model).write(std::move(*layers));
  auto lost = read_back(text, model);
  if (!lost) {
    return std::unexpected(std::move(lost.error()));
  }
  return text + comments(*lost);
}

}  // namespace kvtally
