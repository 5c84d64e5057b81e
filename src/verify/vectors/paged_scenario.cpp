#include "verify/vectors/paged_scenario.hpp"

#include <algorithm>

namespace kvtally {

using pages::count_of;
using pages::hash_of;
using pages::Map;
using pages::map_of;
using pages::tokens_of;
using reference::BlockId;
using reference::BlockManager;
using reference::Group;
using reference::TokenId;

// The list, if each of its blocks has a reference for each time that it stands there.
PagedScenario::Table PagedScenario::in_use(const Item& item) const {
  Table table = item.integers();
  for (const BlockId id : table) {
    const auto known = manager_.known().find(id);
    if (known == manager_.known().end() || known->second.references < std::ranges::count(table, id)) {
      item.refuse(fmt::format("block {} isn't in use so often", id), "blocks in use");
      return {};
    }
  }
  return table;
}

PagedScenario::Table PagedScenario::take(const Table& expected) {
  const Table taken = manager_.allocate(std::ssize(expected), std::nullopt, {}).value_or(Table{});
  same("blocks", taken == expected);
  return taken;
}

void PagedScenario::allocate(const Item& operation) {
  const auto count = static_cast<std::int64_t>(count_of(operation["n_blocks"]));
  const Item last = operation["last_block_id"];
  const auto parent = last ? std::optional(last.integer()) : std::nullopt;
  const Item result = operation["result"];
  const auto expected = result ? std::optional(result.integers()) : std::nullopt;
  const Group group = group_of(operation);
  if (!file_->failed()) {
    same("result", manager_.allocate(count, parent, group) == expected);
  }
}

void PagedScenario::complete(const Item& operation, Table& table) {
  const auto count = static_cast<std::int64_t>(count_of(operation["num_complete_blocks"]));
  const std::vector<TokenId> tokens = tokens_of(operation["prompt_ids"]);
  if (file_->failed()) {
    return;
  }
  const std::int64_t before = manager_.complete_blocks(table);
  const std::int64_t full = before + std::min(count, std::ssize(table) - before);
  if (full > std::ssize(tokens) / manager_.block_size()) {
    operation.refuse("the tokens do not fill the blocks", fmt::format("the tokens of {} blocks", full));
    return;
  }
  manager_.complete(count, table, tokens);
}

void PagedScenario::fork(const Item& operation, const Item& result) {
  const Table parent = in_use(operation["parent_blocks"]);
  const std::int64_t children = operation["num_forks"].size();
  const Group group = group_of(operation);
  if (file_->failed()) {
    return;
  }
  const std::int64_t shared = group.shareable ? manager_.complete_blocks(parent) : 0;
  const auto fork = manager_.fork(parent, shared, children, group);
  if (!result) {
    same("no room", !fork);
    return;
  }
  std::vector<Table> tables;
  for (const Item& table : result["forked"].items()) {
    tables.push_back(table.integers());
  }
  std::vector<BlockManager::Copy> copies;
  const Table sources = result["copy_source"].integers();
  const Table destinations = result["copy_destination"].integers();
  for (std::size_t i = 0; i < std::min(sources.size(), destinations.size()); ++i) {
    copies.push_back({sources[i], destinations[i]});
  }
  same("tables", fork && fork->tables == tables);
  same("copies", fork && sources.size() == destinations.size() && fork->copies == copies);
}

void PagedScenario::compare_state(const Item& after) {
  Map references;
  Map parents;
  Map hashes;
  Map by_hash;
  for (const auto& [id, block] : manager_.known()) {
    if (block.group.shareable) {  // of others the source keeps no record
      const auto key = static_cast<std::uint64_t>(id);
      references[key] = static_cast<std::uint64_t>(block.references);
      parents[key] = block.parent ? std::optional(static_cast<std::uint64_t>(*block.parent)) : std::nullopt;
      if (block.hash) {
        hashes[key] = block.hash;
      }
    }
  }
  for (const auto& [hash, id] : manager_.by_hash()) {
    by_hash[hash] = static_cast<std::uint64_t>(id);
  }
  same("uninitialised", std::ranges::equal(after["uninitialised"].integers(), manager_.blank()));
  same("initialised", after["initialised"].integers() == manager_.remembered());
  same("references", map_of(after["ref_counts"], count_of) == references);
  same("parents", map_of(after["parents"], count_of) == parents);
  same("hashes", map_of(after["hashed"], hash_of) == hashes);
  same("hash table", map_of(after["hash_table"], count_of) == by_hash);
  compare_free(after["num_free"]);
}

void PagedScenario::run(const Item& operation) {
  const std::string op = operation["op"].text();
  if (op == "get_free_blocks") {
    allocate(operation);
  } else if (op == "mark_complete") {
    Table table = in_use(operation["blocks"]);
    complete(operation, table);
  } else if (op == "second_request_same_prefix_then_mark_complete") {
    Table table = take(operation["blocks_before"].integers());
    complete(operation, table);
    same("blocks after", operation["blocks_after"].integers() == table);
  } else if (op == "fork_blocks") {
    fork(operation, operation["result"]);
  } else if (op == "free_blocks") {
    operation["shareable"].pass();  // the manager knows its blocks' group
    const Table table = in_use(operation["blocks"]);
    manager_.release(table);
  } else {
    operation["op"].refuse(fmt::format("no operation is called '{}'", op));
  }
  compare_state(operation["after"]);
}

}  // namespace kvtally
