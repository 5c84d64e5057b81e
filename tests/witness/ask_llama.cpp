/// Asks the real llama.cpp what contexts of a model take: a program of its own, since it aborts on what it does
/// not like.
///
///   ask_llama LIBRARIES FOLDER [allocate] < SETTINGS
///
/// The folder has trunk.gguf with the model's keys alone, and for settings with --mtp keys.gguf too, those of the
/// model with its MTP layer. llama.cpp says which tensors it wants for them; model.gguf is written with those, its
/// data a hole. The model is loaded from it. For each line of settings, in llama.cpp's own flags, one line goes
/// out: the bytes of its memory, a tab, and the lines that it logged about them, " | " between. With `allocate`
/// the buffers are allocated; without it llama.cpp adds their sizes up and leaves them out (its no_alloc).

#include <iostream>
#include <map>
#include <sstream>

#include "witness/llama_file.hpp"

namespace {

using namespace kvtally::test;

// ggml's numbers of the types that a cache may have.
const std::map<std::string, std::int32_t> kTypes{{"f32", 0},  {"f16", 1},     {"bf16", 30},
                                                 {"q8_0", 8}, {"q4_0", 2},    {"q4_1", 3},
                                                 {"q5_0", 6}, {"iq4_nl", 20}, {"q5_1", 7}};

// Texts come in pieces. Kept: caches and their sizes, and errors (level 4).
void on_log(int level, const char* text, void* user) {
  auto& log = *static_cast<LlamaLog*>(user);
  if (level == 4) {
    log.errors += text;
  }
  log.line += text;
  for (std::size_t end = log.line.find('\n'); end != std::string::npos; end = log.line.find('\n')) {
    const std::string line = log.line.substr(0, end);
    log.line.erase(0, end + 1);
    const bool memory = line.starts_with("llama_kv_cache") || line.starts_with("llama_memory_recurrent") ||
                        line.starts_with("llama_dsv4");
    if (memory &&
        (line.find(": size = ") != std::string::npos || line.find("KV cache, size") != std::string::npos)) {
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
    {"-c", &LlamaContextParams::n_ctx},          {"-np", &LlamaContextParams::n_seq_max},
    {"-b", &LlamaContextParams::n_batch},        {"-ub", &LlamaContextParams::n_ubatch},
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

std::string answer(const Llama& llama, void* model, const std::string& line, LlamaLog& log) {
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

int ask(const std::string& libraries, const std::string& folder, bool allocate) {
  const Llama llama(libraries);
  LlamaLog log;
  llama.log_set(on_log, &log);
  std::vector<std::string> lines;
  for (std::string line; std::getline(std::cin, line);) {
    lines.push_back(line);
  }
  const bool drafts = !lines.empty() && lines.front().find("--mtp") != std::string::npos;
  make_llama_file(llama, folder, drafts, log);
  LlamaModelParams params = llama.model_default_params();
  params.no_alloc = !allocate;
  params.load_mode = allocate ? 1 : 0;  // mapped, or nothing of it
  params.load_mtp = drafts;
  void* model = llama.model_load_from_file((folder + "/model.gguf").c_str(), params);
  if (model == nullptr) {
    give_up("the file was not loaded: " + log.errors);
  }
  std::cout << "llama.cpp " << llama.version() << "\n";
  for (const std::string& line : lines) {
    log.errors.clear();
    std::cout << answer(llama, model, line, log) << "\n" << std::flush;
  }
  llama.model_free(model);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    give_up("ask_llama LIBRARIES FOLDER [allocate] < SETTINGS");
  }
  return ask(arguments[1], arguments[2], count > 3);
}
