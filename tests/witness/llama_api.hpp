#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

/// What the witness calls of llama.cpp's shared libraries, as its headers of v0.5.0 declare it (llama.h,
/// llama-ext.h, gguf.h). The structures go by value, so that their layouts must be those: Llama checks the
/// defaults in them.
namespace kvtally::test {

struct LlamaModelParams {
  void* devices;
  const void* tensor_buft_overrides;
  std::int32_t n_gpu_layers;
  std::int32_t split_mode;
  std::int32_t load_mode;
  std::int32_t lazy_mode;
  std::int32_t main_gpu;
  const float* tensor_split;
  void* progress_callback;
  void* progress_callback_user_data;
  const void* kv_overrides;
  bool vocab_only;
  bool check_tensors;
  bool use_extra_bufts;
  bool no_host;
  bool no_alloc;
  bool load_mtp;
};

struct LlamaContextParams {
  std::uint32_t n_ctx;
  std::uint32_t n_batch;
  std::uint32_t n_ubatch;
  std::uint32_t n_seq_max;
  std::uint32_t n_rs_seq;
  std::uint32_t n_outputs_max;
  std::uint32_t n_outputs_max_per_seq;
  std::int32_t n_threads;
  std::int32_t n_threads_batch;
  std::int32_t ctx_type;
  std::int32_t rope_scaling_type;
  std::int32_t pooling_type;
  std::int32_t attention_type;
  std::int32_t flash_attn_type;
  float rope_freq_base;
  float rope_freq_scale;
  float yarn_ext_factor;
  float yarn_attn_factor;
  float yarn_beta_fast;
  float yarn_beta_slow;
  std::uint32_t yarn_orig_ctx;
  float defrag_thold;
  void* cb_eval;
  void* cb_eval_user_data;
  std::int32_t type_k;
  std::int32_t type_v;
  void* abort_callback;
  void* abort_callback_data;
  bool embeddings;
  bool offload_kqv;
  bool no_perf;
  bool op_offload;
  bool swa_full;
  bool kv_unified;
  void* samplers;
  std::size_t n_samplers;
  void* ctx_other;
};

/// Bytes in one sort of buffer.
struct LlamaMemory {
  std::size_t model = 0;
  std::size_t context = 0;
  std::size_t compute = 0;
};

struct GgmlInitParams {
  std::size_t mem_size;
  void* mem_buffer;
  bool no_alloc;
};

struct GgufInitParams {
  bool no_alloc;
  void** ctx;
};

using LlamaBreakdown = std::map<void*, LlamaMemory>;
using LlamaTensors = std::vector<std::pair<std::string, void*>>;

/// The functions, found in a folder with the libraries. The constructor exits with a message when one is missing,
/// or when a structure is not laid out as above.
class Llama {
 public:
  explicit Llama(const std::string& folder);

  const char* (*version)();
  LlamaModelParams (*model_default_params)();
  LlamaContextParams (*context_default_params)();
  void (*log_set)(void (*)(int level, const char* text, void* user), void* user);
  void* (*model_init_from_user)(void* gguf, void (*)(void* tensor, void* user), void* user, LlamaModelParams);
  void* (*model_load_from_file)(const char* path, LlamaModelParams);
  void (*model_free)(void* model);
  void* (*init_from_model)(void* model, LlamaContextParams);
  void (*free)(void* context);
  LlamaBreakdown (*get_memory_breakdown)(const void* context);
  const LlamaTensors& (*tensor_map)(const void* model);
  std::size_t (*nbytes)(const void* tensor);
  void* (*ggml_init)(GgmlInitParams);
  void* (*new_tensor_1d)(void* ggml, std::int32_t type, std::int64_t size);
  void* (*set_name)(void* tensor, const char* name);
  void* (*gguf_init_from_file)(const char* path, GgufInitParams);
  void* (*gguf_init_empty)();
  void (*gguf_set_kv)(void* gguf, const void* from);
  void (*gguf_add_tensor)(void* gguf, const void* tensor);
  bool (*gguf_write_to_file)(const void* gguf, const char* path, bool only_meta);
  std::int64_t (*gguf_find_key)(const void* gguf, const char* key);
  const char* (*gguf_get_val_str)(const void* gguf, std::int64_t key);
  std::uint32_t (*gguf_get_val_u32)(const void* gguf, std::int64_t key);
  void (*gguf_free)(void* gguf);

 private:
  void check() const;
};

[[noreturn]] void give_up(const std::string& why);

}  // namespace kvtally::test
