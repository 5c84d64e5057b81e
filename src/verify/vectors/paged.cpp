#include "verify/vectors/paged_scenario.hpp"
#include "verify/vectors/runner.hpp"

// Chains of block hashes, and a page table's operations one after the other with the whole state after each.

namespace kvtally {

namespace {

using pages::hash_of;
using pages::tokens_of;
using reference::BlockHash;
using reference::TokenId;

std::string hex(BlockHash hash) {
  std::string out;
  for (std::size_t byte = 0; byte < sizeof(hash); ++byte) {
    out += fmt::format("{:02x}", hash >> (8 * byte) & 0xff);
  }
  return out;
}

void run_chain(const Item& chain, std::string_view name, Checks& checks) {
  const std::vector<TokenId> tokens = tokens_of(chain["tokens"]);
  const auto size = static_cast<std::size_t>(chain["block_size"].size());
  const std::uint32_t group = pages::group_id_of(chain["group_id"]);
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

void run_not_shareable(VectorFile& file, Checks& checks) {
  const Item operation = file["outputs"]["fork_not_shareable"];
  if (!operation) {
    return;
  }
  operation["op"].pass();
  PagedScenario scenario(file, checks, "not shareable");
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
  PagedScenario scenario(file, checks, "");
  const std::vector<Item> operations = file["outputs"]["scenario"].items();
  for (std::size_t i = 0; i < operations.size() && !file.failed(); ++i) {
    scenario.at(fmt::format("operation {}", i));
    scenario.run(operations[i]);
  }
  run_not_shareable(file, checks);
}

}  // namespace kvtally
