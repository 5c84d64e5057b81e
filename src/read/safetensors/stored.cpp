#include "read/safetensors/stored.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <tuple>

#include "core/parse.hpp"
#include "core/print.hpp"
#include "read/fields.hpp"
#include "read/safetensors/tensor_names.hpp"
#include "read/text/file.hpp"
#include "read/text/json.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kNamesShown = 3;

StoredContent content_of(const SafetensorsTensor& tensor) {
  if (is_constant_tensor(tensor.name) || tensor.type->name == "F8_E8M0") {
    return StoredContent::constants;
  }
  return tensor.type->is_float ? StoredContent::parameters : StoredContent::packed;
}

std::string in_folder(const std::string& folder, const std::string& name) {
  return (std::filesystem::path(folder) / name).string();
}

// "a, b, c and 5 more".
std::string some(const std::vector<std::string>& names) {
  const std::size_t shown = std::min(names.size(), kNamesShown);
  const std::string rest = names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "";
  return fmt::format("{}{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                     rest);
}

Problem problem(const std::string& file, std::string what, std::string expected) {
  return {file, {}, std::move(what), std::move(expected), {}, {}};
}

std::vector<std::string> without(const std::vector<std::string>& names, const std::vector<std::string>& known) {
  std::vector<std::string> out;
  std::ranges::set_difference(names, known, std::back_inserter(out));
  return out;
}

// What an index says of a file against the file's own header.
void compare(const std::string& path, const std::vector<std::string>& listed,
             const std::vector<SafetensorsTensor>& tensors, Problems& problems) {
  std::vector<std::string> held;
  std::ranges::transform(tensors, std::back_inserter(held), &SafetensorsTensor::name);
  std::ranges::sort(held);
  if (const auto missing = without(listed, held); !missing.empty()) {
    problems.push_back(problem(path, fmt::format("it does not hold {}", some(missing)), "what the index says"));
  }
  if (const auto more = without(held, listed); !more.empty()) {
    problems.push_back(problem(path, fmt::format("it holds {}, which the index does not name", some(more)),
                               "what the index says"));
  }
}

using Shards = std::map<std::string, std::vector<SafetensorsTensor>>;

Expected<Shards> read_headers(const std::string& folder, const std::vector<std::string>& files) {
  Problems problems;
  Shards out;
  for (const std::string& file : files) {
    auto tensors = read_safetensors(in_folder(folder, file));
    if (tensors) {
      out.emplace(file, std::move(*tensors));
    } else {
      problems.insert(problems.end(), tensors.error().begin(), tensors.error().end());
    }
  }
  if (!problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  return out;
}

Expected<FolderWeights> summed(const std::string& folder, const Shards& shards,
                               std::optional<std::int64_t> layers) {
  std::vector<SafetensorsTensor> all;
  for (const auto& [file, tensors] : shards) {
    all.insert(all.end(), tensors.begin(), tensors.end());
  }
  std::ranges::sort(all, {}, &SafetensorsTensor::name);
  if (const auto twice = std::ranges::adjacent_find(all, {}, &SafetensorsTensor::name); twice != all.end()) {
    return std::unexpected(Problems{
        problem(folder, fmt::format("two of its files hold the tensor '{}'", twice->name), "each tensor once")});
  }
  FolderWeights out{weights_of(all, layers), {}};
  out.weights.from = shards.size() == 1 ? "the header of 1 safetensors file"
                                        : fmt::format("the headers of {} safetensors files", shards.size());
  return out;
}

// The total alone, when none of the files is there.
FolderWeights total_of(const std::string& name, const SafetensorsIndex& index) {
  FolderWeights out;
  if (index.total) {
    out.weights.total = index.total;
    out.weights.from = fmt::format("the total_size of {}; formats and parts are not known", name);
  }
  out.remarks.push_back(fmt::format("{} names {} safetensors files, none of which is in the folder{}", name,
                                    index.shards.size(),
                                    index.total ? "" : ", and states no total_size: the weights are not counted"));
  return out;
}

void compare_total(const std::string& name, const SafetensorsIndex& index, FolderWeights& out) {
  const Bytes held = stored_bytes(out.weights);
  if (!index.unread_total.empty()) {
    out.remarks.push_back(
        fmt::format("the total_size of {} is {}, which was not compared", name, index.unread_total));
  } else if (index.total && *index.total != held) {
    out.remarks.push_back(fmt::format("{} states a total_size of {} bytes; the headers hold {}, which counts",
                                      name, print_grouped(index.total->value), print_grouped(held.value)));
  }
}

}  // namespace

Expected<SafetensorsIndex> parse_safetensors_index(const Tree& tree) {
  Problems problems;
  const Fields fields(tree, tree.root(), problems);
  const Node* map = fields.find("weight_map");
  if (map == nullptr || map->kind != Node::Kind::map) {
    fields.report(map == nullptr ? Place{} : map->place,
                  fmt::format("weight_map is {}", map == nullptr ? "missing" : described(*map)),
                  "a map from each tensor to its file");
    return std::unexpected(distinct(std::move(problems)));
  }
  SafetensorsIndex out;
  for (const Node& child : Children(*map)) {
    const bool a_file = child.kind == Node::Kind::quoted && child.text.find('/') == std::string_view::npos &&
                        child.text.ends_with(".safetensors");
    if (a_file) {
      out.shards[std::string(child.text)].emplace_back(child.key);
    } else {
      fields.report(child.place, fmt::format("the file of '{}' is {}", child.key, described(child)),
                    "the name of a .safetensors file in the same folder");
    }
  }
  for (auto& [file, tensors] : out.shards) {
    std::ranges::sort(tensors);
  }
  if (const Node* total = fields.find("metadata.total_size")) {
    const auto bytes =
        total->kind == Node::Kind::plain ? parse_integer(total->text) : std::unexpected(std::string());
    out.total = bytes ? std::optional(Bytes{*bytes}) : std::nullopt;
    out.unread_total = bytes ? "" : described(*total);
  }
  if (!problems.empty()) {
    return std::unexpected(distinct(std::move(problems)));
  }
  return out;
}

StoredWeights weights_of(std::span<const SafetensorsTensor> tensors, std::optional<std::int64_t> layers) {
  std::map<std::tuple<WeightPart, std::string_view, StoredContent>, StoredGroup> groups;
  for (const SafetensorsTensor& tensor : tensors) {
    const WeightPart part = part_of_tensor(tensor.name, layers);
    const StoredContent content = content_of(tensor);
    StoredGroup& group = groups[{part, tensor.type->name, content}];
    group.part = part;
    group.format = tensor.type->name;
    group.content = content;
    ++group.tensors;
    group.elements += tensor.elements;
    group.bytes += tensor.bytes;
  }
  StoredWeights out;
  for (auto& [key, group] : groups) {
    out.groups.push_back(std::move(group));
  }
  return out;
}

Expected<FolderWeights> read_stored_weights(const std::string& folder, const std::vector<std::string>& files,
                                            std::optional<std::int64_t> layers) {
  const auto shards = read_headers(folder, files);
  return shards ? summed(folder, *shards, layers) : std::unexpected(shards.error());
}

Expected<FolderWeights> read_indexed_weights(const std::string& folder, const std::string& name,
                                             const std::vector<std::string>& present,
                                             std::optional<std::int64_t> layers) {
  const std::string path = in_folder(folder, name);
  auto text = read_file(path);
  const auto tree = text ? parse_json(path, std::move(*text)) : std::unexpected(text.error());
  const auto index = tree ? parse_safetensors_index(*tree) : std::unexpected(tree.error());
  if (!index) {
    return std::unexpected(index.error());
  }
  std::vector<std::string> files;
  std::ranges::transform(index->shards, std::back_inserter(files), [](const auto& shard) { return shard.first; });
  const std::vector<std::string> missing = without(files, present);
  if (missing.size() == files.size()) {
    return total_of(name, *index);
  }
  if (!missing.empty()) {
    return std::unexpected(Problems{problem(path, fmt::format("it names {}, not in the folder", some(missing)),
                                            "all of its files there, or none")});
  }
  const auto shards = read_headers(folder, files);
  if (!shards) {
    return std::unexpected(shards.error());
  }
  Problems problems;
  for (const auto& [file, tensors] : *shards) {
    compare(in_folder(folder, file), index->shards.at(file), tensors, problems);
  }
  auto out = problems.empty() ? summed(folder, *shards, layers) : std::unexpected(std::move(problems));
  if (out) {
    compare_total(name, *index, *out);
  }
  return out;
}

}  // namespace kvtally
