#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "reference/counter.hpp"
#include "reference/tensor/tensor.hpp"

namespace kvtally::reference {

/// Which rows of a store a step has needed, so that each counts once, and how often rows were loaded.
class Ledger {
 public:
  /// `row_bytes` has the bytes of one row [batch, head, slot] of each slot.
  Ledger(Counter& counter, Kept kept, std::int64_t batch, std::int64_t heads, std::vector<std::int64_t> row_bytes);
  /// Of a store without a batch, [head, slot], in which the slots of each request lie at `places[batch]`: a row
  /// that two requests share is one row.
  Ledger(Counter& counter, Kept kept, std::int64_t heads, std::vector<std::int64_t> row_bytes,
         std::vector<std::vector<std::int64_t>> places);

  void loaded(std::int64_t batch, std::int64_t head, std::int64_t slot);
  void needed(std::int64_t batch, std::int64_t head, std::int64_t slot);

 private:
  std::int64_t bytes_of(std::size_t row) const { return row_bytes_[row % row_bytes_.size()]; }
  std::size_t row_of(std::int64_t batch, std::int64_t head, std::int64_t slot) const;

  Counter* counter_;
  Kept kept_;
  std::int64_t heads_;
  std::vector<std::int64_t> row_bytes_;
  std::vector<std::vector<std::int64_t>> places_;  // empty: the slots lie as they are counted
  std::vector<bool> needed_;
};

/// What a container hands out: rows [batch, heads, slots, dim], and which token each slot holds. Reading is
/// counted in the stores that the rows came from. Copies share the count.
class Rows {
 public:
  Rows() = default;
  /// Rows that no store holds (an intermediate): reading them counts nothing.
  Rows(Tensor numbers, std::vector<std::int64_t> positions);
  Rows(Tensor numbers, std::vector<std::int64_t> positions, std::shared_ptr<Ledger> ledger);

  std::int64_t batch() const { return numbers_.size(0); }
  std::int64_t heads() const { return numbers_.size(1); }
  std::int64_t slots() const { return numbers_.size(2); }
  std::int64_t dim() const { return numbers_.size(3); }
  /// The token that a slot holds, counted from 0; −1 when the slot is empty.
  std::int64_t position(std::int64_t slot) const { return positions_[static_cast<std::size_t>(slot)]; }
  const std::vector<std::int64_t>& positions() const { return positions_; }

  /// The row, loaded once more.
  std::span<const Real> load(std::int64_t batch, std::int64_t head, std::int64_t slot) const;
  /// Says that the step cannot do without the row.
  void need(std::int64_t batch, std::int64_t head, std::int64_t slot) const;
  /// The numbers without loading them, for what is no part of a kernel: comparing, copying into another container.
  const Tensor& numbers() const { return numbers_; }

  /// The physical page of each slot [batch, slot], when the rows lie in pages; empty when they do not. When all
  /// requests have the same page table it may stand there once.
  const std::vector<std::int64_t>& pages() const { return pages_; }
  std::int64_t page(std::int64_t batch, std::int64_t slot) const;
  Rows in_pages(std::vector<std::int64_t> pages) const;

  /// Rows side by side, [this | other]: a latent and its rotary row as one key. Both have the same slots.
  Rows beside(const Rows& other) const;
  /// Rows one behind the other, [this | other] along the slots: a window's and pooled entries, for one kernel.
  /// Each slot is still read from the store that it came from.
  Rows followed_by(const Rows& other) const;
  /// The first `dim` columns: the latent of [latent | rotary row] as a value. They are the same stored bytes,
  /// which count once; of rows that were put side by side, `dim` is the width of the first.
  Rows leading(std::int64_t dim) const;
  /// Whether these are stored bytes of `other`, so that who has loaded a row of `other` has loaded this one.
  bool part_of(const Rows& other) const;
  /// The same rows under other head numbers: head i is what head heads[i] is here; one may be named twice.
  Rows heads_as(const std::vector<std::int64_t>& heads) const;

 private:
  Tensor numbers_;
  std::vector<std::int64_t> positions_;
  std::vector<std::int64_t> pages_;
  // A store that the rows came from, which of its heads each head is (empty: the same), and which slots are its.
  struct Source {
    std::shared_ptr<Ledger> ledger;
    std::vector<std::int64_t> heads{};  // NOLINT(readability-redundant-member-init)
    std::int64_t begin = 0;
    std::int64_t end = std::numeric_limits<std::int64_t>::max();
    bool has(std::int64_t slot) const { return slot >= begin && slot < end; }
    std::int64_t head(std::int64_t here) const {
      return heads.empty() ? here : heads[static_cast<std::size_t>(here)];
    }
    friend bool operator==(const Source&, const Source&) = default;
  };
  std::vector<Source> sources_;
};

/// Keys and values, or whatever two kinds of rows a layer keeps (a latent and its rotary row).
struct KeyValues {
  Rows keys;
  Rows values;
};

}  // namespace kvtally::reference
