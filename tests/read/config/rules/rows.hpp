#pragma once

#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <vector>

#include "account/terms.hpp"
#include "read/config/config.hpp"
#include "read/config/families.hpp"
#include "read/text/json.hpp"
#include "support/print.hpp"

/// Rules on small made-up config.json files whose bytes can be checked by hand. Of 4 query heads, 2 key-value
/// heads of 8 elements: 64 bytes for each token and layer; of a latent of 16 with 4 rotary elements: 40.
namespace kvtally::test {

inline constexpr Tokens kSeen{5000};

struct Small {
  std::string type;
  std::string keys;  // beside the type and those that its shape says
  std::int64_t entries = 0;
  std::int64_t indexer = 0;
  std::int64_t state = 0;
};

inline const std::string kHeads =
    R"("hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 8, )";
inline const std::string kLatent =
    R"("hidden_size": 64, "num_attention_heads": 4, "kv_lora_rank": 16, "qk_rope_head_dim": 4,
       "qk_nope_head_dim": 8, "v_head_dim": 8, )";
inline const std::string kIndex = R"("index_n_heads": 2, "index_head_dim": 8, "index_topk": 64, )";

inline std::string config(const std::string& type, const std::string& keys) {
  return "{\"model_type\": \"" + type + "\", " + keys + "}";
}

inline Expected<Description> read_text(const std::string& text) {
  const auto tree = parse_json("m.json", text);
  return tree ? read_config(*tree, "m") : std::unexpected(tree.error());
}

/// What the file is refused for, one problem a line; empty when it is read.
inline std::string refusals(const std::string& type, const std::string& keys) {
  const auto description = read_text(config(type, keys));
  std::string out;
  for (const Problem& problem : description ? Problems{} : description.error()) {
    out += problem.what + "; expected " + problem.expected + "\n";
  }
  return out;
}

/// The lines of `assumptions` that a file gives.
inline std::vector<std::string> assumptions_of(const std::string& type, const std::string& keys) {
  const auto description = read_text(config(type, keys));
  REQUIRE_MESSAGE(description.has_value(), render(description.error()));
  return description->model.assumptions;
}

inline bool assumes(const std::string& type, const std::string& keys, const std::string& line) {
  const auto lines = assumptions_of(type, keys);
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

/// Each file gives its bytes at 5000 tokens.
inline void check_rows(const std::vector<Small>& rows) {
  for (const Small& row : rows) {
    CAPTURE(config(row.type, row.keys));
    const auto description = read_text(config(row.type, row.keys));
    if (!description) {
      FAIL_CHECK(render(description.error()));
      continue;
    }
    const Tally kept = tally(terms_of(description->model), kSeen);
    CHECK(kept[Part::entries] == Bytes{row.entries});
    CHECK(kept[Part::indexer] == Bytes{row.indexer});
    CHECK(kept[Part::state] == Bytes{row.state});
  }
}

}  // namespace kvtally::test
