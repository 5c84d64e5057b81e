#include "engine/llama_cpp/flags.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "engine/llama_cpp/files.hpp"

namespace kvtally::flags_test {

namespace {

using test::llama_allocation;
using test::llama_problems;
using test::LlamaFile;
using Notes = std::vector<std::string>;

llama_cpp::Settings settings(const std::string& line, Notes* notes = nullptr) {
  const auto given = read_flags(llama_cpp::flags(), line);
  REQUIRE_MESSAGE(given.has_value(), render(given.error()));
  Problems problems;
  Notes own;
  const auto out =
      llama_cpp::read_settings(test::zoo_model("gemma-3-27b"), *given, problems, notes == nullptr ? own : *notes);
  REQUIRE_MESSAGE(out.has_value(), render(problems));
  return *out;
}

TEST_CASE("the defaults of the command line, each an assumption") {
  Notes notes;
  const llama_cpp::Settings out = settings("", &notes);
  CHECK((out.context == Tokens{131072}));
  CHECK(out.sequences == 1);
  CHECK_FALSE(out.unified);
  CHECK(out.batch == 2048);
  CHECK(out.ubatch == 512);
  CHECK(out.key.name == "f16");
  CHECK(out.value.name == "f16");
  CHECK(out.flash);
  CHECK_FALSE(out.swa_full);
  CHECK(out.rollback == 0);
  CHECK(notes == Notes{"-np 1: as llama-cli; llama-server without it takes 4 and --kv-unified",
                       "-c 131,072: the model's own context", "-ctk f16 -ctv f16",
                       "-fa auto: taken as on; it is off where the backend has no kernel for it"});
}

TEST_CASE("llama.cpp's names and ours") {
  for (const char* line :
       {"-c 8192 -np 4 -kvu -b 256 -ub 512 -ctk q8_0 -ctv q4_0 -fa off --swa-full --rs-seq 2",
        "--ctx-size 8K --parallel 4 --kv-unified --batch-size 256 --ubatch-size 300 "
        "--cache-type-k q8_0 --cache-type-v q4_0 --flash-attn off --swa-full --rs-seq 2",
        "--context 2048 --batch 4 -kvu -b 256 --kv-dtype q8_0:q4_0 -fa off --swa-full --rs-seq=2"}) {
    CAPTURE(line);
    const llama_cpp::Settings out = settings(line);
    CHECK((out.context == Tokens{8192}));
    CHECK((out.each() == Tokens{2048}));
    CHECK(out.sequences == 4);
    CHECK(out.unified);
    CHECK(out.ubatch == 256);  // at most n_batch
    CHECK(out.key.name == "q8_0");
    CHECK(out.value.name == "q4_0");
    CHECK_FALSE(out.flash);
    CHECK(out.swa_full);
    CHECK(out.rollback == 2);
  }
  CHECK((settings("-c 0").context == Tokens{131072}));
  CHECK(settings("--kv-dtype q8_0").value.name == "q8_0");
}

TEST_CASE("older builds: one stream, and flash attention off") {
  Notes notes;
  const llama_cpp::Settings old = settings("-c 4096 -np 2 --engine-version b4600", &notes);
  CHECK(old.unified);
  CHECK_FALSE(old.flash);
  CHECK(notes.back() == "-fa off: the default of b4600");
  CHECK(settings("-c 4096 --engine-version ik_llama.cpp").latent_mode == 3);
  CHECK(settings("-c 4096 --engine-version ik_llama.cpp -mla 0").latent_mode == 0);
}

TEST_CASE("flags that cannot be taken") {
  const Model model = LlamaFile("llama", 4).model();
  const auto problems = [&](const std::string& line) { return llama_problems(model, line); };
  CHECK(problems("-c 8192 --context 8192") == "--context: -c is given too; expected one of them\n");
  CHECK(problems("-c x") == "-c: 'x': it does not start with a digit; expected tokens such as 8192 or 128K\n");
  CHECK(problems("-c 2 -np 3") == "-c: 2 tokens for 3 sequences; expected at least one for each\n");
  CHECK(problems("-np 0") == "-np: '0' is not a number from 1 to 16777215\n");
  CHECK(problems("-c 4096 -ctk q6_K") ==
        "-ctk: 'q6_K' is unknown; expected one of f32, f16, bf16, q8_0, q4_0, q4_1, iq4_nl, q5_0, q5_1\n");
  CHECK(problems("-c 4096 -ctk f16 --kv-dtype f16") ==
        "--kv-dtype: -ctk or -ctv is given too; expected one of them\n");
  CHECK(problems("-c 4096 --kv-dtype fp8") ==
        "--kv-dtype: 'fp8' is no type of llama.cpp's cache; expected one of f32, f16, bf16, q8_0, q4_0, q4_1, "
        "iq4_nl, "
        "q5_0, q5_1, or two with a colon\n");
  CHECK(problems("-c 4096 --kv-dtype f16:f16:f16") ==
        "--kv-dtype: 'f16:f16:f16' is no type of llama.cpp's cache; expected one of f32, f16, bf16, q8_0, q4_0, "
        "q4_1, "
        "iq4_nl, q5_0, q5_1, or two with a colon\n");
  CHECK(problems("-c 4096 -mla 0") ==
        "-mla: llama.cpp has no such flag; expected --engine-version ik_llama.cpp with it\n");
  CHECK(problems("-c 4096 --mtp") == "--mtp: m has no MTP layers\n");
  CHECK(problems("-c 4096 -fa yes") == "-fa: 'yes' is unknown; expected one of on, off, auto\n");
  CHECK(problems("-c 4096 --backend vulkan") ==
        "--backend: 'vulkan' is unknown; expected one of cpu, metal, cuda\n");
  CHECK(problems("--cache-type c") == "unknown flag '--cache-type'\n  did you mean '--cache-type-k'?\n");
  CHECK(problems("-c 4096 -fa yes -np x") ==
        "-np: 'x' is not a number from 1 to 16777215\n-fa: 'yes' is unknown; expected one of on, off, auto\n");
  CHECK(problems("--context 1024G -np 16777215").starts_with("--context: "));
  CHECK(llama_problems(LlamaFile("rwkv7", 3).set("wkv.head_size", 64).drop("context_length").model(), "") ==
        "-c: m has no longest context to take; expected a number of tokens\n");
}

TEST_CASE("a state that cannot roll back keeps no copies") {
  const Allocation made = llama_allocation(LlamaFile("mamba2", 4).ssm().model(), "-c 4096 --rs-seq 2");
  CHECK(test::llama_figure(made, "recurrent_rows") == 1);
  CHECK(std::ranges::find(made.assumptions, "--rs-seq 0: mamba2 cannot roll its states back") !=
        made.assumptions.end());
}

}  // namespace

}  // namespace kvtally::flags_test
