#include <algorithm>
#include <doctest/doctest.h>
#include <map>

#include "verify/proofs/parts.hpp"

namespace kvtally::latent_test {

TEST_CASE("latent attention is proved, with the lecture's multiply-adds") {
  std::map<std::string, Check> checks;
  for (const Proof& proof : latent_proofs()) {
    CHECK(proof.kind == "mla");
    for (const Check& check : run(proof, {})) {
      INFO(check.name);
      CHECK(check.passed);
      CHECK(checks.emplace(check.name, check).second);
    }
  }
  // dh = 128, dc = 512, S = 100: 100 · (65536 + 128) = 6566400 and 65536 + 51200 = 116736.
  CHECK(checks.at("mla.scoring/naive, S=100").expected == Wide{6566400});
  CHECK(checks.at("mla.scoring/absorbed, S=100").expected == Wide{116736});
  // A single key is cheaper to expand: 65664 against 66048.
  CHECK(checks.at("mla.scoring/naive, S=1").counted < checks.at("mla.scoring/absorbed, S=1").counted);
  CHECK(checks.at("mla.decode/absorbed (eager), with rotary rows").bound == 0.0);
}

}  // namespace kvtally::latent_test
