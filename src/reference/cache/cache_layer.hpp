#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>

#include "reference/cache/rows.hpp"

namespace kvtally::reference {

/// Of what the next update hands out: how many slots, and the token in the first.
struct MaskSizes {
  std::int64_t length = 0;
  std::int64_t offset = 0;
  friend bool operator==(const MaskSizes&, const MaskSizes&) = default;
};

/// Bytes of a container's buffers.
struct Footprint {
  Bytes stored;   // while the last update's step ran: what attention could see was there, the new tokens too
  Bytes carried;  // now: what is kept for the next step
  Bytes open{};   // of these: rows that wait for an entry to be complete, or that the next entry reads again
  Footprint& operator+=(Footprint other) {
    stored += other.stored;
    carried += other.carried;
    open += other.open;
    return *this;
  }
  friend bool operator==(const Footprint&, const Footprint&) = default;
};

/// The memory of one layer behind one call. Attention hands over new keys and values and gets back all that it may
/// look at; it never knows which container it has. Tensors are [batch, heads, tokens, dim].
class CacheLayer {
 public:
  virtual ~CacheLayer() = default;

  /// Adds the tokens, at the positions from length() on, and hands out what there is to see now.
  virtual KeyValues update(const Tensor& keys, const Tensor& values) = 0;
  /// What the last update handed out, to be read once more: for layers that have no memory of their own.
  virtual KeyValues current() const = 0;

  /// Tokens seen.
  virtual std::int64_t length() const = 0;
  /// The most tokens that it can hold; nothing where it grows with the context.
  virtual std::optional<std::int64_t> maximum() const = 0;
  /// What the next update with so many tokens will hand out.
  virtual MaskSizes mask_sizes(std::int64_t tokens) const = 0;
  virtual Footprint footprint() const = 0;

  /// Forgets all tokens. Buffers that were allocated stay, zeroed.
  virtual void reset() = 0;
  /// Keeps the given requests of the batch, in that order: a beam search's choice, a repetition, a selection.
  virtual void pick(std::span<const std::int64_t> requests) = 0;
  /// Whether it can forget the tokens from `length` on; the error says why not. Here: no more than were seen. A
  /// container that lets go of tokens says more.
  virtual std::expected<void, std::string> can_crop(std::int64_t length) const;
  /// Forgets the tokens from `length` on. The error is that of can_crop(), and then nothing has changed.
  virtual std::expected<void, std::string> crop(std::int64_t length) = 0;

  /// Whether a cache that offloads moves it to the host and back. Windows and states stay: they are small.
  virtual bool offloads() const { return true; }
  /// The container whose memory it hands out: itself, or the owner's where it has none.
  virtual const CacheLayer& memory() const { return *this; }
};

/// The tokens from `first` on, `count` of them.
std::vector<std::int64_t> positions_from(std::int64_t first, std::int64_t count);

}  // namespace kvtally::reference
