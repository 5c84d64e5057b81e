#include <fmt/format.h>

#include "core/cases.hpp"
#include "core/print.hpp"
#include "report/explain_parts.hpp"

/// The sentences of an explanation. Each letter that a formula uses (W, r, k …) is named here with its value.
namespace kvtally {

namespace {

std::string format_words(const Format& format) {
  if (format.whole_entry) {
    return "one fixed size for the whole entry";
  }
  std::string out = format.elements == 1
                        ? fmt::format("{} byte{} an element", format.bytes, format.bytes == 1 ? "" : "s")
                        : fmt::format("{} bytes for {} elements", format.bytes, format.elements);
  if (format.head_bytes != 0) {
    out += fmt::format(" and {} bytes a head", format.head_bytes);
  }
  return out;
}

std::string row_phrase(const Row& row) {
  const std::string name = row.role == Role::rope            ? "rotary key"
                           : row.role == Role::key_and_value ? "row"
                                                             : std::string(name_of(row.role));
  const std::string both = row.role == Role::key_and_value ? " that is key and value in one" : "";
  return row.heads == 1
             ? fmt::format("{} {} of {}{}", name == "index key" ? "an" : "a", name, print_grouped(row.dim), both)
             : fmt::format("{} {}s of {}{}", print_grouped(row.heads), name, print_grouped(row.dim), both);
}

// "a latent of 512 and a rotary key of 64 in bf16 (2 bytes an element)".
std::string entry_words(const Entry& entry) {
  std::string out;
  for (std::size_t i = 0; i < entry.size(); ++i) {
    const Format& format = entry[i].format;
    out += (i == 0 ? "" : " and ") + row_phrase(entry[i]);
    if (i + 1 == entry.size() || entry[i + 1].format != format) {
      out += fmt::format(" in {} ({})", format.name, format_words(format));
    }
  }
  return out;
}

std::string retention_clause(const Retention& retention) {
  return std::visit(
      Cases{
          [](const All&) { return std::string("Every position stays"); },
          [](const Window& w) {
            return w.first == 0 ? fmt::format("Only the last W = {} positions stay", print_grouped(w.size))
                                : fmt::format("Only the first F = {} and the last W = {} positions stay",
                                              print_grouped(w.first), print_grouped(w.size));
          },
          [](const Chunk& c) {
            return fmt::format("Positions come in chunks of C = {}, and at most one chunk stays",
                               print_grouped(c.size));
          },
          [](const Pooled& p) {
            return p.span == p.every
                       ? fmt::format("Every r = {} positions become one entry", print_grouped(p.every))
                       : fmt::format("Every d = {} positions one entry is pooled over the last l = {}",
                                     print_grouped(p.every), print_grouped(p.span));
          },
          [](const Fixed& f) {
            return fmt::format("The N = {} positions of the encoder stay, whatever S is", print_grouped(f.count));
          },
      },
      retention);
}

std::string selection_clause(const Memory& memory) {
  std::string all = memory.visibility == Visibility::own_chunk
                        ? "a token reads those of its own chunk, itself included"
                        : "all of them are read";
  return std::visit(
      Cases{
          [&](const Everything&) { return all; },
          [](const TopK& top) { return fmt::format("the best k = {} are read", print_grouped(top.count)); },
          [](const Blocks& b) {
            const bool beside = b.newest == Blocks::Newest::beside;
            return fmt::format("the best k = {} blocks of n = {} are read, the newest {}", print_grouped(b.count),
                               print_grouped(b.size), beside ? "incomplete one beside them" : "among them");
          },
      },
      memory.selection);
}

std::string choice_words(const Memory& memory) {
  if (!memory.indexer) {
    return "";
  }
  switch (memory.indexer->source) {
    case Indexer::Source::own: return " Index keys, below, choose them.";
    case Indexer::Source::earlier_layer: return " An earlier layer has chosen them, which costs nothing here.";
    case Indexer::Source::other_branch: return " The scores of another branch choose them.";
  }
  return "";
}

// A latent has two forms; this is the one that a step works in.
std::string latent_words(const Memory& memory) {
  if (!memory.expanded) {
    return "";
  }
  return fmt::format(
      " A step works on the stored latent itself (absorbed): its scores are {} wide, its values {}. Prefill "
      "expands "
      "the latent to keys of {} and values of {} for each head.",
      print_grouped(memory.scoring.score_width), print_grouped(memory.scoring.value_width),
      print_grouped(memory.expanded->score_width), print_grouped(memory.expanded->value_width));
}

std::string tensor_clause(const StateTensor& tensor) {
  const std::string again =
      tensor.rewrite == StateTensor::Rewrite::whole ? "rewritten whole" : "one column rewritten";
  return fmt::format("{} [{}] in {}, {} at each step", tensor.name, fmt::join(tensor.shape, ", "),
                     tensor.format.name, again);
}

}  // namespace

std::string sentence_of(const Memory& memory) {
  const bool pooled = std::holds_alternative<Pooled>(memory.retention);
  return fmt::format("{}; {}.{} One {} holds {}.{}", retention_clause(memory.retention), selection_clause(memory),
                     choice_words(memory), pooled ? "entry" : "position", entry_words(memory.entry),
                     latent_words(memory));
}

std::string sentence_of(const Indexer& indexer) {
  const Pooled& p = indexer.pooling;
  const std::string each = p.every == 1        ? "Each position has"
                           : p.span == p.every ? fmt::format("Every r = {} positions have", print_grouped(p.every))
                                               : fmt::format("Every d = {} positions have, over the last l = {},",
                                                             print_grouped(p.every), print_grouped(p.span));
  return fmt::format("{} {}. {} index heads compare with every one of them to choose.", each,
                     entry_words({indexer.key}), print_grouped(indexer.heads));
}

std::string sentence_of(const Open& open) {
  std::string out = fmt::format(
      "One entry is made of r = {} positions. Until they are complete, each that waits holds {}; the token that "
      "completes them reads all r.",
      print_grouped(open.every), entry_words(open.pending));
  if (open.overlap_blocks > 0) {
    out += fmt::format(
        " Of the last m = {} complete {} each position still holds {}, which the next entry reads again.",
        print_grouped(open.overlap_blocks), open.overlap_blocks == 1 ? "stretch" : "stretches",
        entry_words(open.overlap));
  }
  return out;
}

std::string sentence_of(const State& state) {
  std::string tensors;
  for (const StateTensor& tensor : state.tensors) {
    tensors += (tensors.empty() ? "" : "; ") + tensor_clause(tensor);
  }
  return fmt::format("It is of one size, whatever S is: {}.", tensors);
}

std::string sentence_of(const Sharing& sharing, const std::string& layer_type) {
  switch (sharing.owner) {
    case Sharing::Owner::own: return "";
    case Sharing::Owner::layer_before:
      return fmt::format("Nothing is kept or written here: these layers read what the layer {} before them keeps.",
                         sharing.layers_before == 1 ? "just" : print_grouped(sharing.layers_before));
    case Sharing::Owner::same_kind:
      return fmt::format(
          "Nothing is kept or written here: these layers read what the last {} layer with a cache keeps.",
          layer_type);
  }
  return "";
}

}  // namespace kvtally
