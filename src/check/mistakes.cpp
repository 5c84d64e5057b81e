#include "check/mistakes.hpp"

#include <algorithm>
#include <array>

#include "model/counterfactual.hpp"

namespace kvtally {

namespace {

template <class Change>
void each_memory(Model& model, Change&& change) {
  for (Layer& layer : model.layers) {
    for (Memory& memory : layer.memories) {
      change(memory);
    }
  }
}

// Rows of keys and values, not of latents.
template <class Change>
void each_head_row(Model& model, Change&& change) {
  each_memory(model, [&](Memory& memory) {
    for (Row& row : memory.entry) {
      if (row.role == Role::key || row.role == Role::value) {
        change(memory, row);
      }
    }
  });
}

bool keeps_all(const Layer& layer) {
  return std::ranges::any_of(layer.memories,
                             [](const Memory& m) { return std::holds_alternative<All>(m.retention); });
}

bool is_latent(const Memory& memory) {
  return std::ranges::any_of(memory.entry, [](const Row& row) { return row.role == Role::latent; });
}

// ---- heads

void query_heads(Model& model) {
  each_head_row(model, [](const Memory& m, Row& row) { row.heads = std::max(row.heads, m.scoring.query_heads); });
}

void twice_the_heads(Model& model) {
  each_head_row(model, [](const Memory&, Row& row) { row.heads *= 2; });
}

void one_head(Model& model) {
  each_head_row(model, [](const Memory&, Row& row) { row.heads = 1; });
}

void first_layers_heads(Model& model) {
  std::int64_t heads = 0;
  each_head_row(model, [&](const Memory&, Row& row) { row.heads = heads = heads == 0 ? row.heads : heads; });
}

// ---- widths

void hidden_over_heads(Model& model) {
  const NaiveShape& shape = model.naive;
  if (shape.hidden_size && shape.num_attention_heads && *shape.hidden_size >= *shape.num_attention_heads) {
    const std::int64_t width = *shape.hidden_size / *shape.num_attention_heads;
    each_head_row(model, [&](const Memory&, Row& row) { row.dim = width; });
  }
}

void values_like_keys(Model& model) {
  each_memory(model, [](Memory& memory) {
    const auto key = std::ranges::find(memory.entry, Role::key, &Row::role);
    for (Row& row : memory.entry) {
      row.dim = key != memory.entry.end() && row.role == Role::value ? key->dim : row.dim;
    }
  });
}

// ---- what an entry holds

void no_values(Model& model) {
  each_memory(model, [](Memory& memory) {
    if (memory.entry.size() > 1) {
      std::erase_if(memory.entry, [](const Row& row) { return row.role == Role::value; });
    }
  });
}

// A latent serves as key and value; stored for each it would be kept twice.
void latent_twice(Model& model) {
  each_memory(model, [](Memory& memory) {
    if (is_latent(memory)) {
      const Entry entry = memory.entry;
      memory.entry.insert(memory.entry.end(), entry.begin(), entry.end());
    }
  });
}

void value_beside_latent(Model& model) {
  each_memory(model, [](Memory& memory) {
    const auto latent = std::ranges::find(memory.entry, Role::latent, &Row::role);
    if (latent != memory.entry.end()) {
      memory.entry.push_back(*latent);
    }
  });
}

void no_rotary_rows(Model& model) {
  each_memory(model, [](Memory& memory) {
    if (memory.entry.size() > 1) {
      std::erase_if(memory.entry, [](const Row& row) { return row.role == Role::rope; });
    }
  });
}

void shared_row_twice(Model& model) {
  each_memory(model, [](Memory& memory) {
    for (Row& row : memory.entry) {
      row.heads *= row.role == Role::key_and_value ? 2 : 1;
    }
  });
}

void no_latent(Model& model) {
  Attention mha;
  mha.kind = Attention::Kind::mha;
  const bool latent = std::ranges::any_of(
      model.layers, [](const Layer& layer) { return std::ranges::any_of(layer.memories, is_latent); });
  if (auto wide = latent ? counterfactual(model, mha) : std::unexpected(std::vector<std::string>{})) {
    model = std::move(*wide);
  }
}

// What reads the keys of every config.json: KV heads × (head_dim, else hidden ÷ heads) × 2, in all layers.
void blind(Model& model) {
  const NaiveShape shape = model.naive;
  if (!shape.num_key_value_heads || !shape.num_attention_heads || (!shape.hidden_size && !shape.head_dim)) {
    return;
  }
  const std::int64_t width = shape.hidden_size ? *shape.hidden_size / *shape.num_attention_heads : *shape.head_dim;
  Layer layer;
  layer.kind = "gqa";
  Memory memory;
  memory.name = "cache";
  memory.entry = {{Role::key, *shape.num_key_value_heads, width, bf16()},
                  {Role::value, *shape.num_key_value_heads, width, bf16()}};
  memory.scoring = {*shape.num_attention_heads, width, width};
  layer.memories = {memory};
  model.layers = {layer};
  model.order = {{0, shape.num_hidden_layers}};
}

// ---- which layers keep what

void no_windows(Model& model) {
  each_memory(model, [](Memory& memory) {
    if (std::holds_alternative<Window>(memory.retention) || std::holds_alternative<Chunk>(memory.retention)) {
      memory.retention = All{};
    }
  });
}

void windows_everywhere(Model& model) {
  const Memory* window = nullptr;
  each_memory(model, [&](Memory& memory) {
    window = window == nullptr && std::holds_alternative<Window>(memory.retention) ? &memory : window;
  });
  if (window != nullptr) {
    const Retention retention = window->retention;
    each_memory(model, [&](Memory& memory) { memory.retention = retention; });
  }
}

void all_layers_full(Model& model) {
  const auto full = std::ranges::find_if(model.layers, keeps_all);
  if (full != model.layers.end()) {
    const Layer layer = *full;
    std::ranges::fill(model.layers, layer);
  }
}

void cheap_layers_free(Model& model) {
  for (Layer& layer : model.layers) {
    if (!keeps_all(layer) && !layer.memories.empty()) {
      layer.memories.clear();
    }
  }
}

void shared_layers_keep(Model& model) {
  for (Layer& layer : model.layers) {
    layer.sharing = {};
  }
}

void unpooled(Model& model) {
  each_memory(model, [](Memory& memory) {
    if (std::holds_alternative<Pooled>(memory.retention)) {
      memory.retention = All{};
    }
  });
}

void no_states(Model& model) {
  for (Layer& layer : model.layers) {
    layer.state = {};
  }
}

void no_indexer(Model& model) {
  each_memory(model, [](Memory& memory) { memory.indexer.reset(); });
}

// One that takes an earlier layer's choice has no width of its own.
void indexer_everywhere(Model& model) {
  std::optional<Indexer> own;
  each_memory(model, [&](Memory& memory) {
    own = !own && memory.indexer && memory.indexer->source == Indexer::Source::own ? memory.indexer : own;
  });
  each_memory(model, [&](Memory& memory) {
    if (own && memory.indexer && memory.indexer->source == Indexer::Source::earlier_layer) {
      memory.indexer = own;
    }
  });
}

// ---- formats

template <const char* name>
void stored_in(Model& model) {
  const auto format = parse_format(name);
  each_memory(model, [&](Memory& memory) {
    for (Row& row : memory.entry) {
      row.format = *format;
    }
    if (unstorable_row(memory.entry)) {
      for (Row& row : memory.entry) {
        row.format = bf16();
      }
    }
  });
}

// Bytes of a whole block for each element.
void block_for_element(Model& model) {
  each_memory(model, [](Memory& memory) {
    for (Row& row : memory.entry) {
      row.heads *= row.format.elements;
    }
  });
}

constexpr char kFp8[] = "fp8";
constexpr char kF32[] = "f32";
constexpr char kInt4[] = "int4";

// ---- contexts

Tokens decimal(Tokens tokens) { return tokens.value % 1024 == 0 ? Tokens{tokens.value / 1024 * 1000} : tokens; }
Tokens binary(Tokens tokens) { return tokens.value % 1000 == 0 ? Tokens{tokens.value / 1000 * 1024} : tokens; }

}  // namespace

std::span<const Mistake> known_mistakes() {
  static const std::array kMistakes{
      Mistake{"query heads were kept, not KV heads", query_heads},
      Mistake{"every layer kept every position", all_layers_full},
      Mistake{"windows and chunks kept every position", no_windows},
      Mistake{"the latent were kept for keys and again for values", latent_twice},
      Mistake{"values were kept beside the latent", value_beside_latent},
      Mistake{"the latent were expanded to keys and values of every head", no_latent},
      Mistake{"a head were as wide as hidden_size ÷ num_attention_heads", hidden_over_heads},
      Mistake{"there were twice as many KV heads", twice_the_heads},
      Mistake{"the values were left out", no_values},
      Mistake{"each layer had one KV head", one_head},
      Mistake{"each layer had the first one's KV heads", first_layers_heads},
      Mistake{"values were as wide as keys", values_like_keys},
      Mistake{"rotary rows were left out", no_rotary_rows},
      Mistake{"one row for key and value were two", shared_row_twice},
      Mistake{"every layer had num_key_value_heads of hidden_size ÷ num_attention_heads", blind},
      Mistake{"every layer had the window", windows_everywhere},
      Mistake{"layers without every position kept no entries", cheap_layers_free},
      Mistake{"layers that share another's cache had their own", shared_layers_keep},
      Mistake{"pooled entries were one for each token", unpooled},
      Mistake{"states were left out", no_states},
      Mistake{"index keys were left out", no_indexer},
      Mistake{"every indexer had keys of its own", indexer_everywhere},
      Mistake{"an element took the bytes of a whole block", block_for_element},
      Mistake{"entries were in fp8, without scales", stored_in<kFp8>},
      Mistake{"entries were in f32", stored_in<kF32>},
      Mistake{"entries were in 4 bits, without scales", stored_in<kInt4>},
      Mistake{"K were 1000 tokens", {}, decimal},
      Mistake{"k were 1024 tokens", {}, binary},
      Mistake{"there were one request", {}, {}, [](std::int64_t) { return std::int64_t{1}; }},
  };
  return kMistakes;
}

}  // namespace kvtally
