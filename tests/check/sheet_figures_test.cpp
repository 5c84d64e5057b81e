#include "check/asking.hpp"

namespace kvtally::sheet_figures_test {

namespace {

using test::ask;

// DeepSeek-V4-Pro at 1M tokens, as `kvtally show` has it.
std::string v4(const std::string& figure) {
  return ask("figure: show." + figure + ", model: deepseek-v4-pro, context: 1M");
}

TEST_CASE("what `kvtally show` prints, by name") {
  CHECK(v4("kv_bytes") == "8321105920 bytes");
  CHECK(v4("indexer_bytes") == "2013265920 bytes");
  CHECK(v4("open_bytes") == "307200 bytes");
  CHECK(v4("total_bytes") == "10334679040 bytes");
  CHECK(v4("marginal_bytes_per_token") == "9848 bytes");
  CHECK(v4("read_bytes_per_step") == "2321813504 bytes");
  CHECK(v4("written_bytes_per_step") == "349696 bytes");
  CHECK(v4("macs_per_step") == "102760448000 multiply-adds");
  CHECK(ask("figure: show.state_bytes, model: rwkv-7, context: 1") != "0 bytes");
  CHECK(ask("figure: show.cross_bytes, model: whisper-large-v3, context: 1") != "0 bytes");
}

TEST_CASE("a batch") {
  CHECK(ask("figure: show.kv_bytes, model: llama-2-7b, context: 4K, batch: 3") == "6442450944 bytes");
  CHECK(ask("figure: show.kv_bytes, model: llama-2-7b, context: 4K, batch: 0").starts_with("batch is '0'"));
}

}  // namespace

}  // namespace kvtally::sheet_figures_test
