#include "page/sections/choice_layers.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "account/step.hpp"
#include "core/parse.hpp"
#include "core/text.hpp"
#include "model/presets.hpp"
#include "page/sections/asked.hpp"

namespace kvtally {

namespace {

// ---- what a layer is

std::string rate_of(const Layer& layer) {
  std::string out;
  for (const Memory& memory : layer.memories) {
    std::string part = std::holds_alternative<All>(memory.retention) ? "1" : "";
    if (const auto* pooled = std::get_if<Pooled>(&memory.retention)) {
      part = pooled->every == 1 ? "1" : fmt::format("1/{}", pooled->every);
    }
    out += part.empty() ? "" : (out.empty() ? "" : " + ") + part;
  }
  return out;
}

std::string choice_of(const Words& words, const Layer& layer) {
  for (const Memory& memory : layer.memories) {
    if (const auto* top = std::get_if<TopK>(&memory.selection)) {
      return words.fill("best {count}", {{"count", print_grouped(top->count)}});
    }
    if (const auto* blocks = std::get_if<Blocks>(&memory.selection)) {
      return words.fill("{count} blocks of {size}",
                        {{"count", print_grouped(blocks->count)}, {"size", print_grouped(blocks->size)}});
    }
  }
  return words.say("nothing: fixed");
}

std::string scanned_of(const Words& words, const Layer& layer) {
  for (const Memory& memory : layer.memories) {
    if (memory.indexer && memory.indexer->source == Indexer::Source::own) {
      const std::int64_t every = memory.indexer->pooling.every;
      return every == 1 ? words.say("a key of each token")
                        : words.fill("a key of each {count} tokens", {{"count", print_grouped(every)}});
    }
    if (memory.indexer) {
      return words.say("its own pooled branch");
    }
  }
  return "-";
}

ChoiceLayer of(const Words& words, const Layer& layer, std::string model) {
  const Kind& kind = kind_of(layer.kind);
  return {std::string(kind.label), layer.kind,
          std::move(model),        rate_of(layer),
          choice_of(words, layer), scanned_of(words, layer),
          family_of(kind),         layer};
}

// ---- native sparse attention from the recipe's words

constexpr std::array<std::string_view, 9> kNativeKeys{
    "num_attention_heads", "num_key_value_heads", "head_dim",   "v_head_dim",    "compress_block_size",
    "compress_stride",     "block_size",          "top_blocks", "sliding_window"};

Problems native_fault(const PageSources& sources, const SectionOption& option, std::string what) {
  return {{sources.recipe->file, option.place, std::move(what),
           fmt::format("NAME=COUNT for each of {}", fmt::join(kNativeKeys, ", ")), "", ""}};
}

Expected<Layer> native_layer(const PageSources& sources, const SectionOption& option) {
  std::map<std::string_view, std::int64_t> sizes;
  for (const std::string& word : option.words) {
    const std::vector<std::string_view> sides = split(word, '=');
    const auto count = sides.size() == 2 ? parse_integer(sides[1]) : parse_integer("");
    const bool known = std::ranges::find(kNativeKeys, sides.empty() ? "" : sides[0]) != kNativeKeys.end();
    if (!known || !count || *count < 1 || *count > (1 << 20)) {
      return std::unexpected(native_fault(sources, option, fmt::format("nsa has '{}'", word)));
    }
    sizes[sides[0]] = *count;
  }
  for (const std::string_view key : kNativeKeys) {
    if (!sizes.contains(key)) {
      return std::unexpected(native_fault(sources, option, fmt::format("nsa has no {}", key)));
    }
  }
  const NativeSparse sparse{sizes["compress_block_size"], sizes["compress_stride"], sizes["block_size"],
                            sizes["top_blocks"], sizes["sliding_window"]};
  if (sparse.compress_span % sparse.compress_stride != 0) {
    return std::unexpected(
        native_fault(sources, option, "nsa's compress_block_size is no multiple of its stride"));
  }
  return native_sparse_attention(key_value_memory({sizes["num_attention_heads"], sizes["num_key_value_heads"],
                                                   sizes["head_dim"], sizes["v_head_dim"]}),
                                 sparse);
}

// ---- sums in words

void add_product(std::string& sum, Wide count, Bytes each) {
  if (count > 0) {
    sum += fmt::format("{}{} x {}", sum.empty() ? "" : " + ", print_grouped(count), print_grouped(each.value));
  }
}

}  // namespace

ChoiceAt ChoiceLayer::at(Tokens context) const {
  ChoiceAt out;
  for (const Memory& memory : layer.memories) {
    const Bytes entry = entry_bytes(memory.entry);
    const Wide visible = visible_entries(memory, context);
    const Wide read = selected_entries(memory, context);
    out.kept += entry * visible;
    out.read += entry * read;
    add_product(out.kept_sum, visible, entry);
    add_product(out.read_sum, read, entry);
    if (memory.indexer && memory.indexer->source == Indexer::Source::own) {
      const Bytes key = entry_bytes({memory.indexer->key});
      Memory keys = memory;
      keys.retention = memory.indexer->pooling;
      const Wide count = visible_entries(keys, context);
      out.kept += key * count;
      out.read += key * count;
      out.scanned += key * count;
      add_product(out.kept_sum, count, key);
      add_product(out.read_sum, count, key);
    }
  }
  return out;
}

Expected<std::vector<ChoiceLayer>> choice_layers(const PageSources& sources, const SectionRecipe& recipe) {
  const auto models = asked_models(sources, recipe);
  if (!models) {
    return std::unexpected(models.error());
  }
  std::vector<ChoiceLayer> out;
  for (const Description& described : *models) {
    for (const Layer& layer : described.model.layers) {
      const bool there = std::ranges::find(out, layer.kind, &ChoiceLayer::value) != out.end();
      if (!there && !rate_of(layer).empty()) {
        out.push_back(of(*sources.words, layer, described.model.name));
      }
    }
  }
  if (const SectionOption* option = recipe.option("nsa"); option != nullptr) {
    const auto layer = native_layer(sources, *option);
    if (!layer) {
      return std::unexpected(layer.error());
    }
    out.push_back(of(*sources.words, *layer, sources.words->say("its paper")));
  }
  return out;
}

}  // namespace kvtally
