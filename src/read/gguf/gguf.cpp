#include "read/gguf/gguf.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <unordered_set>

#include "core/suggest.hpp"
#include "core/text.hpp"
#include "read/gguf/architectures.hpp"
#include "read/gguf/byte_reader.hpp"
#include "read/gguf/metadata_keys.hpp"
#include "read/gguf/metadata_tree.hpp"
#include "read/gguf/split.hpp"
#include "read/gguf/stored_tensors.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kLongestName = 200;

std::unexpected<Problems> refused(const GgufFile& file, std::string what, std::string expected,
                                  std::string suggestion = {}) {
  return std::unexpected(
      Problems{{file.name, {}, std::move(what), std::move(expected), std::move(suggestion), {}}});
}

std::optional<std::string_view> text_of(const GgufFile& file, std::string_view key) {
  const GgufEntry* entry = file.find(key);
  return entry == nullptr || entry->type != GgufType::text ? std::nullopt : std::optional(as_text(entry->value));
}

// A name that can be printed: no control characters, of a sensible length.
std::string name_of(const GgufFile& file, const std::string& id) {
  const std::string_view name = text_of(file, "general.name").value_or("");
  const bool good = !name.empty() && name.size() <= kLongestName && is_utf8(name) &&
                    std::ranges::none_of(name, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  return good ? std::string(name) : id;
}

// Three of them, the nearest first.
std::vector<std::string_view> nearest_architectures(std::string_view name) {
  std::vector<std::string_view> names;
  std::ranges::transform(architectures(), std::back_inserter(names), &Architecture::name);
  const std::string_view word = name.substr(0, kLongestName);
  std::ranges::stable_sort(names, {}, [&](std::string_view known) { return edit_distance(word, known); });
  names.resize(3);
  return names;
}

Expected<const Architecture*> find_architecture(const GgufFile& file) {
  if (const auto type = text_of(file, "general.type"); type && *type != "model" && *type != "mmproj") {
    return refused(file, fmt::format("a GGUF file of the type '{}'", *type), "a model");
  }
  const auto name = text_of(file, "general.architecture");
  if (!name) {
    return refused(file,
                   file.find("general.architecture") == nullptr ? "the key 'general.architecture' is missing"
                                                                : "general.architecture is no text",
                   "the architecture, which says by which rule the other keys are read");
  }
  const Architecture* found = architecture_of(*name);
  if (found == nullptr) {
    return refused(file, fmt::format("no rule for the architecture '{}'", *name),
                   fmt::format("a known one (the nearest are {}), or a description in our own YAML",
                               fmt::join(nearest_architectures(*name), ", ")));
  }
  if (found->describe == nullptr) {
    return refused(file, fmt::format("the architecture '{}' is {}", *name, found->refusal),
                   "a model that writes its text from left to right");
  }
  return found;
}

// Facts that every architecture has under the same names.
void describe_common(GgufRule& r, const GgufFile& file) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kFacts{{
      {"embedding_length", "hidden_size"},
      {"attention.q_lora_rank", "q_lora_rank"},
      {"feed_forward_length", "intermediate_size"},
      {"expert_feed_forward_length", "moe_intermediate_size"},
      {"expert_count", "num_experts"},
      {"expert_used_count", "num_experts_per_tok"},
      {"expert_shared_count", "num_shared_experts"},
      {"leading_dense_block_count", "first_k_dense_replace"},
  }};
  for (const auto& [theirs, ours] : kFacts) {
    if (!r.is_list(theirs)) {
      r.take(theirs, ours);
    }
  }
  r.need("embedding_length");
  if (r.number("context_length").value_or(0) > 0) {
    r.take("context_length", "max_position_embeddings");
  }
  const GgufEntry* tokens = file.find("tokenizer.ggml.tokens");
  const bool listed = tokens != nullptr && tokens->type == GgufType::array && tokens->count > 0;
  if (!r.take("vocab_size", "vocab_size") && listed) {
    r.give("vocab_size", static_cast<std::int64_t>(tokens->count));
  }
  if (!r.flag("attention.causal", true)) {
    r.report("attention.causal", "attention in both directions: the model keeps no cache",
             "a model that writes its text from left to right");
  }
}

