#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/quantity.hpp"

namespace kvtally::reference {

/// What a stored byte belongs to.
enum class Kept : std::uint8_t { entries, indexer, state, open };
inline constexpr std::size_t kKept = 4;
std::string_view name_of(Kept kept);

/// What a multiply-add is for. `expansion` turns a latent into keys and values, or a query into the latent's
/// space.
enum class Work : std::uint8_t { projection, expansion, scores, values, indexer, state };
inline constexpr std::size_t kWorks = 6;
std::string_view name_of(Work work);

/// What was counted while the executor ran.
struct Counts {
  std::array<Bytes, kKept> written{};
  std::array<Bytes, kKept> read{};  // each stored byte that the step needs, once
  Bytes loaded;                     // as often as a kernel loaded it
  Bytes copied;                     // moved from one place to another, to grow or to keep order
  Bytes moved;                      // between a device and its host, in one direction or the other
  std::array<MultiplyAdds, kWorks> useful{};
  std::array<MultiplyAdds, kWorks> performed{};  // masked ones too
  std::int64_t largest_intermediate = 0;         // numbers of the largest tensor that was made on the way
  std::int64_t pages_touched = 0;                // by kernels that read through a page table
  std::int64_t blocks_skipped = 0;               // by kernels that skip a block of scores whole

  Bytes read_of(Kept kept) const { return read.at(static_cast<std::size_t>(kept)); }
  Bytes written_of(Kept kept) const { return written.at(static_cast<std::size_t>(kept)); }
  MultiplyAdds useful_of(Work work) const { return useful.at(static_cast<std::size_t>(work)); }
  MultiplyAdds performed_of(Work work) const { return performed.at(static_cast<std::size_t>(work)); }
};

/// The tally that stores, containers and kernels write to. Nothing is worked out here: each number is the sum of
/// what the code reported when it did the thing.
class Counter {
 public:
  void wrote(Kept kept, std::int64_t bytes) { counts_.written.at(index(kept)) += of(bytes); }
  void needed(Kept kept, std::int64_t bytes) { counts_.read.at(index(kept)) += of(bytes); }
  void loaded(std::int64_t bytes) { counts_.loaded += of(bytes); }
  void copied(std::int64_t bytes) { counts_.copied += of(bytes); }
  void moved(std::int64_t bytes) { counts_.moved += of(bytes); }
  void multiplied(Work work, std::int64_t times, bool useful = true);
  void made(std::int64_t numbers);
  void touched_pages(std::int64_t pages) { counts_.pages_touched += pages; }
  void skipped_blocks(std::int64_t blocks) { counts_.blocks_skipped += blocks; }

  /// What another counter counted; the largest intermediate is the larger.
  void add(const Counts& other);

  const Counts& counts() const { return counts_; }
  /// The counts since the last call.
  Counts take();

 private:
  template <class Enum>
  static std::size_t index(Enum value) {
    return static_cast<std::size_t>(value);
  }
  static Bytes of(std::int64_t bytes) { return {bytes}; }

  Counts counts_;
};

}  // namespace kvtally::reference
