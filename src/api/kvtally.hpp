#pragma once

// kvtally's library: what a language model keeps of its past, for programs that read its description themselves.
//
//   #include <kvtally/kvtally.hpp>
//   const auto model = kvtally::api::Model::from_text(config_json, "config.json");
//   if (model) { std::cout << model->kept(131072)->total(); }
//
// Installed as <kvtally/kvtally.hpp>; needs C++23 (std::expected). Nothing here throws, prints, or reads a file.
// All sizes are bytes and all figures exact; docs/install.md has the build files of a program that uses it.

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kvtally::api {

/// One thing that is wrong with an input. Line and column count from 1; 0: no place.
struct Problem {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string what;      // what was found
  std::string expected;  // what was expected; may be empty
  std::string message;   // all of it as the program prints it: place, source line with a caret, nearest name
};
using Problems = std::vector<Problem>;

template <class T>
using Expected = std::expected<T, Problems>;

/// What a byte is kept for. `entries` are keys, values, latents and pooled entries of the decoder's own attention;
/// `open` waits until a pooled entry or a block is complete; `cross` is an encoder's; `draft` that of the model's
/// own draft layers.
enum class Part : std::uint8_t { entries, indexer, state, open, cross, draft };

/// Bytes by part.
struct Kept {
  std::int64_t entries = 0;
  std::int64_t indexer = 0;
  std::int64_t state = 0;
  std::int64_t open = 0;
  std::int64_t cross = 0;
  std::int64_t draft = 0;

  std::int64_t total() const { return entries + indexer + state + open + cross + draft; }
};

/// How a term depends on S, the tokens seen.
enum class Form : std::uint8_t {
  constant,   // bytes
  stair,      // bytes × (⌊(min(S, to) − from) ÷ every⌋ + 1), 0 below `from`
  remainder,  // bytes × (S mod every)
};

/// One exact summand of what the model keeps for one request, for `layers` equal layers together.
struct Term {
  Part part = Part::entries;
  Form form = Form::constant;
  std::int64_t bytes = 0;
  std::int64_t every = 1;
  std::int64_t from = 1;
  std::optional<std::int64_t> to;  // nothing: it never ends
  std::int64_t layers = 1;
  std::string kind;  // of the layers: "gqa", "mla", "gdn" …
  std::string what;  // "cache", "window", "index keys" …
};

/// What a deployment sets. Formats are words of --kv-dtype and its like: bf16, fp8, q8_0, int4@64+bf16+bf16.
/// Empty: the model's own (bf16; f32 for recurrent states).
struct Settings {
  // NOLINTBEGIN(readability-redundant-member-init): {.kv_dtype = "fp8"} is then complete to compilers
  std::string kv_dtype{};
  std::string indexer_dtype{};
  std::string state_dtype{};
  std::string conv_dtype{};
  // NOLINTEND(readability-redundant-member-init)
  bool draft_layers = false;  // the model's own draft (MTP) layers run, and keep a cache of their own
};

/// A model's memory. A value: copies share what they are made of, and every call may be made from any thread.
class Model {
 public:
  /// The model of a description's bytes: a config.json of Hugging Face, a params.json of Mistral, kvtally's own
  /// YAML, or a GGUF file (of which the keys and the tensor table are looked at; all of the file must be there).
  /// They are told apart by what they hold. `name` names it in problems and becomes its id.
  static Expected<Model> from_text(std::string_view text, std::string_view name, const Settings& settings = {});

  /// A model that is compiled in, by its id or alias: "deepseek-v3.2", "llama3.1:8b".
  static Expected<Model> named(std::string_view name, const Settings& settings = {});

  const std::string& id() const;
  const std::string& name() const;
  /// Its own longest context; nothing when it is not published or has no limit.
  std::optional<std::int64_t> longest_own_context() const;
  /// What was taken by default, a sentence each.
  const std::vector<std::string>& assumptions() const;

  /// The exact terms: their sum at S is kept(S).
  const std::vector<Term>& terms() const;

  /// What `requests` requests of S tokens each keep, S ≥ 1 counting the token that is being computed. The errors:
  /// S outside [1, 2^40), requests outside [1, 2^24), a sum that passes 2^63.
  Expected<Kept> kept(std::int64_t tokens, std::int64_t requests = 1) const;

  /// The longest context, at most 2^40 − 1, that so many requests can grow to within `budget` bytes; what waits to
  /// become an entry counts in full. Nothing: not even one token fits, or an argument is out of its range.
  std::optional<std::int64_t> longest_context(std::int64_t budget, std::int64_t requests = 1) const;

  /// The most requests, at most 2^24 − 1, that can have S tokens each within `budget` bytes. Nothing: not one.
  std::optional<std::int64_t> most_requests(std::int64_t budget, std::int64_t tokens) const;

 private:
  struct Parts;
  explicit Model(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}
  static Expected<Model> made(std::string_view text, std::string_view name, const Settings& settings, bool known);

  std::shared_ptr<const Parts> parts_;
};

/// The version and the digest of the data, as `kvtally --version` prints them: "0.1.0 (data 0123456789abcdef)".
std::string version();

}  // namespace kvtally::api
