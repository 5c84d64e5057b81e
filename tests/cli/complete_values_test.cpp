#include <doctest/doctest.h>

#include "cli/transcript.hpp"

namespace kvtally::complete_values_test {

namespace {

using test::Words;

std::string offered(Words words) {
  words.insert(words.begin(), {"__complete", "bash", std::to_string(words.size()), "kvtally"});
  return test::output_of(words);
}

bool has_line(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

TEST_CASE("models by id; by alias once no id begins so; and files") {
  CHECK(offered({"show", "gemma-3-2"}) == "gemma-3-27b\n:files\n");
  CHECK(offered({"show", "llama3.1:8"}) == "llama3.1:8b\n:files\n");
  CHECK(offered({"show", "meta-llama/Llama-3.1-8B-"}) == "meta-llama/Llama-3.1-8B-Instruct\n:files\n");
  CHECK(offered({"show", "gemma-3-27b", "gemma-3-2"}) == "gemma-3-27b\n:files\n");
  CHECK(offered({"show", "./conf"}) == ":files\n");
  CHECK(offered({"models", ""}) == "show\n");
  CHECK(offered({"models", "show", "gemma-3-2"}) == "gemma-3-27b\n:files\n");
  CHECK(offered({"models", "show", "gemma-3-27b", "g"}) == "");
}

TEST_CASE("every id of the list is offered, and each alias that is offered stands for a model") {
  const std::string ids = offered({"show", ""});
  CHECK(has_line(ids, "deepseek-v3.2"));
  CHECK(has_line(ids, "llama-3.1-8b"));
  CHECK(ids.find(":8b") == std::string::npos);
}

TEST_CASE("devices, by the option and by the command") {
  CHECK(offered({"roofline", "gemma-3-27b", "--on", "h2"}) == "h20\nh200-sxm\n:files\n");
  CHECK(offered({"fit", "gemma-3-27b", "--on=h200"}) == "--on=h200-sxm\n:files\n");
  CHECK(offered({"compare", "gemma-3-27b", "--on", "h200"}) == "h200-sxm\n:files\n");
  CHECK(has_line(offered({"hardware", "show", ""}), "tpu-v7x"));
}

TEST_CASE("formats: the last piece of a list, of LAYERTYPE=FORMAT, of KEY:VALUE") {
  CHECK(offered({"show", "m", "--kv-dtype", "q8"}) == "q8_0\n");
  CHECK(offered({"show", "m", "--kv-dtype=q8"}) == "--kv-dtype=q8_0\n");
  CHECK(offered({"show", "m", "--kv-dtype", "q8_0:q4"}) == "q8_0:q4_1\nq8_0:q4_0\n");
  CHECK(offered({"show", "m", "--kv-dtype", "sliding_attention=bf16,full_attention=fp8_e5"}) ==
        "sliding_attention=bf16,full_attention=fp8_e5m2\n");
  CHECK(offered({"show", "m", "--state-dtype", "nv"}) == "nvfp4\n");
}

TEST_CASE("few values: all of them") {
  CHECK(offered({"show", "m", "-o", ""}) == "table\nwide\nmarkdown\nlatex\ncsv\njson\nyaml\n");
  CHECK(offered({"table", "--output", ""}) == "table\nwide\nmarkdown\nlatex\ncsv\njson\n");
  CHECK(offered({"table", "--color", "a"}) == "auto\nalways\n");
  CHECK(offered({"table", "--sort", ""}) == "report\ntime\nvendor\nratio\ncontext\nkv\n");
  CHECK(offered({"completion", ""}) == "bash\nzsh\nfish\n");
  CHECK(offered({"completion", "bash", ""}) == "");
  CHECK(offered({"schema", "mod"}) == "model\nmodels\nmodel-yaml\n");
  CHECK(offered({"schema", "show", ""}) == "");
  CHECK(offered({"verify", "ml"}) == "mla\nmlstm\n");
}

TEST_CASE("attentions, model types, reports, files and folders") {
  CHECK(offered({"compare", "m", "--as", "mha,g"}) == "mha,gqa-8\nmha,gdn\n");
  CHECK(offered({"show", "c.json", "--as-type", "gemma3_"}) == "gemma3_text\n");
  CHECK(offered({"table", ""}) == "attention-evolution\n:files\n");
  CHECK(offered({"report", ""}) == "attention-evolution\ndeployment\nmodels\n:files\n");
  CHECK(offered({"report", "models", "llama-3.1-4"}) == "llama-3.1-405b\n:files\n");
  CHECK(offered({"table", "-O", ""}) == ":files\n");
  CHECK(offered({"table", "--zoo", ""}) == ":folders\n");
  CHECK(offered({"table", "--zoo=x"}) == ":folders\n");
  CHECK(offered({"corpus", ""}) == ":folders\n");
  CHECK(offered({"check", ""}) == "claims\npublished\n:files\n");
  CHECK(offered({"check", "a.yaml", "pub"}) == "published\n:files\n");
  CHECK(offered({"check", "a.yaml", "x"}) == ":files\n");
  CHECK(offered({"diff", ""}) == ":files\n");
  CHECK(offered({"show", "m", "-b", ""}) == "");
  CHECK(offered({"table", "--reverse=t"}) == "");
}

}  // namespace

}  // namespace kvtally::complete_values_test
