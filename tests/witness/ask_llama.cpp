/// Asks the real llama.cpp what contexts of a model take: a program of its own, since it aborts on what it does not
/// like.
///
///   ask_llama LIBRARIES KEYS.gguf FILE.gguf [allocate] < SETTINGS
///
/// KEYS.gguf has the model's keys alone. llama.cpp says which tensors it wants for them; FILE.gguf is written with
/// those, its data a hole. The model is loaded from it. For each line of settings, in llama.cpp's own flags, one line
/// goes out: the bytes of its memory, a tab, and the lines that it logged about them, " | " between. With `allocate`
/// the buffers are allocated; without it llama.cpp adds their sizes up and leaves them out (its no_alloc).

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "witness/llama_api.hpp"

namespace {

using namespace kvtally::test;

constexpr std::size_t kAlignment = 32;

// ggml's numbers of the types that a cache may have.
const std::map<std::string, std::int32_t> kTypes{{"f32", 0},  {"f16", 1},  {"bf16", 30},  {"q8_0", 8}, {"q4_0", 2},
                                                 {"q4_1", 3}, {"q5_0", 6}, {"iq4_nl", 20}, {"q5_1", 7}};

struct Log {
  std::string line;
  std::vector<std::string> sizes;
  std::string errors;
};

// Texts come in pieces. Kept: caches and their sizes, and errors (level 4).
void on_log(int level, const char* text, void* user) {
  auto& log = *static_cast<Log*>(user);
  if (level == 4) {
    log.errors += text;
  }
  log.line += text;
  for (std::size_t end = log.line.find('\n'); end != std::string::npos; end = log.line.find('\n')) {
    const std::string line = log.line.substr(0, end);
    log.line.erase(0, end + 1);
    const bool memory = line.starts_with("llama_kv_cache") || line.starts_with("llama_memory_recurrent") ||
                        line.starts_with("llama_dsv4");
    if (memory && line.find(": size = ") != std::string::npos) {
      log.sizes.push_back(line);
    }
  }
}

std::size_t context_bytes(const LlamaBreakdown& breakdown) {
  std::size_t out = 0;
  for (const auto& [buffer, memory] : breakdown) {
    out += memory.context;
  }
  return out;
}

struct Question {
  LlamaContextParams params{};
  bool drafts = false;
};

// Flags with a number, and where it goes.
const std::map<std::string, std::uint32_t LlamaContextParams::*> kNumbers{
    {"-c", &LlamaContextParams::n_ctx},
    {"-np", &LlamaContextParams::n_seq_max},
    {"-b", &LlamaContextParams::n_batch},
    {"-ub", &LlamaContextParams::n_ubatch},
    {"--rs-seq", &LlamaContextParams::n_rs_seq},
};

Question read_question(const Llama& llama, const std::string& line) {
  Question out{llama.context_default_params()};
  out.params.swa_full = false;  // as the command line's default
  out.params.flash_attn_type = 1;
  std::istringstream in(line);
  for (std::string flag, value; in >> flag;) {
    if (flag == "-kvu") {
      out.params.kv_unified = true;
    } else if (flag == "--swa-full") {
      out.params.swa_full = true;
    } else if (flag == "--mtp") {
      out.drafts = true;
    } else if (!(in >> value)) {
      give_up("no value of " + flag);
    } else if (flag == "-fa") {
      out.params.flash_attn_type = value == "on" ? 1 : 0;
    } else if (flag == "-ctk" || flag == "-ctv") {
      (flag == "-ctk" ? out.params.type_k : out.params.type_v) = kTypes.at(value);
    } else if (const auto found = kNumbers.find(flag); found != kNumbers.end()) {
      out.params.*found->second = static_cast<std::uint32_t>(std::stoul(value));
    } else {
      give_up("unknown flag " + flag);
    }
  }
  return out;
}

// Tensors that a loader does not insist on, and without which it cannot build the model's graph.
const std::multimap<std::string, std::string> kOptional{
    {"glm-dsa", "indexer.k_norm.weight"},   {"glm-dsa", "indexer.k_norm.bias"},
    {"glm-dsa", "indexer.proj.weight"},     {"glm-dsa", "indexer.attn_k.weight"},
    {"glm-dsa", "indexer.attn_q_b.weight"}, {"granitehybrid", "ssm_conv1d.bias"},
    {"qwen35", "attn_qkv.weight"},          {"qwen35", "attn_gate.weight"},
    {"qwen35moe", "attn_qkv.weight"},       {"qwen35moe", "attn_gate.weight"},
    {"qwen3next", "attn_qkv.weight"},       {"qwen3next", "attn_gate.weight"},
};

std::vector<std::string> optional_names(const Llama& llama, const void* keys) {
  const std::string architecture = llama.gguf_get_val_str(keys, llama.gguf_find_key(keys, "general.architecture"));
  const auto blocks =
      llama.gguf_get_val_u32(keys, llama.gguf_find_key(keys, (architecture + ".block_count").c_str()));
  std::vector<std::string> out;
  const auto [first, last] = kOptional.equal_range(architecture);
  for (auto it = first; it != last; ++it) {
    for (std::uint32_t i = 0; i < blocks; ++i) {
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

/// A model of the keys alone, whose tensors are those that llama.cpp wants. This build takes it only if the keys come
/// with as many tensors; how many it would have made is in its refusal ("expected 0, got 902").
void* virtual_model(const Llama& llama, const void* keys, Log& log) {
  const LlamaModelParams params = llama.model_default_params();
  const auto nothing = [](void*, void*) {};
  std::vector<std::string> names = optional_names(llama, keys);
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

std::string answer(const Llama& llama, void* model, const std::string& line, Log& log) {
  const Question question = read_question(llama, line);
  log.sizes.clear();
  std::size_t bytes = 0;
  for (std::int32_t type = 0; type <= (question.drafts ? 1 : 0); ++type) {
    LlamaContextParams params = question.params;
    params.ctx_type = type;
    void* context = llama.init_from_model(model, params);
    if (context == nullptr) {
      return "refused\t" + log.errors.substr(0, log.errors.find('\n'));
    }
    bytes += context_bytes(llama.get_memory_breakdown(context));
    llama.free(context);
  }
  std::string out = std::to_string(bytes) + "\t";
  for (std::size_t i = 0; i < log.sizes.size(); ++i) {
    out += (i == 0 ? "" : " | ") + log.sizes[i];
  }
  return out;
}

int ask(int count, char** arguments) {
  const Llama llama(arguments[1]);
  Log log;
  llama.log_set(on_log, &log);
  void* keys = llama.gguf_init_from_file(arguments[2], {true, nullptr});
  if (keys == nullptr) {
    give_up(std::string("no keys in ") + arguments[2]);
  }
  std::vector<std::string> lines;
  for (std::string line; std::getline(std::cin, line);) {
    lines.push_back(line);
  }
  const bool drafts = !lines.empty() && lines.front().find("--mtp") != std::string::npos;
  void* wanted = virtual_model(llama, keys, log);
  if (wanted == nullptr || !write_file(llama, wanted, keys, arguments[3])) {
    give_up("no file was written: " + log.errors);
  }
  llama.model_free(wanted);
  LlamaModelParams params = llama.model_default_params();
  params.no_alloc = count < 5;
  params.load_mode = params.no_alloc ? 0 : 1;
  params.load_mtp = drafts;
  void* model = llama.model_load_from_file(arguments[3], params);
  if (model == nullptr) {
    give_up("the file was not loaded: " + log.errors);
  }
  std::cout << "llama.cpp " << llama.version() << "\n";
  for (const std::string& line : lines) {
    log.errors.clear();
    std::cout << answer(llama, model, line, log) << std::endl;
  }
  llama.model_free(model);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) {
    give_up("ask_llama LIBRARIES KEYS.gguf FILE.gguf [allocate] < SETTINGS");
  }
  return ask(count, arguments);
}
