#include "engine/llama_cpp/architectures.hpp"

#include <doctest/doctest.h>
#include <set>

#include "read/gguf/architectures.hpp"
#include "read/zoo.hpp"

namespace kvtally::llama_cpp::architectures_test {

namespace {

using Notes = std::vector<std::string>;

Model model(std::string model_type, std::string architecture = {}) {
  Model out;
  out.id = "m";
  out.model_type = std::move(model_type);
  out.architecture = std::move(architecture);
  return out;
}

TEST_CASE("a file's own architecture, else that of its model_type, else the kinds of the layers") {
  Notes notes;
  CHECK(rules_for(model("llama", "gemma3"), notes).name == "gemma3");
  CHECK(notes.empty());
  CHECK(rules_for(model("glm4_moe_lite"), notes).name == "deepseek2");
  CHECK(notes == Notes{"architecture deepseek2: model_type glm4_moe_lite"});
  notes.clear();
  const ArchitectureRules unknown = rules_for(model("hy_v4"), notes);
  CHECK(unknown.name == "");
  CHECK(unknown.slides);
  CHECK(unknown.shares);
  CHECK_FALSE(unknown.mtp_in_main);
  CHECK(notes ==
        Notes{"rules by the kinds of the layers: llama.cpp's architecture for model_type hy_v4 is not known"});
  notes.clear();
  rules_for(model(""), notes);
  CHECK(notes == Notes{"rules by the kinds of the layers: llama.cpp's architecture for m is not known"});
}

TEST_CASE("what differs between architectures") {
  Notes notes;
  const auto rules = [&](const char* name) { return rules_for(model("", name), notes); };
  CHECK_FALSE(rules("llama").slides);
  CHECK_FALSE(rules("phi3").slides);
  CHECK(rules("smallthinker").window == 4096);
  CHECK(rules("gemma3n").shares);
  CHECK_FALSE(rules("gemma3").shares);
  for (const char* name : {"qwen35", "qwen35moe", "deepseek4"}) {
    CHECK(rules(name).rolls_back);
  }
  CHECK_FALSE(rules("qwen3next").rolls_back);
  for (const char* name : {"glm4", "glm4moe", "deepseek2", "bailingmoe2", "cohere2moe", "exaone4", "exaone-moe"}) {
    CHECK(rules(name).mtp_in_main);
  }
  for (const char* name :
       {"step35", "hy_v3", "glm-dsa", "mimo2", "deepseek32", "qwen3next", "qwen35", "deepseek4"}) {
    CHECK_FALSE(rules(name).mtp_in_main);
  }
  for (const char* name : {"minicpm3", "plm", "deepseek2-ocr"}) {
    CHECK(rules(name).expands);
  }
  CHECK(rules("minimax-m3").indexes_values);
}

TEST_CASE("every architecture that a model_type stands for is one of llama.cpp's") {
  std::set<std::string, std::less<>> unmapped;
  for (const std::string& id : Zoo(embedded_files()).ids()) {
    const Model one = Zoo(embedded_files()).describe(id)->model;
    const auto name = architecture_for(one.model_type);
    if (name) {
      CHECK_MESSAGE(architecture_of(*name) != nullptr, *name);
    } else {
      unmapped.insert(one.model_type);
    }
  }
  // What b10256 cannot run, or what has no config.json.
  CHECK(unmapped == std::set<std::string, std::less<>>{"", "bailing_hybrid", "bailing_moe_linear", "glm5_next",
                                                       "hunyuan", "hy_v4", "kimi_k3", "minimax_m1", "qwen4_exp",
                                                       "whisper"});
  for (const char* type : {"afmoe", "xverse", "mixtral", "step3p5", "qwen2_5_vl", "t5"}) {
    CHECK(architecture_of(*architecture_for(type)) != nullptr);
  }
  CHECK_FALSE(architecture_for("zzz"));
  CHECK_FALSE(architecture_for(""));
}

}  // namespace

}  // namespace kvtally::llama_cpp::architectures_test
