#include "engine/transformers/reconciliation.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/print.hpp"
#include "engine/transformers/quantized.hpp"

namespace kvtally::transformers {

namespace {

// Bytes of one part on their way from needed to held; each step's difference is one cause.
class Way {
 public:
  Way(Bytes needed, CauseList& out) : now_(needed), out_(out) {}

  void to(Bytes next, const std::string& what, const std::string& why = {}) {
    out_.add(what, (next - now_).value, why);
    now_ = next;
  }
  Bytes now() const { return now_; }

 private:
  Bytes now_;
  CauseList& out_;
};

Bytes seen_of(const CachedSort& sort, Part part) {
  Bytes out;
  for (const CacheTensor& tensor : sort.tensors) {
    out += tensor.part == part && !tensor.counter ? seen_bytes(tensor) : Bytes{};
  }
  return out * sort.count;
}

class Explanation {
 public:
  Explanation(const CachedSort& sort, const GenerateSetting& setting, CauseList& out)
      : sort_(sort), setting_(setting), out_(out), parts_(sort.layer->parts) {}

  void explain() {
    if (!parts_.owns) {
      return;
    }
    if (const auto rows = whole_rows(*sort_.layer, setting_)) {
      setting_.cache == CacheClass::quantized ? quantized(*rows) : entries(*rows);
    } else if (parts_.shared) {
      shared_rows();
    }
    index_keys();
    waiting();
    states();
    encoder_memory();
    out_.add("int64 lengths beside the tensors", counters_of(sort_).value);
  }

 private:
  Way way(Part part) const {
    Way out(sort_.needed[part], out_);
    if (setting_.per_prompt > 1) {
      out.to(sort_.needed[part] * setting_.per_prompt,
             fmt::format("{} sequences for each prompt", setting_.per_prompt));
    }
    return out;
  }

  Bytes of(const CachedRows& rows, std::int64_t heads, Wide tokens) const {
    return Bytes{setting_.rows() * heads * (Wide{rows.key_dim} + rows.value_dim) * tokens * setting_.dtype.bytes *
                 sort_.count};
  }

  void entries(const CachedRows& rows) {
    Way entries = way(Part::entries);
    const Wide context = setting_.context.value;
    const Wide visible = rows.window ? std::min(context, Wide{*rows.window}) : context;
    if (rows.expanded) {
      entries.to(of(rows, rows.heads, visible), "latents expanded to keys and values of every head",
                 fmt::format("{} heads of {} and {}", rows.heads, rows.key_dim, rows.value_dim));
    }
    const std::int64_t heads = heads_on_rank(rows, setting_.tp);
    if (heads != rows.heads) {
      entries.to(of(rows, heads, visible), fmt::format("heads divided over {} ranks", setting_.tp));
    }
    if (setting_.cache == CacheClass::fixed_length) {
      entries.to(seen_of(sort_, Part::entries), "static tensors for max_cache_len tokens",
                 fmt::format("max_cache_len {}", print_grouped(setting_.max_cache_len)));
    } else if (rows.window) {
      to_window(entries, *rows.window);
    }
    entries.to(held_of(sort_, Part::entries), "cached otherwise than the model keeps it");
  }

  void to_window(Way& entries, std::int64_t window) {
    const std::string what = window == 1 ? "a sliding window of 1 keeps every token"
                                         : "sliding windows keep one token less than they are wide";
    entries.to(seen_of(sort_, Part::entries), what, "the last W − 1 are kept, in a slice [-W + 1:]");
    const bool prompt = setting_.prefill == setting_.context.value;
    entries.to(held_of(sort_, Part::entries),
               prompt ? "their views keep the whole prompt until the next token"
                      : "their views keep the last concatenation",
               "a slice of a tensor keeps its storage");
  }

  // Plain sliding layers of DeepSeek-V4 store key and value; the others alias them.
  void shared_rows() {
    Way entries = way(Part::entries);
    if (!parts_.shared->rate) {
      entries.to(entries.now() * 2, "key and value are stored apart", "the model has one row for both");
    }
    to_window(entries, *parts_.shared->window);
  }

  void quantized(const CachedRows& rows) {
    Way entries = way(Part::entries);
    const std::int64_t heads = heads_on_rank(rows, setting_.tp);
    if (heads != rows.heads && !rows.expanded) {
      entries.to(Bytes{entries.now().value / rows.heads * heads},
                 fmt::format("heads divided over {} ranks", setting_.tp));
    }
    const QuantizedCacheConfig& config = setting_.quantized;
    const auto tokens = quantized_tokens(setting_.prefill, setting_.decoded(), config.residual_length);
    const Wide visible =
        rows.window ? std::min(setting_.context.value, Wide{*rows.window}) : setting_.context.value;
    if (visible < setting_.context.value) {
      entries.to(Bytes{entries.now().value / visible * setting_.context.value}, "sliding layers keep every token");
    }
    if (tokens.residual > 0) {
      const Wide each = entries.now().value / setting_.context.value;
      entries.to(Bytes{each * tokens.quantized} + of(rows, heads, tokens.residual),
                 "the last tokens in full precision",
                 fmt::format("{} of {}", print_grouped(tokens.residual), setting_.dtype.name));
    }
    entries.to(held_of(sort_, Part::entries), fmt::format("packed by {}", config.backend),
               fmt::format("{} bits, groups of {}", config.nbits, config.q_group_size));
  }

  void index_keys() {
    Way keys = way(Part::indexer);
    keys.to(held_of(sort_, Part::indexer), "static tensors for max_cache_len tokens",
            fmt::format("max_cache_len {}", print_grouped(setting_.max_cache_len)));
  }

  void waiting() {
    Way open = way(Part::open);
    open.to(seen_of(sort_, Part::open), "rows that wait are kept otherwise");
    open.to(held_of(sort_, Part::open), "buffers of waiting rows are views of what was last projected",
            "a slice of a tensor keeps its storage");
  }

  void states() {
    Way state = way(Part::state);
    Wide columns = state.now().value;
    for (const CacheTensor& tensor : sort_.tensors) {
      if (tensor.name == "conv_states") {
        columns += held_bytes(tensor).value / tensor.shape.back() * sort_.count;
      }
    }
    state.to(Bytes{columns}, "convolutions keep a column for each weight of their kernel", "K columns, not K − 1");
    state.to(held_of(sort_, Part::state), "states in another precision");
  }

  void encoder_memory() {
    Way cross = way(Part::cross);
    if (setting_.tp > 1 && setting_.attention_divided) {
      cross.to(held_of(sort_, Part::cross), fmt::format("heads divided over {} ranks", setting_.tp));
    }
    cross.to(held_of(sort_, Part::cross), "encoder memory kept otherwise");
  }

  const CachedSort& sort_;
  const GenerateSetting& setting_;
  CauseList& out_;
  const LayerParts& parts_;
};

}  // namespace

Bytes held_of(const CachedSort& sort, Part part) {
  Bytes out;
  for (const CacheTensor& tensor : sort.tensors) {
    out += tensor.part == part && !tensor.counter ? held_bytes(tensor) : Bytes{};
  }
  return out * sort.count;
}

Bytes counters_of(const CachedSort& sort) {
  Bytes out;
  for (const CacheTensor& tensor : sort.tensors) {
    out += tensor.counter ? held_bytes(tensor) : Bytes{};
  }
  return out * sort.count;
}

void explain(const CachedSort& sort, const GenerateSetting& setting, CauseList& out) {
  Explanation(sort, setting, out).explain();
}

}  // namespace kvtally::transformers