void refuse_unknown(GgufRule& r, const GgufFile& file) {
  const std::string prefix = r.full("");
  for (const GgufEntry& entry : file.entries) {
    if (!entry.key.starts_with(prefix)) {
      continue;
    }
    const std::string_view key = entry.key.substr(prefix.size());
    if (!r.used().contains(key) && metadata_may_bear_on_cache(key)) {
      r.report(key, fmt::format("the key '{}' is not understood, and could change the cache", entry.key),
               fmt::format("a key that the rule of '{}' reads", r.architecture().name));
    }
  }
}

// Files differ in whether block_count has the draft blocks in it: the tensors say so, where they are there.
void check_drafts(GgufRule& r, std::span<const GgufFile> files) {
  const std::string block = fmt::format("blk.{}.", r.trunk());
  bool any = false;
  bool draft = false;
  for (const GgufFile& file : files) {
    for (const GgufTensor& tensor : file.tensors) {
      any = any || tensor.name.starts_with(block);
      draft = draft || tensor.name.starts_with(block + "nextn.");
    }
  }
  if (any && !draft && r.trunk() < r.blocks()) {
    r.report(
        "nextn_predict_layers",
        fmt::format("block {} should be a draft layer, and has no tensor of one ({}nextn.*)", r.trunk(), block),
        "draft layers behind the model's, all within block_count");
  }
}

Expected<Description> describe(std::span<const GgufFile> files, const std::string& id) {
  const GgufFile& file = files.front();
  const auto architecture = find_architecture(file);
  if (!architecture) {
    return std::unexpected(architecture.error());
  }
  const auto tree = metadata_tree(file, (*architecture)->name);
  if (!tree) {
    return std::unexpected(tree.error());
  }
  std::unordered_set<std::string_view> tensors;
  for (const GgufFile& part : files) {
    std::ranges::transform(part.tensors, std::inserter(tensors, tensors.end()), &GgufTensor::name);
  }
  Problems problems;
  const Fields keys(*tree, tree->root(), problems);
  Translation out(keys, nullptr);
  GgufRule rule(**architecture, keys, out, [&](std::string_view name) { return tensors.contains(name); });
  out.give("name", name_of(file, id), "");
  describe_common(rule, file);
  (*architecture)->describe(rule);
  check_drafts(rule, files);
  refuse_unknown(rule, file);
  if (!problems.empty()) {
    return std::unexpected(distinct(std::move(problems)));
  }
  auto description = read_description(out.build(), id);
  if (description) {
    description->model.architecture = (*architecture)->name;
    std::vector<std::string>& assumptions = description->model.assumptions;
    assumptions.insert(assumptions.begin(), out.assumptions().begin(), out.assumptions().end());
    if (!tensors.empty()) {
      description->model.stored = stored_tensors(files, rule.trunk());
    }
  }
  return description;
}

}  // namespace

Expected<Description> read_gguf(const std::string& path) {
  const auto parts = open_gguf(path);
  if (!parts) {
    return std::unexpected(parts.error());
  }
  const std::string stem = std::filesystem::path(path).stem().string();
  const auto split = split_name(stem);
  auto description = describe(parts->files, split ? split->name : stem);
  if (description) {
    description->file = path;
  }
  return description;
}

Expected<Description> read_gguf(const std::string& name, std::span<const std::byte> bytes, const std::string& id) {
  const auto file = parse_gguf(name, bytes);
  if (!file) {
    return std::unexpected(file.error());
  }
  if (auto problem = lone_part(*file)) {
    return std::unexpected(Problems{std::move(*problem)});
  }
  return describe({&*file, 1}, id);
}

}  // namespace kvtally
