#include <algorithm>
#include <array>
#include <optional>

#include "check/each_memory.hpp"
#include "check/mistakes.hpp"
#include "model/mixture.hpp"

namespace kvtally {

namespace {

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
    std::vector<Layer> layers(model.layers.size(), *full);
    model.layers = std::move(layers);
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

}  // namespace

std::span<const Mistake> mistakes_of_layers() {
  static const std::array kMistakes{
      Mistake{"every layer kept every position", all_layers_full},
      Mistake{"windows and chunks kept every position", no_windows},
      Mistake{"every layer had num_key_value_heads of hidden_size ÷ num_attention_heads", blind},
      Mistake{"every layer had the window", windows_everywhere},
      Mistake{"layers without every position kept no entries", cheap_layers_free},
      Mistake{"layers that share another's cache had their own", shared_layers_keep},
      Mistake{"pooled entries were one for each token", unpooled},
      Mistake{"states were left out", no_states},
      Mistake{"index keys were left out", no_indexer},
      Mistake{"every indexer had keys of its own", indexer_everywhere},
  };
  return kMistakes;
}

}  // namespace kvtally
