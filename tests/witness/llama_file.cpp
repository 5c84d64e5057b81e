#include "witness/llama_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <sys/mman.h>

// The weights of a model without a file are never touched, and may be more than this machine has: large blocks of
// theirs are not set aside. Found by llama.cpp's libraries before that of the C library. They are not given back.
extern "C" int posix_memalign(void** out, std::size_t alignment, std::size_t bytes) noexcept {
  constexpr std::size_t kLarge = std::size_t{1} << 30;
  if (bytes < kLarge) {
    *out = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  } else {
    *out = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    *out = *out == MAP_FAILED ? nullptr : *out;
  }
  return *out == nullptr ? ENOMEM : 0;
}

namespace kvtally::test {

namespace {

constexpr std::size_t kAlignment = 32;

// Tensors that a loader does not insist on, and without which it cannot build the model's graph.
const std::multimap<std::string, std::string> kOptional{
    {"glm-dsa", "indexer.k_norm.weight"},   {"glm-dsa", "indexer.k_norm.bias"},
    {"glm-dsa", "indexer.proj.weight"},     {"glm-dsa", "indexer.attn_k.weight"},
    {"glm-dsa", "indexer.attn_q_b.weight"}, {"granitehybrid", "ssm_conv1d.bias"},
    {"nemotron_h", "ssm_conv1d.bias"},      {"phi3", "attn_qkv.weight"},
    {"qwen35", "attn_qkv.weight"},          {"qwen35", "attn_gate.weight"},
    {"qwen35moe", "attn_qkv.weight"},       {"qwen35moe", "attn_gate.weight"},
    {"qwen3next", "attn_qkv.weight"},       {"qwen3next", "attn_gate.weight"},
};

std::uint32_t block_count(const Llama& llama, const void* keys) {
  const std::string architecture = llama.gguf_get_val_str(keys, llama.gguf_find_key(keys, "general.architecture"));
  return llama.gguf_get_val_u32(keys, llama.gguf_find_key(keys, (architecture + ".block_count").c_str()));
}

std::vector<std::string> optional_names(const Llama& llama, const void* keys) {
  const std::string architecture = llama.gguf_get_val_str(keys, llama.gguf_find_key(keys, "general.architecture"));
  std::vector<std::string> out;
  const auto [first, last] = kOptional.equal_range(architecture);
  for (auto it = first; it != last; ++it) {
    for (std::uint32_t i = 0; i < block_count(llama, keys); ++i) {
      out.push_back("blk." + std::to_string(i) + "." + it->second);
    }
  }
  return out;
}

// The keys with tensors of these names; their shapes are not read.
void* with_tensors(const Llama& llama, const void* keys, const std::vector<std::string>& names) {
  void* out = llama.gguf_init_empty();
  llama.gguf_set_kv(out, keys);
  void* tensor = llama.new_tensor_1d(llama.ggml_init({4096, nullptr, true}), 0, 1);
  for (const std::string& name : names) {
    llama.set_name(tensor, name.c_str());
    llama.gguf_add_tensor(out, tensor);
  }
  return out;
}

/// A model of the keys alone, whose tensors are those that llama.cpp wants. This build takes it only if the keys
/// come with as many tensors; how many it would have made is in its refusal ("expected 0, got 902").
void* virtual_model(const Llama& llama, const void* keys, std::vector<std::string> names, LlamaLog& log) {
  LlamaModelParams params = llama.model_default_params();
  params.load_mtp = true;
  const auto nothing = [](void*, void*) {};
  void* model = llama.model_init_from_user(with_tensors(llama, keys, names), nothing, nullptr, params);
  const std::string wanted = "got ";
  const std::size_t at = log.errors.find(wanted);
  if (model == nullptr && at != std::string::npos) {
    const std::size_t count = std::stoul(log.errors.substr(at + wanted.size()));
    log.errors.clear();
    while (names.size() < count) {
      names.push_back("unread." + std::to_string(names.size()));
    }
    model = llama.model_init_from_user(with_tensors(llama, keys, names), nothing, nullptr, params);
  }
  return model;
}

/// The names of a model with one MTP block behind its others: their own, those of the last block once more, and
/// what an MTP block has beside. Of a model with MTP layers llama.cpp makes without a file only what is named.
std::vector<std::string> with_mtp_block(const Llama& llama, const void* trunk, std::uint32_t blocks) {
  std::vector<std::string> out;
  const std::string last = "blk." + std::to_string(blocks - 1) + ".";
  const std::string behind = "blk." + std::to_string(blocks) + ".";
  for (const auto& [name, tensor] : llama.tensor_map(trunk)) {
    out.push_back(name);
    if (name.starts_with(last)) {
      out.push_back(behind + name.substr(last.size()));
    }
  }
  for (const char* own : {"eh_proj", "enorm", "hnorm", "shared_head_norm"}) {
    out.push_back(behind + "nextn." + own + ".weight");
  }
  const std::set<std::string> once(out.begin(), out.end());
  return {once.begin(), once.end()};
}

bool write_file(const Llama& llama, const void* model, const void* keys, const std::string& path) {
  void* file = llama.gguf_init_empty();
  llama.gguf_set_kv(file, keys);
  std::size_t data = 0;
  std::set<std::string> names;
  for (const auto& [name, tensor] : llama.tensor_map(model)) {
    if (!names.insert(name).second) {
      continue;  // embeddings that serve as output matrix too
    }
    llama.gguf_add_tensor(file, tensor);
    data += (llama.nbytes(tensor) + kAlignment - 1) / kAlignment * kAlignment;
  }
  const bool written = llama.gguf_write_to_file(file, path.c_str(), true);
  llama.gguf_free(file);
  std::error_code failed;
  if (written) {
    std::filesystem::resize_file(path, std::filesystem::file_size(path) + data, failed);
  }
  return written && !failed;
}

void* read_keys(const Llama& llama, const std::string& path) {
  void* keys = llama.gguf_init_from_file(path.c_str(), {true, nullptr});
  if (keys == nullptr) {
    give_up("no keys in " + path);
  }
  return keys;
}

}  // namespace

void make_llama_file(const Llama& llama, const std::string& folder, bool drafts, LlamaLog& log) {
  const void* trunk = read_keys(llama, folder + "/trunk.gguf");
  const void* keys = trunk;
  void* wanted = virtual_model(llama, trunk, optional_names(llama, trunk), log);
  if (wanted != nullptr && drafts) {
    keys = read_keys(llama, folder + "/keys.gguf");
    wanted = virtual_model(llama, keys, with_mtp_block(llama, wanted, block_count(llama, trunk)), log);
  }
  if (wanted == nullptr || !write_file(llama, wanted, keys, folder + "/model.gguf")) {
    give_up("no file was written: " + log.errors);
  }
}

}  // namespace kvtally::test
