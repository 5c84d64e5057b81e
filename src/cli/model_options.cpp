#include "cli/model_options.hpp"

#include <fmt/format.h>

#include "cli/values.hpp"
#include "core/text.hpp"
#include "model/entry_formats.hpp"
#include "model/limits.hpp"
#include "read/text/embedded.hpp"

namespace kvtally::cli {

namespace {

using Given = std::optional<std::string>;

// Formats beside the values that every command has.
class ModelValueReader : public ValueReader {
 public:
  std::optional<Format> format(std::string_view option, const Given& text) {
    if (!text) {
      return std::nullopt;
    }
    auto value = parse_format(*text);
    if (!value) {
      wrong(option, text->empty() ? "a format is missing" : value.error(), "");
      return std::nullopt;
    }
    return std::move(*value);
  }

  void entries(const Given& text, Adaptation& adaptation) {
    if (!text) {
      return;
    }
    EntryFormats formats = parse_entry_formats(*text);
    for (const FormatFault& fault : formats.faults) {
      wrong("--kv-dtype", fault.what, fault.expected);
    }
    adaptation.entries = formats.all;
    adaptation.entries_of = std::move(formats.of);
  }
};

}  // namespace

std::vector<Option> ModelOptions::options() {
  return {
      {{"-c", "--context", "--max-model-len", "--ctx-size"},
       "TOKENS",
       "tokens seen, the one being computed included: 131072, 128K (binary), 128k (decimal)",
       &context},
      {{"-b", "--batch", "-u", "--users", "--max-num-seqs"}, "N", "requests of that context together (1)", &batch},
      {{"--kv-dtype", "--kv-cache-dtype"},
       "FORMAT",
       "of the entries: bf16, fp8, q8_0 ...; keys and values apart as q8_0:q4_0; one layer type as "
       "sliding_attention=bf16,full_attention=fp8 (bf16)",
       &kv_dtype},
      {{"--indexer-dtype"}, "FORMAT", "of index keys (bf16)", &indexer_dtype},
      {{"--state-dtype"}, "FORMAT", "of recurrent states (f32)", &state_dtype},
      {{"--conv-dtype"}, "FORMAT", "of convolution tails and token shifts (bf16)", &conv_dtype},
      {{"--encoder-tokens"}, "N", "positions of the encoder (the model's own)", &encoder_tokens},
      {{"--mtp"}, "", "count the model's own draft (MTP) layers", &mtp},
      {{"--as-type"}, "TYPE", "read a config.json by the rule of this model type", &as_type},
      {{"--assume-irrelevant"},
       "KEY",
       "pass over a key of a config.json that is not understood; several with commas",
       &assume_irrelevant},
      {{"-v", "--verbose"}, "", "say which keys of a config.json are not understood", &verbose},
      {{"--zoo"}, "DIR", "add the model descriptions of a folder; one of a known id replaces it", &zoo_folder},
  };
}

std::optional<Request> parse_request(const ModelOptions& options) {
  ModelValueReader reader;
  Request request;
  request.context = reader.tokens("--context", options.context);
  request.batch = reader.integer("--batch", options.batch, 1, limits::kBatch).value_or(1);
  request.drafting = options.mtp;
  if (options.kv_dtype) {
    request.kv_dtype = trim(*options.kv_dtype);
  }
  Adaptation& adaptation = request.adaptation;
  reader.entries(options.kv_dtype, adaptation);
  adaptation.index_keys = reader.format("--indexer-dtype", options.indexer_dtype);
  adaptation.recurrent = reader.format("--state-dtype", options.state_dtype);
  adaptation.convolution = reader.format("--conv-dtype", options.conv_dtype);
  if (!adaptation.entries_of.empty() && !adaptation.entries) {
    request.kv_dtype = fmt::format("bf16 ({})", request.kv_dtype);
  }
  if (options.zoo_folder && options.zoo_folder->empty()) {
    reader.wrong("--zoo", "a folder is missing", "");
  }
  request.verbose = options.verbose;
  request.config.as_type = options.as_type;
  const std::string passed_over = options.assume_irrelevant.value_or("");
  for (const std::string_view key : split(passed_over, ',')) {
    request.config.assume_irrelevant.emplace_back(trim(key));
  }
  if (options.as_type && options.as_type->empty()) {
    reader.wrong("--as-type", "a model type is missing", "");
  }
  if (options.assume_irrelevant && trim(*options.assume_irrelevant).empty()) {
    reader.wrong("--assume-irrelevant", "a key is missing", "");
  }
  adaptation.encoder_tokens = reader.integer("--encoder-tokens", options.encoder_tokens, 0, limits::kTokens);
  return reader.failed() ? std::nullopt : std::optional(std::move(request));
}

Expected<Description> find_model(const Zoo& zoo, const std::string& word, const Request& request) {
  auto description = kvtally::find_model(zoo, word, request.config);
  if (description && request.verbose && !description->unread.empty()) {
    fmt::print(stderr, "{}: not understood, and not suspected of bearing on the cache: {}\n", description->file,
               fmt::join(description->unread, ", "));
  }
  return description;
}

Expected<Zoo> open_zoo(const ModelOptions& options) {
  Zoo zoo(embedded_files());
  if (options.zoo_folder) {
    if (Problems problems = zoo.add_folder(*options.zoo_folder); !problems.empty()) {
      return std::unexpected(std::move(problems));
    }
  }
  return zoo;
}

}  // namespace kvtally::cli
