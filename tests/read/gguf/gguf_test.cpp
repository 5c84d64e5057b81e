#include "read/gguf/gguf.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <sys/resource.h>

#include "read/gguf/reading.hpp"
#include "read/model_file.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

namespace kvtally::gguf_test {

namespace {

using test::gguf_model;
using test::gguf_problems;
using test::GgufWriter;
using test::small_gguf;

TEST_CASE("a model's name, context and facts are the file's") {
  GgufWriter file = small_gguf();
  file.global("general.name", "Small One");
  file.raw("tokenizer.ggml.tokens", 9, test::u32(8) + test::u64(2) + test::text("a") + test::text("bc"));
  const Model model = gguf_model(file);
  CHECK(model.id == "m");
  CHECK(model.name == "Small One");
  CHECK(model.max_position_embeddings == 4096);
  CHECK(model.vocab_size == 2);
  CHECK(model.naive.hidden_size == 256);
  CHECK(gguf_model(small_gguf().global("general.name", "a\x1b[31m")).name == "m");
  CHECK(gguf_model(small_gguf().set("vocab_size", 32000)).vocab_size == 32000);
}

TEST_CASE("values say the line of their key, counted in the order of the file") {
  const std::string bytes = small_gguf().file();
  const auto description = read_gguf("m.gguf", test::bytes_of(bytes), "m");
  REQUIRE(description.has_value());
  const auto origin = std::ranges::find(description->origins, "max_position_embeddings", &Origin::key);
  REQUIRE(origin != description->origins.end());
  CHECK(origin->place == Place{3, 1});
}

TEST_CASE("an architecture that is missing or unknown, and files that are no models") {
  GgufWriter unknown = small_gguf("lama");
  CHECK(gguf_problems(unknown) ==
        "m.gguf: no rule for the architecture 'lama'; expected a known one (the nearest are llama, jamba, lfm2), "
        "or a "
        "description in our own YAML\n");
  CHECK(gguf_problems("GGUF" + test::u32(3) + test::u64(0) + test::u64(1) + test::text("general.architecture") +
                      test::u32(4) + test::u32(7)) ==
        "m.gguf: general.architecture is no text; expected the architecture, which says by which rule the other "
        "keys "
        "are read\n");
  const std::string none = "GGUF" + test::u32(3) + test::u64(0) + test::u64(0);
  CHECK(
      gguf_problems(none) ==
      "m.gguf: the key 'general.architecture' is missing; expected the architecture, which says by which rule the "
      "other keys are read\n");
  CHECK(gguf_problems(small_gguf().global("general.type", "adapter")) ==
        "m.gguf: a GGUF file of the type 'adapter'; expected a model\n");
  CHECK(gguf_problems(small_gguf().global("general.type", "model")) == "");
  CHECK(
      gguf_problems(small_gguf().set("attention.causal", false)) ==
      "m.gguf:7:1: attention in both directions: the model keeps no cache; expected a model that writes its text "
      "from left to right\n"
      "    7 | llama.attention.causal = false\n"
      "      | ^\n");
}

TEST_CASE("a key that could change the cache and is not understood is refused, others are not") {
  GgufWriter file = small_gguf();
  file.set("attention.new_window", 128)
      .set("rope.freq_base_swa", 1)
      .set("logit_scale", 1)
      .set("ssm.state_size", 16);
  CHECK(
      gguf_problems(file) ==
      "m.gguf:7:1: the key 'llama.attention.new_window' is not understood, and could change the cache; expected a "
      "key that the rule of 'llama' reads\n"
      "    7 | llama.attention.new_window = 128\n"
      "      | ^\n"
      "m.gguf:10:1: the key 'llama.ssm.state_size' is not understood, and could change the cache; expected a key "
      "that the rule of 'llama' reads\n"
      "   10 | llama.ssm.state_size = 16\n"
      "      | ^\n");
}

TEST_CASE("a last block that is called a draft layer must have the tensors of one") {
  GgufWriter file = small_gguf().set("nextn_predict_layers", 1);
  file.tensor("blk.0.attn_q.weight", {8}, 0, 32).tensor("blk.1.attn_q.weight", {8}, 0, 32);
  CHECK(gguf_problems(file) ==
        "m.gguf:7:1: block 1 should be a draft layer, and has no tensor of one (blk.1.nextn.*); expected draft "
        "layers "
        "behind the model's, all within block_count\n"
        "    7 | llama.nextn_predict_layers = 1\n"
        "      | ^\n");
  CHECK(gguf_problems(file.tensor("blk.1.nextn.eh_proj.weight", {8}, 0, 32)) == "");
}

TEST_CASE("a GGUF file is known by its first bytes or its name, and by a pipe") {
  const test::Folder folder;
  folder.write("a.bin", small_gguf().file());
  folder.write("b.gguf", "{}");
  folder.write("c.gguf", "");
  CHECK(read_model_file(folder.path("a.bin"))->model.id == "a");
  CHECK(render(read_model_file(folder.path("b.gguf")).error()) ==
        folder.path("b.gguf") +
            ": at byte 0: the magic needs 4 bytes, and the file has 2 more; expected a whole file\n");
  CHECK(render(read_model_file(folder.path("c.gguf")).error()) ==
        folder.path("c.gguf") + ": the file is empty; expected a GGUF file\n");
  const auto piped = test::kvtally({"show", "-", "-c", "4096"}, small_gguf().file());
  CHECK(piped.exit_code == 0);
  CHECK(piped.err == "");
  const auto broken = test::kvtally({"show", "-", "-c", "4096"}, small_gguf().file().substr(0, 100));
  CHECK(broken.exit_code == 3);
  CHECK(broken.err == "<stdin>: at byte 16: 6 keys, and the file has room for 5; expected no more than fit\n");
}

long peak_of_children() {
  rusage children{};
  getrusage(RUSAGE_CHILDREN, &children);
  return children.ru_maxrss;  // KiB
}

// A program with sanitizers is larger than the limit by itself, and so is a child that begins as a copy of a large
// test program: what a small file takes is measured first.
TEST_CASE("a terabyte with a valid header is read in little memory") {
  const test::Folder folder;
  GgufWriter file = small_gguf();
  const std::uint64_t elements = (std::uint64_t{1} << 40) / 2 - 512;
  file.raw_tensor("token_embd.weight", {256, elements / 256}, 1, 0);
  folder.write("large.gguf", file.file());
  std::filesystem::resize_file(folder.path("large.gguf"), std::uintmax_t{1} << 40);
  folder.write("small.gguf", small_gguf().file());
  CHECK(test::kvtally({"show", folder.path("small.gguf"), "-c", "4096"}).exit_code == 0);
  const long before = peak_of_children();
  const auto shown = test::kvtally({"show", folder.path("large.gguf"), "-c", "4096", "-o", "json"});
  CHECK(shown.exit_code == 0);
  CHECK(shown.err == "");
  CHECK(shown.out.contains("\"kv_bytes\": 4194304"));  // 2 × 2 × 2 × 64 × 2 × 4096
  CHECK(before > 0);
  CHECK(peak_of_children() < std::max(20L * 1024, before + 4 * 1024));
  const auto description = read_gguf(folder.path("large.gguf"));
  REQUIRE(description.has_value());
  CHECK(description->model.stored->groups.front().bytes == Bytes{2 * Wide{elements}});
}

}  // namespace

}  // namespace kvtally::gguf_test
