#include "check/claims.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

#include "read/description/description.hpp"
#include "read/fields.hpp"

namespace kvtally {

namespace {

// In the order of Verdict.
constexpr std::array<std::string_view, 9> kVerdicts{"agrees",          "rounding",          "truncated",
                                                    "unit mix",        "convention",        "erratum",
                                                    "not in the text", "must stay unknown", "not computable"};

constexpr std::array<std::string_view, 6> kWaits{"counterfactual", "hardware", "roofline",
                                                 "executor",       "engine",   "not computable here"};

constexpr std::array<std::string_view, 12> kClaimKeys{"id",   "source",   "text",  "printed", "reads",     "what",
                                                      "also", "expected", "equal", "verdict", "waits_for", "note"};

std::vector<Expectation> read_also(const Fields& claim) {
  std::vector<Expectation> out;
  const Node* list = claim.find("also");
  if (list == nullptr) {
    return out;
  }
  if (list->kind != Node::Kind::list) {
    claim.report(list->place, fmt::format("also is {}", described(*list)), "a list of figures");
    return out;
  }
  for (const Node& node : Children(*list)) {
    const Fields fields(claim.tree(), node, claim.problems(), "a figure");
    fields.refuse_unknown(std::array<std::string_view, 3>{"what", "expected", "equal"});
    out.push_back(read_expectation(fields));
    if (out.back().what == nullptr || out.back().expected.empty()) {
      fields.report(node.place, "a further figure needs what and expected");
    }
  }
  return out;
}

Verdict read_verdict(const Fields& fields) {
  const std::string word = fields.required_text("verdict");
  const auto* found = std::ranges::find(kVerdicts, word);
  if (found == kVerdicts.end()) {
    if (!word.empty()) {
      wrong_word(fields, "verdict", word, kVerdicts);
    }
    return Verdict::agrees;
  }
  return static_cast<Verdict>(found - kVerdicts.begin());
}

// What must be there, by what the claim says of itself.
void check_whole(const Fields& fields, const Claim& claim) {
  if (claim.waits_for.empty() && claim.figure.what == nullptr) {
    fields.report(claim.place, fmt::format("{} has no figure and waits for nothing", claim.id),
                  "what or waits_for");
  }
  if (claim.figure.expected.empty()) {
    fields.report(claim.place, fmt::format("{} expects nothing", claim.id), "expected");
  }
  if (claim.printed.has_value() == (claim.verdict == Verdict::not_in_text)) {
    fields.report(claim.place, fmt::format("{}: only what is not in the text is not printed", claim.id));
  }
  const bool explained = claim.verdict == Verdict::agrees || claim.verdict == Verdict::not_in_text;
  if (!explained && claim.note.empty()) {
    fields.report(claim.place, fmt::format("{}: the verdict needs a note that says why", claim.id), "note");
  }
}

Claim read_claim(const Fields& document, const Node& node) {
  const Fields fields(document.tree(), node, document.problems(), "a claim");
  fields.refuse_unknown(kClaimKeys);
  Claim out;
  if (node.kind != Node::Kind::map) {
    return out;
  }
  out.place = node.place;
  out.id = fields.required_text("id");
  out.source = fields.required_text("source");
  out.text = fields.required_text("text");
  out.printed = fields.text("printed");
  out.reads = fields.text("reads");
  out.figure = read_expectation(fields);
  out.also = read_also(fields);
  out.verdict = read_verdict(fields);
  out.waits_for = fields.text("waits_for").value_or("");
  out.note = fields.text("note").value_or("");
  if (!out.waits_for.empty() && std::ranges::find(kWaits, out.waits_for) == kWaits.end()) {
    wrong_word(fields, "waits_for", out.waits_for, kWaits);
  }
  check_whole(fields, out);
  return out;
}

std::vector<std::pair<std::string, Model>> read_shapes(const Fields& document) {
  std::vector<std::pair<std::string, Model>> out;
  const Node* shapes = document.find("shapes");
  if (shapes == nullptr || shapes->kind != Node::Kind::map) {
    return out;
  }
  for (const Node& shape : Children(*shapes)) {
    // A shape is a document of its own: its nodes follow one another.
    const Tree tree(document.tree().file(), std::span(&shape, shape.size));
    auto description = read_description(tree, std::string(shape.key));
    if (description) {
      out.emplace_back(shape.key, std::move(description->model));
    } else {
      document.problems().insert(document.problems().end(), description.error().begin(),
                                 description.error().end());
    }
  }
  return out;
}

}  // namespace

std::string_view word_of(Verdict verdict) { return kVerdicts.at(static_cast<std::size_t>(verdict)); }

Expected<Claims> read_claims(const Tree& tree) {
  Problems problems;
  const Fields fields(tree, tree.root(), problems);
  if (!problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  fields.refuse_unknown(std::array<std::string_view, 3>{"title", "shapes", "claims"});
  Claims out;
  out.title = fields.required_text("title");
  out.shapes = read_shapes(fields);
  const Node* list = fields.find("claims");
  if (list == nullptr || list->kind != Node::Kind::list) {
    fields.report_missing("claims", "a list of claims");
    return std::unexpected(distinct(std::move(problems)));
  }
  std::set<std::string> ids;
  for (const Node& node : Children(*list)) {
    out.claims.push_back(read_claim(fields, node));
    if (!out.claims.back().id.empty() && !ids.insert(out.claims.back().id).second) {
      fields.report(node.place, fmt::format("the id {} is taken", out.claims.back().id));
    }
  }
  return problems.empty() ? Expected<Claims>(std::move(out)) : std::unexpected(distinct(std::move(problems)));
}

Expected<std::vector<std::pair<std::string, Model>>> shapes_of(const Tree& tree) {
  Problems problems;
  const Fields fields(tree, tree.root(), problems);
  auto shapes = problems.empty() ? read_shapes(fields) : std::vector<std::pair<std::string, Model>>();
  return problems.empty() ? Expected<std::vector<std::pair<std::string, Model>>>(std::move(shapes))
                          : std::unexpected(distinct(std::move(problems)));
}

Describe with_shapes(const Claims& claims, const Tree& tree, const Describe& describe) {
  return [&claims, &tree, describe](const std::string& id) -> Expected<Description> {
    for (const auto& [name, model] : claims.shapes) {
      if (name == id) {
        return Description{model, tree.file(), {}, {}};
      }
    }
    return describe(id);
  };
}

}  // namespace kvtally
