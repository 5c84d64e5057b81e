#include "check/asked_model.hpp"

#include <array>

#include "model/counterfactual.hpp"
#include "model/entry_formats.hpp"
#include "model/limits.hpp"

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 6> kModelKeys{"as",          "kv_dtype",   "indexer_dtype",
                                                     "state_dtype", "conv_dtype", "encoder_tokens"};

std::optional<Format> format(const Fields& fields, std::string_view key) {
  const auto text = fields.text(key);
  if (!text) {
    return std::nullopt;
  }
  auto value = parse_format(*text);
  if (!value) {
    fields.report(fields.find(key)->place, value.error());
    return std::nullopt;
  }
  return std::move(*value);
}

Adaptation asked_formats(const Fields& fields) {
  Adaptation out;
  if (const auto text = fields.text("kv_dtype")) {
    EntryFormats formats = parse_entry_formats(*text);
    for (const FormatFault& fault : formats.faults) {
      fields.report(fields.find("kv_dtype")->place, fault.what, fault.expected);
    }
    out.entries = formats.all;
    out.entries_of = std::move(formats.of);
  }
  out.index_keys = format(fields, "indexer_dtype");
  out.recurrent = format(fields, "state_dtype");
  out.convolution = format(fields, "conv_dtype");
  out.encoder_tokens = fields.integer("encoder_tokens", 0, limits::kTokens);
  return out;
}

std::optional<Model> noted(const Ask& ask, std::expected<Model, std::vector<std::string>> model) {
  if (model) {
    return std::move(*model);
  }
  for (const std::string& error : model.error()) {
    ask.refuse(error);
  }
  return std::nullopt;
}

std::optional<Model> with_attention(const Ask& ask, const Model& model) {
  const auto word = ask.fields().text("as");
  if (!word) {
    return model;
  }
  const auto attention = parse_attention(*word);
  if (!attention) {
    const Problem& problem = attention.error();
    ask.fields().report(ask.fields().find("as")->place, problem.what, problem.expected, problem.suggestion);
    return std::nullopt;
  }
  return noted(ask, counterfactual(model, *attention));
}

}  // namespace

std::span<const std::string_view> model_keys() { return kModelKeys; }

std::optional<Model> asked_form(const Ask& ask, const Model& model) {
  const std::size_t before = ask.fields().problems().size();
  const Adaptation formats = asked_formats(ask.fields());
  const auto shape = with_attention(ask, model);
  return shape && ask.fields().problems().size() == before ? noted(ask, adapt(*shape, formats)) : std::nullopt;
}

}  // namespace kvtally
