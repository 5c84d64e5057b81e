#include <algorithm>
#include <array>

#include "check/each_memory.hpp"
#include "check/mistakes.hpp"
#include "model/counterfactual.hpp"

namespace kvtally {

namespace {

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

// One for each query head that one of so many devices has, as keys of heads are kept.
template <std::int64_t devices>
void latent_for_each_head(Model& model) {
  each_memory(model, [](Memory& memory) {
    const std::int64_t heads = memory.scoring.query_heads;
    if (is_latent(memory) && heads > devices && heads % devices == 0) {
      for (Row& row : memory.entry) {
        row.heads = heads / devices;
      }
    }
  });
}

// Each of so many devices has the whole latent, since it serves all heads.
template <std::int64_t devices>
void divided_latent(Model& model) {
  each_memory(model, [](Memory& memory) {
    Entry divided = memory.entry;
    for (Row& row : divided) {
      row.dim = row.dim % devices == 0 ? row.dim / devices : row.dim;
    }
    if (is_latent(memory) && !unstorable_row(divided)) {
      memory.entry = std::move(divided);
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

}  // namespace

std::span<const Mistake> mistakes_of_entries() {
  static const std::array kMistakes{
      Mistake{"query heads were kept, not KV heads", query_heads},
      Mistake{"the latent were kept for keys and again for values", latent_twice},
      Mistake{"values were kept beside the latent", value_beside_latent},
      Mistake{"the latent were expanded to keys and values of every head", no_latent},
      Mistake{"every query head kept a latent of its own", latent_for_each_head<1>},
      Mistake{"every query head of one of 2 devices kept a latent of its own", latent_for_each_head<2>},
      Mistake{"every query head of one of 4 devices kept a latent of its own", latent_for_each_head<4>},
      Mistake{"every query head of one of 8 devices kept a latent of its own", latent_for_each_head<8>},
      Mistake{"every query head of one of 16 devices kept a latent of its own", latent_for_each_head<16>},
      Mistake{"the latent were divided over 2 devices", divided_latent<2>},
      Mistake{"the latent were divided over 4 devices", divided_latent<4>},
      Mistake{"the latent were divided over 8 devices", divided_latent<8>},
      Mistake{"a head were as wide as hidden_size ÷ num_attention_heads", hidden_over_heads},
      Mistake{"there were twice as many KV heads", twice_the_heads},
      Mistake{"the values were left out", no_values},
      Mistake{"each layer had one KV head", one_head},
      Mistake{"each layer had the first one's KV heads", first_layers_heads},
      Mistake{"values were as wide as keys", values_like_keys},
      Mistake{"rotary rows were left out", no_rotary_rows},
      Mistake{"one row for key and value were two", shared_row_twice},
      Mistake{"an element took the bytes of a whole block", block_for_element},
      Mistake{"entries were in fp8, without scales", stored_in<kFp8>},
      Mistake{"entries were in f32", stored_in<kF32>},
      Mistake{"entries were in 4 bits, without scales", stored_in<kInt4>},
  };
  return kMistakes;
}

}  // namespace kvtally
