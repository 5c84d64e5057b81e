#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <limits>

#include "reference/cache/block_manager.hpp"
#include "verify/vectors/runner.hpp"

// A page table's operations one after the other, and the whole state after each.

namespace kvtally {

namespace {

using reference::BlockHash;
using reference::BlockId;
using reference::BlockManager;
using reference::Group;
using reference::TokenId;

using Table = std::vector<BlockId>;
// A map of integers; a value may be null.
using Map = std::map<std::uint64_t, std::optional<std::uint64_t>>;

std::uint64_t decimal(const Item& item, std::string_view text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  if (const auto [at, error] = std::from_chars(text.data(), end, value); error != std::errc() || at != end) {
    item.refuse(fmt::format("'{}' is no number of 64 bits", text), "an integer from 0 to 2^64 − 1");
  }
  return value;
}

std::uint64_t count_of(const Item& item) {
  const std::int64_t value = item.integer();
  if (value < 0) {
    item.refuse(fmt::format("a count is {}", value), "0 or more");
  }
  return static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0));
}

std::uint64_t hash_of(const Item& item) { return decimal(item, item.text()); }

Map map_of(const Item& item, std::uint64_t (*value)(const Item&)) {
  Map out;
  const std::vector<std::string> keys = item.keys();
  const std::vector<Item> values = item.items();
  for (std::size_t i = 0; i < std::min(keys.size(), values.size()); ++i) {
    out[decimal(item, keys[i])] = values[i] ? std::optional(value(values[i])) : std::nullopt;
  }
  return out;
}

std::vector<TokenId> tokens_of(const Item& item) {
  std::vector<TokenId> out;
  for (const std::int64_t token : item.integers()) {
    if (token < std::numeric_limits<TokenId>::min() || token > std::numeric_limits<TokenId>::max()) {
      item.refuse(fmt::format("a token is {}", token), "a number of 32 bits");
    }
    out.push_back(static_cast<TokenId>(token));
  }
  return out;
}

std::string hex(BlockHash hash) {
  std::string out;
  for (std::size_t byte = 0; byte < sizeof(hash); ++byte) {
    out += fmt::format("{:02x}", hash >> (8 * byte) & 0xff);
  }
  return out;
}

std::uint32_t group_id_of(const Item& item) { return static_cast<std::uint32_t>(count_of(item)); }

void run_chain(const Item& chain, std::string_view name, Checks& checks) {
  const std::vector<TokenId> tokens = tokens_of(chain["tokens"]);
  const auto size = static_cast<std::size_t>(chain["block_size"].size());
  const std::uint32_t group = group_id_of(chain["group_id"]);
  const std::vector<Item> blocks = chain["chain"].items();
  checks.equal(fmt::format("{}/full blocks", name), static_cast<Wide>(blocks.size()),
               static_cast<Wide>(tokens.size() / size), "blocks");
  std::optional<BlockHash> hash;
  for (std::size_t i = 0; i < std::min(blocks.size(), tokens.size() / size); ++i) {
    const auto its = std::span(tokens).subspan(i * size, size);
    hash = reference::block_hash(hash, its, group);
    const std::string block = fmt::format("{}/block {}", name, i);
    checks.holds(block + " tokens", blocks[i]["block"].integer() == static_cast<std::int64_t>(i) &&
                                        std::ranges::equal(tokens_of(blocks[i]["tokens"]), its));
    checks.equal(block + " hash", static_cast<Wide>(hash_of(blocks[i]["hash_uint64_decimal"])),
                 static_cast<Wide>(*hash), "");
    checks.holds(block + " digest", blocks[i]["digest_hex"].text() == hex(*hash));
  }
}

// One manager's operations.
class Scenario {
 public:
  Scenario(VectorFile& file, Checks& checks, std::string name)
      : file_(&file),
        checks_(&checks),
        name_(std::move(name)),
        manager_(file["parameters"]["scenario_num_blocks"].size(),
                 file["parameters"]["scenario_block_size"].size()) {}

  void run(const Item& operation);
  void fork(const Item& operation, const Item& result);
  Table take(const Table& expected);
  void compare_free(const Item& count) {
    checks_->equal(name_ + "/free", static_cast<Wide>(count_of(count)), static_cast<Wide>(manager_.free_blocks()),
                   "blocks");
  }
  void at(std::string name) { name_ = std::move(name); }

 private:
  Table in_use(const Item& item) const;
  static Group group_of(const Item& operation) {
    return {group_id_of(operation["group_id"]), operation["shareable"].flag()};
  }
  void allocate(const Item& operation);
  void complete(const Item& operation, Table& table);
  void compare_state(const Item& after);
  void same(std::string_view what, bool so) { checks_->holds(fmt::format("{}/{}", name_, what), so); }

  VectorFile* file_;
  Checks* checks_;
  std::string name_;
  BlockManager manager_;
};

// The list, if each of its blocks has a reference for each time that it stands there.
Table Scenario::in_use(const Item& item) const {
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

Table Scenario::take(const Table& expected) {
  const Table taken = manager_.allocate(std::ssize(expected), std::nullopt, {}).value_or(Table{});
  same("blocks", taken == expected);
  return taken;
}

void Scenario::allocate(const Item& operation) {
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

void Scenario::complete(const Item& operation, Table& table) {
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

void Scenario::fork(const Item& operation, const Item& result) {
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

void Scenario::compare_state(const Item& after) {
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

void Scenario::run(const Item& operation) {
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

void run_not_shareable(VectorFile& file, Checks& checks) {
  const Item operation = file["outputs"]["fork_not_shareable"];
  if (!operation) {
    return;
  }
  operation["op"].pass();
  Scenario scenario(file, checks, "not shareable");
  scenario.take(operation["parent_blocks"].integers());
  scenario.fork(operation, operation["result"]);
  scenario.compare_free(operation["num_free"]);
  scenario.at("not shareable, without room");
  scenario.fork(operation, operation["fork_without_room"]);
}

}  // namespace

void run_paged(VectorFile& file, Checks& checks) {
  const Item digest = file["parameters"]["digest_size_bytes"];
  if (digest.integer() != sizeof(BlockHash)) {
    digest.refuse("the digest has another size", fmt::format("{}", sizeof(BlockHash)));
  }
  const std::vector<Item> chains = file["outputs"]["hash_chains"].items();
  for (std::size_t i = 0; i < chains.size(); ++i) {
    run_chain(chains[i], fmt::format("chain {}", i), checks);
  }
  Scenario scenario(file, checks, "");
  const std::vector<Item> operations = file["outputs"]["scenario"].items();
  for (std::size_t i = 0; i < operations.size() && !file.failed(); ++i) {
    scenario.at(fmt::format("operation {}", i));
    scenario.run(operations[i]);
  }
  run_not_shareable(file, checks);
}

}  // namespace kvtally
