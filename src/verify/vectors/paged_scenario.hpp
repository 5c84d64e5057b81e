#pragma once

#include "reference/cache/block_manager.hpp"
#include "verify/check.hpp"
#include "verify/vector_file.hpp"
#include "verify/vectors/paged_items.hpp"

namespace kvtally {

/// One block manager's recorded operations: each is done, and what it gives and leaves is compared.
class PagedScenario {
 public:
  using Table = std::vector<reference::BlockId>;

  PagedScenario(VectorFile& file, Checks& checks, std::string name)
      : file_(&file),
        checks_(&checks),
        name_(std::move(name)),
        manager_(file["parameters"]["scenario_num_blocks"].size(),
                 file["parameters"]["scenario_block_size"].size()) {}

  /// An operation of the file's scenario, and the state after it.
  void run(const Item& operation);
  /// A fork whose `result` is null where there is no room.
  void fork(const Item& operation, const Item& result);
  /// The blocks that the first request of a shareable group gets; `expected` are compared.
  Table take(const Table& expected);
  void compare_free(const Item& count) {
    checks_->equal(name_ + "/free", static_cast<Wide>(pages::count_of(count)),
                   static_cast<Wide>(manager_.free_blocks()), "blocks");
  }
  /// What the comparisons from now on are called.
  void at(std::string name) { name_ = std::move(name); }

 private:
  Table in_use(const Item& item) const;
  static reference::Group group_of(const Item& operation) {
    return {pages::group_id_of(operation["group_id"]), operation["shareable"].flag()};
  }
  void allocate(const Item& operation);
  void complete(const Item& operation, Table& table);
  void compare_state(const Item& after);
  void same(std::string_view what, bool so) { checks_->holds(fmt::format("{}/{}", name_, what), so); }

  VectorFile* file_;
  Checks* checks_;
  std::string name_;
  reference::BlockManager manager_;
};

}  // namespace kvtally
