#include "verify/step/row_kinds.hpp"

#include <doctest/doctest.h>

#include "model/presets.hpp"

namespace kvtally::row_kinds_test {

TEST_CASE("a memory's two kinds of rows") {
  const RowKinds pair = rows_of(key_value_memory({4, 2, 8, 6}));
  CHECK(pair.first == Row{Role::key, 2, 8, bf16()});
  CHECK(pair.second == Row{Role::value, 2, 6, bf16()});
  CHECK_FALSE(pair.latent);
  const RowKinds latent = rows_of(latent_memory({4, 16, 2, 3, 5}));
  CHECK(latent.first.dim == 16);
  CHECK(latent.second.dim == 2);
  CHECK(latent.latent);
  CHECK(rows_of(latent_memory({4, 16, 0, 3, 5})).second.dim == 0);  // no rotary rows
  CHECK(filler_rows(pair.first, 3).shape() == reference::Shape{1, 2, 3, 8});
}

TEST_CASE("what no container holds") {
  CHECK(unholdable(key_value_memory({4, 2, 8, 6})) == "");
  CHECK(unholdable(shared_row_memory({4, 8})) == "its rows are no keys and values");
  Memory made_up = key_value_memory({4, 2, 8, 6});
  made_up.entry[1].format = Format{"made_up", 1, 1};
  CHECK(unholdable(made_up) == "no codec stores made_up");
  CHECK(uncoded(made_up.entry) == "no codec stores made_up");
  CHECK(row_of(made_up, Role::gate) == nullptr);
}

}  // namespace kvtally::row_kinds_test
