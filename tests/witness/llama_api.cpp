#include "witness/llama_api.hpp"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>

namespace kvtally::test {

namespace {

constexpr std::uint32_t kContext = 512;
constexpr std::uint32_t kBatch = 2048;
constexpr std::int32_t kF16 = 1;

void* open_library(const std::string& folder, const std::string& stem) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename();
    if (name == stem + ".so" || name.starts_with(stem + ".v")) {
      if (void* library = dlopen(entry.path().c_str(), RTLD_NOW | RTLD_GLOBAL)) {
        return library;
      }
      give_up(dlerror());
    }
  }
  give_up("no " + stem + " in " + folder);
}

template <class Function>
void find(Function& function, void* library, const char* name) {
  void* symbol = dlsym(library, name);
  if (symbol == nullptr) {
    give_up(std::string("no function ") + name);
  }
  function = reinterpret_cast<Function>(symbol);
}

}  // namespace

void give_up(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(2);
}

Llama::Llama(const std::string& folder) {
  void* base = open_library(folder, "libggml-base");
  void* ggml = open_library(folder, "libggml");
  void* llama = open_library(folder, "libllama");
  find(version, llama, "llama_version");
  find(model_default_params, llama, "llama_model_default_params");
  find(context_default_params, llama, "llama_context_default_params");
  find(log_set, llama, "llama_log_set");
  find(model_init_from_user, llama, "llama_model_init_from_user");
  find(model_load_from_file, llama, "llama_model_load_from_file");
  find(model_free, llama, "llama_model_free");
  find(init_from_model, llama, "llama_init_from_model");
  find(free, llama, "llama_free");
  find(get_memory_breakdown, llama, "_Z26llama_get_memory_breakdownPK13llama_context");
  find(tensor_map, llama, "_Z29llama_internal_get_tensor_mapB5cxx11PK11llama_model");
  find(nbytes, base, "ggml_nbytes");
  find(ggml_init, base, "ggml_init");
  find(new_tensor_1d, base, "ggml_new_tensor_1d");
  find(set_name, base, "ggml_set_name");
  find(gguf_init_from_file, base, "gguf_init_from_file");
  find(gguf_init_empty, base, "gguf_init_empty");
  find(gguf_set_kv, base, "gguf_set_kv");
  find(gguf_add_tensor, base, "gguf_add_tensor");
  find(gguf_write_to_file, base, "gguf_write_to_file");
  find(gguf_find_key, base, "gguf_find_key");
  find(gguf_get_val_str, base, "gguf_get_val_str");
  find(gguf_get_val_u32, base, "gguf_get_val_u32");
  find(gguf_free, base, "gguf_free");
  check();
  void (*load_backends)(const char*) = nullptr;
  find(load_backends, ggml, "ggml_backend_load_all_from_path");
  load_backends(folder.c_str());
}

void Llama::check() const {
  const LlamaContextParams context = context_default_params();
  const LlamaModelParams model = model_default_params();
  const bool known = context.n_ctx == kContext && context.n_batch == kBatch && context.n_ubatch == kContext &&
                     context.n_seq_max == 1 && context.n_rs_seq == 0 && context.flash_attn_type == -1 &&
                     context.type_k == kF16 && context.type_v == kF16 && !context.embeddings &&
                     context.offload_kqv && context.op_offload && context.swa_full && !context.kv_unified &&
                     context.ctx_other == nullptr && model.n_gpu_layers == -1 && model.load_mode == -1 &&
                     model.lazy_mode == 1 && model.use_extra_bufts && !model.no_alloc && !model.load_mtp;
  if (!known) {
    give_up(std::string("the structures of llama.cpp ") + version() + " are laid out otherwise");
  }
}

}  // namespace kvtally::test
