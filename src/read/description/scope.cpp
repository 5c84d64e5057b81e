#include "read/description/scope.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kvtally {

void Trace::assume(std::string sentence) {
  if (std::ranges::find(assumptions, sentence) == assumptions.end()) {
    assumptions.push_back(std::move(sentence));
  }
}

const Fields* Scope::holder(std::string_view key) const {
  trace_->asked.emplace(key);
  for (const Fields* fields : {special_, general_}) {
    if (const Node* value = fields == nullptr ? nullptr : fields->find(key)) {
      trace_->read.insert(value);
      return fields;
    }
  }
  return nullptr;
}

void Scope::note(std::string_view key, std::string value, Place place, std::string how) const {
  Origin origin{layer_, std::string(key), std::move(value), place, std::move(how)};
  if (std::ranges::find(trace_->origins, origin) == trace_->origins.end()) {
    trace_->origins.push_back(std::move(origin));
  }
}

std::optional<std::int64_t> Scope::optional(std::string_view key, std::int64_t low, std::int64_t high) const {
  const Fields* fields = holder(key);
  if (fields == nullptr) {
    return std::nullopt;
  }
  const auto value = fields->integer(key, low, high);
  if (value) {
    const Place place = fields->find(key)->place;
    note(key, fmt::format("{}", *value), place, place.line == 0 ? "the rule of the model type" : "given");
  }
  return value;
}

std::int64_t Scope::need(std::string_view key, std::int64_t low, std::int64_t high) const {
  if (!has(key)) {
    general_->report_missing(key, fmt::format("a whole number from {} to {}", low, high),
                             fmt::format("{} layers need the key '{}'", layer_, key));
  }
  return optional(key, low, high).value_or(std::max<std::int64_t>(low, 1));
}

bool Scope::flag(std::string_view key) const {
  const Fields* fields = holder(key);
  const auto value = fields == nullptr ? std::nullopt : fields->boolean(key);
  if (value) {
    note(key, *value ? "true" : "false", fields->find(key)->place, "given");
  }
  return value.value_or(false);
}

Fixed Scope::encoder_positions() const {
  const Fields* fields = holder("max_source_positions");
  if (fields != nullptr && fields->find("max_source_positions")->text == "unlimited") {
    trace_->asked.emplace("max_source_positions");
    trace_->read.insert(fields->find("max_source_positions"));
    return {0, true};
  }
  return {need("max_source_positions", 0, limits::kTokens), false};
}

std::string Scope::text(std::string_view key) const {
  const Fields* fields = holder(key);
  auto value = fields == nullptr ? std::nullopt : fields->text(key);
  if (value) {
    note(key, *value, fields->find(key)->place, "given");
  }
  return std::move(value).value_or("");
}

std::int64_t Scope::head_dim() const {
  if (const auto given = optional("head_dim")) {
    return *given;
  }
  const std::size_t before = problems();
  const auto hidden = optional("hidden_size");
  const std::int64_t heads = need("num_attention_heads");
  if (has("head_dim") || problems() != before) {
    return 1;
  }
  if (!hidden || *hidden % heads != 0) {
    report("head_dim",
           fmt::format(
               "{} layers have no 'head_dim', and {}", layer_,
               hidden ? "hidden_size is no multiple of num_attention_heads" : "there is no hidden_size to divide"),
           "head_dim");
    return 1;
  }
  note("head_dim", fmt::format("{}", *hidden / heads), {}, "hidden_size ÷ num_attention_heads");
  trace_->assume(fmt::format("head_dim {} = hidden_size {} ÷ {} heads", *hidden / heads, *hidden, heads));
  return *hidden / heads;
}

void Scope::report(std::string_view key, std::string what, std::string expected, std::string suggestion) const {
  if (const Fields* fields = holder(key)) {
    general_->report(fields->find(key)->place, std::move(what), std::move(expected), std::move(suggestion));
  } else {
    general_->report_missing(key, std::move(expected), std::move(what));
  }
}

}  // namespace kvtally
