#include <doctest/doctest.h>

#include "check/asking.hpp"

namespace kvtally::executor_figures_test {

namespace {

using test::ask;

TEST_CASE("blocks that a fork takes, counted in the block manager") {
  const std::string fork = "figure: executor.fork_new_blocks, ";
  // each child has four of its own where none is shared, and a copy of the last one where the others are
  CHECK(ask(fork + "blocks: 4, children: 2, shared: false") == "8 blocks");
  CHECK(ask(fork + "blocks: 4, children: 2, shared: true") == "2 blocks");
  CHECK(ask(fork + "blocks: 1, children: 3, shared: true") == "3 blocks");
  CHECK(ask(fork + "blocks: 7, children: 1, shared: false") == "7 blocks");
}

TEST_CASE("what is no fork") {
  CHECK(ask("figure: executor.fork_new_blocks, blocks: 4, shared: true") ==
        "a fork is of blocks, children and shared");
  CHECK(ask("figure: executor.fork_new_blocks, blocks: 0, children: 2, shared: true") !=
        ask("figure: executor.fork_new_blocks, blocks: 1, children: 2, shared: true"));
  CHECK(ask("figure: executor.fork_new_blocks, blocks: 4, children: 2, shared: true, size: 3").find("size") !=
        std::string::npos);
}

}  // namespace

}  // namespace kvtally::executor_figures_test
