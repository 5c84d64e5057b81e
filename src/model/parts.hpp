#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/quantity.hpp"
#include "model/format.hpp"

/// The parts that a layer's memory is composed of. Each answers one question, and any may be combined with any;
/// the named kinds of attention (MHA, MLA, CSA, KDA …) are presets of these parts (model/presets.hpp).
namespace kvtally {

// ---- entry: what does one kept position hold?

enum class Role : std::uint8_t { key, value, key_and_value, latent, rope, index_key, gate };

std::string_view name_of(Role role);

/// `heads` vectors of `dim` elements.
struct Row {
  Role role = Role::key;
  std::int64_t heads = 1;
  std::int64_t dim = 0;
  Format format = bf16();
  friend bool operator==(const Row&, const Row&) = default;
};

using Entry = std::vector<Row>;

/// Bytes of one entry. The rows must be storable (see unstorable_row).
Bytes entry_bytes(const Entry& entry);

/// Bytes of an entry in a format of whole entries (vLLM's fp8_ds_mla: 656 for a latent of 512 with 64 rotary rows,
/// 584 for DeepSeek-V4's 512); nothing for other widths.
std::optional<Bytes> fixed_entry_bytes(const Entry& entry);

/// The first row that its format cannot hold, as a sentence; nothing when all can be stored.
std::optional<std::string> unstorable_row(const Entry& entry);

// ---- retention: which positions stay stored?

struct All {
  friend bool operator==(const All&, const All&) = default;
};
/// The first `first` positions (attention sinks that are kept; usually 0) and the last `size` ones.
struct Window {
  std::int64_t size = 1;
  std::int64_t first = 0;
  friend bool operator==(const Window&, const Window&) = default;
};
/// At most the positions of one chunk.
struct Chunk {
  std::int64_t size = 1;
  friend bool operator==(const Chunk&, const Chunk&) = default;
};
/// One entry for each `every` positions, each pooled over `span` of them: max(0, ⌊(S−span)/every⌋+1).
struct Pooled {
  std::int64_t span = 1;
  std::int64_t every = 1;
  friend bool operator==(const Pooled&, const Pooled&) = default;
};
/// As many as the encoder gave, whatever the decoder's length.
struct Fixed {
  std::int64_t count = 0;
  bool unlimited = false;  // the encoder has no longest output: `count` is 0 until a request gives one
  friend bool operator==(const Fixed&, const Fixed&) = default;
};
using Retention = std::variant<All, Window, Chunk, Pooled, Fixed>;

// ---- visibility: which stored ones may the new token see?

enum class Visibility : std::uint8_t { stored, own_chunk };

// ---- selection: which of the visible ones are read?

struct Everything {
  friend bool operator==(const Everything&, const Everything&) = default;
};
struct TopK {
  std::int64_t count = 1;
  friend bool operator==(const TopK&, const TopK&) = default;
};
/// Whole blocks of `size` entries. `among`: the newest block, complete or not, is one of the `count` (MSA, NSA).
/// `beside`: `count` complete blocks, and the incomplete newest one beside them (QSA, pooled DSA).
struct Blocks {
  enum class Newest : std::uint8_t { among, beside };
  std::int64_t count = 1;
  std::int64_t size = 1;
  Newest newest = Newest::among;
  friend bool operator==(const Blocks&, const Blocks&) = default;
};
using Selection = std::variant<Everything, TopK, Blocks>;

// ---- open: what waits until an entry is complete?

/// The S mod `every` positions since the last complete entry, each with `pending` rows; and of each of the last
/// `overlap_blocks` complete stretches of `every` positions the `overlap` rows, which the next entry reads again.
struct Open {
  Entry pending;
  std::int64_t every = 1;
  Entry overlap;
  std::int64_t overlap_blocks = 0;
  friend bool operator==(const Open&, const Open&) = default;
};

// ---- indexer: what is kept and scanned to choose?

struct Indexer {
  /// own: keys of its own, one for each `pooling`. earlier_layer: the choice of a layer before (keeps, reads and
  /// computes nothing). other_branch: the scores of another memory of the same layer.
  enum class Source : std::uint8_t { own, earlier_layer, other_branch };
  Source source = Source::own;
  std::int64_t heads = 0;  // query heads of the scores; the key has one
  Row key{Role::index_key, 1, 0, bf16()};
  Pooled pooling;
  std::optional<Open> open;
  friend bool operator==(const Indexer&, const Indexer&) = default;
};

// ---- one growing (or fixed) store of entries, and the arithmetic on it

/// Multiply-adds for each entry that is read: query_heads × (score_width + value_width).
struct Scoring {
  std::int64_t query_heads = 0;
  std::int64_t score_width = 0;
  std::int64_t value_width = 0;
  friend bool operator==(const Scoring&, const Scoring&) = default;
};

struct Memory {
  std::string name;  // what it is beside its siblings: "window", "pooled"; "cache" when it is alone
  Entry entry;
  Retention retention;
  Visibility visibility = Visibility::stored;
  Selection selection;
  std::optional<Indexer> indexer;
  std::optional<Open> open;
  Scoring scoring;
  std::optional<Scoring> expanded;  // a latent's second form, used in prefill: nope + rope, value dim
  friend bool operator==(const Memory&, const Memory&) = default;
};

// ---- state: what is kept whatever S is?

enum class StateRole : std::uint8_t { recurrent, convolution, shift };

struct StateTensor {
  /// whole: rewritten at each step. column: one of the shape's last dimension at each step.
  enum class Rewrite : std::uint8_t { whole, column };
  std::string name;
  StateRole role = StateRole::recurrent;
  std::vector<std::int64_t> shape;
  Format format = f32();
  Rewrite rewrite = Rewrite::whole;
  friend bool operator==(const StateTensor&, const StateTensor&) = default;
};

/// Multiply-adds of one step on the state, by part.
struct StateWork {
  std::string name;
  MultiplyAdds step;
  friend bool operator==(const StateWork&, const StateWork&) = default;
};

struct State {
  std::vector<StateTensor> tensors;
  std::vector<StateWork> work;
  std::string kind{};  // how it changes: "gdn", "mamba2" … NOLINT(readability-redundant-member-init)
  friend bool operator==(const State&, const State&) = default;
};

/// Elements of a tensor.
Wide element_count(const StateTensor& tensor);
/// Bytes of a tensor; its format holds single elements.
Bytes tensor_bytes(const StateTensor& tensor);
/// Bytes of it that one step writes.
Bytes rewritten_bytes(const StateTensor& tensor);

// ---- sharing: whose memory is it?

struct Sharing {
  /// own; that of the layer `layers_before` before (CLA); that of the last layer of the same kind that owns one.
  enum class Owner : std::uint8_t { own, layer_before, same_kind };
  Owner owner = Owner::own;
  std::int64_t layers_before = 1;
  friend bool operator==(const Sharing&, const Sharing&) = default;
};

}  // namespace kvtally
