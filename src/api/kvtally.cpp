#include "api/kvtally.hpp"

#include <exception>
#include <utility>

#include "account/solve.hpp"
#include "account/terms.hpp"
#include "core/problem.hpp"
#include "model/adapt.hpp"
#include "model/limits.hpp"
#include "read/model_text.hpp"
#include "read/text/embedded.hpp"
#include "read/text/file.hpp"
#include "read/zoo.hpp"

namespace kvtally::api {

struct Model::Parts {
  kvtally::Model model;
  std::vector<kvtally::Term> account;
  std::vector<Term> terms;
};

namespace {

using kvtally::Adaptation;

Problems ours(const kvtally::Problems& problems) {
  Problems out;
  for (kvtally::Problem problem : problems) {
    problem.file = problem.file.empty() ? "kvtally" : problem.file;
    out.push_back({problem.place.line, problem.place.column, problem.what, problem.expected, render(problem)});
  }
  return out;
}

Problem plain(std::string what, std::string expected = {}) {
  const kvtally::Problem problem{"kvtally", {}, what, expected, "", ""};
  return {0, 0, std::move(what), std::move(expected), render(problem)};
}

// Formats of the settings; what is wrong with one goes to `problems`.
class Formats {
 public:
  explicit Formats(Problems& problems) : problems_(problems) {}

  std::optional<Format> read(std::string_view setting, const std::string& text) {
    if (text.empty()) {
      return std::nullopt;
    }
    auto format = parse_format(text);
    if (!format) {
      problems_.push_back(plain(std::string(setting) + ": " + format.error()));
      return std::nullopt;
    }
    return std::move(*format);
  }

 private:
  Problems& problems_;
};

Expected<Adaptation> adaptation_of(const Settings& settings) {
  Problems problems;
  Formats formats(problems);
  Adaptation out;
  if (auto entries = formats.read("kv_dtype", settings.kv_dtype)) {
    out.entries = KeyValueFormats{*entries, *entries};
  }
  out.index_keys = formats.read("indexer_dtype", settings.indexer_dtype);
  out.recurrent = formats.read("state_dtype", settings.state_dtype);
  out.convolution = formats.read("conv_dtype", settings.conv_dtype);
  return problems.empty() ? Expected<Adaptation>(std::move(out)) : std::unexpected(std::move(problems));
}

// Nothing when its bytes pass 63 bits, as those of an encoder that is described without sense can.
std::optional<Term> term_of(const kvtally::Term& term, const kvtally::Model& model) {
  const auto bytes = narrow(term.bytes.value);
  if (!bytes) {
    return std::nullopt;
  }
  return Term{static_cast<Part>(term.part),
              static_cast<Form>(term.form),
              *bytes,
              term.every,
              term.from,
              term.to,
              term.layers,
              model.layers[term.layer].kind,
              term.what};
}

bool within(std::int64_t tokens, std::int64_t requests) {
  return tokens >= 1 && tokens <= limits::kTokens && requests >= 1 && requests <= limits::kBatch;
}

}  // namespace

Expected<Model> Model::made(std::string_view text, std::string_view name, const Settings& settings, bool known) {
  const auto adaptation = adaptation_of(settings);
  if (!adaptation) {
    return std::unexpected(adaptation.error());
  }
  auto description = known ? Zoo(embedded_files()).named(name)
                           : read_model_text(std::string(name), std::string(text), stem(std::string(name)));
  if (!description) {
    return std::unexpected(ours(description.error()));
  }
  auto model = adapt(std::move(description->model), *adaptation);
  if (!model) {
    Problems problems;
    for (const std::string& sentence : model.error()) {
      problems.push_back(plain(sentence));
    }
    return std::unexpected(std::move(problems));
  }
  Parts parts{std::move(*model), {}, {}};
  parts.account = terms_of(parts.model, settings.draft_layers);
  for (const kvtally::Term& term : parts.account) {
    auto bytes = term_of(term, parts.model);
    if (!bytes) {
      return std::unexpected(Problems{plain("a term of " + parts.model.id + " passes 2^63 bytes")});
    }
    parts.terms.push_back(std::move(*bytes));
  }
  return Model(std::make_shared<const Parts>(std::move(parts)));
}

Expected<Model> Model::from_text(std::string_view text, std::string_view name, const Settings& settings) {
  try {
    return made(text, name, settings, false);
  } catch (const std::exception& error) {  // no memory, or a fault of ours
    return std::unexpected(Problems{{0, 0, error.what(), "", error.what()}});
  }
}

Expected<Model> Model::named(std::string_view name, const Settings& settings) {
  try {
    return made({}, name, settings, true);
  } catch (const std::exception& error) {
    return std::unexpected(Problems{{0, 0, error.what(), "", error.what()}});
  }
}

const std::string& Model::id() const { return parts_->model.id; }
const std::string& Model::name() const { return parts_->model.name; }
std::optional<std::int64_t> Model::longest_own_context() const { return parts_->model.max_position_embeddings; }
const std::vector<std::string>& Model::assumptions() const { return parts_->model.assumptions; }
const std::vector<Term>& Model::terms() const { return parts_->terms; }

Expected<Kept> Model::kept(std::int64_t tokens, std::int64_t requests) const {
  if (!within(tokens, requests)) {
    return std::unexpected(
        Problems{plain("tokens or requests out of range", "tokens in [1, 2^40), requests in [1, 2^24)")});
  }
  const Tally sum = tally(parts_->account, Tokens{tokens}, requests);
  if (!narrow(sum.total().value)) {
    return std::unexpected(Problems{plain("the sum passes 2^63", "fewer tokens or requests")});
  }
  const auto bytes = [&](kvtally::Part part) { return static_cast<std::int64_t>(sum[part].value); };
  return Kept{bytes(kvtally::Part::entries), bytes(kvtally::Part::indexer), bytes(kvtally::Part::state),
              bytes(kvtally::Part::open),    bytes(kvtally::Part::cross),   bytes(kvtally::Part::draft)};
}

std::optional<std::int64_t> Model::longest_context(std::int64_t budget, std::int64_t requests) const {
  if (!within(1, requests)) {
    return std::nullopt;
  }
  const auto tokens = kvtally::longest_context(parts_->account, requests, Bytes{budget}, Tokens{limits::kTokens});
  return tokens ? narrow(tokens->value) : std::nullopt;
}

std::optional<std::int64_t> Model::most_requests(std::int64_t budget, std::int64_t tokens) const {
  return within(tokens, 1) ? largest_batch(parts_->account, Tokens{tokens}, Bytes{budget}) : std::nullopt;
}

std::string version() { return std::string(KVTALLY_VERSION " (data ").append(data_digest()).append(")"); }

}  // namespace kvtally::api
