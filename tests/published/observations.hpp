#pragma once

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>

#include "check/agreement.hpp"
#include "published/document.hpp"
#include "read/text/file.hpp"
#include "support/golden.hpp"

/// tests/data/observations/*.yaml: what engines, papers and blogs printed, and how the program computes it.
namespace kvtally::test {

/// A row's figure once it is computed; `error` where it cannot be.
struct Observed {
  std::optional<Amount> amount;
  std::string error;
};

/// A row: `figure` is a figure of an engine by its name, asked with `model` and `flags`, or a map as in a check
/// file; `claim` stands for both and for `printed` and `why`: a figure of reports/published.yaml.
struct Observation {
  std::string id;
  std::string engine;  // empty: of none
  std::string model;
  std::string printed;
  std::string status;  // agrees, explained, not computable
  std::string why;
  bool inferred = false;
  bool has_instead = false;
  Observed computed;
  Observed instead;  // what the cause that `why` names leads to
};

/// Reads one file's rows and computes them.
class ObservationReader {
 public:
  ObservationReader(const std::string& path, const Document& published)
      : path_(path), published_(published), tree_(parsed(path)) {
    sources_ = published.sources();
    sources_.describe = [this](const std::string& id) { return describe(id); };
  }

  std::vector<Observation> read() {
    const Node* rows = member(tree_.root(), "rows");
    REQUIRE_MESSAGE(rows != nullptr, path_);
    std::vector<Observation> out;
    for (const Node& node : Children(*rows)) {
      out.push_back(row(node));
    }
    return out;
  }

 private:
  static Tree parsed(const std::string& path) {
    const auto text = read_file(path);
    REQUIRE_MESSAGE(text.has_value(), path);
    auto tree = parse_yaml(path, *text);
    REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
    return *tree;
  }

  // A compiled-in model, one of published.yaml, or a description beside the rows.
  Expected<Description> describe(const std::string& id) const {
    auto known = published_.describe(id);
    if (known) {
      return known;
    }
    const std::string path = std::filesystem::path(path_).parent_path().string() + "/models/" + id + ".yaml";
    if (!std::filesystem::exists(path)) {
      return known;
    }
    const auto text = read_file(path);
    const auto tree = text ? parse_yaml(id + ".yaml", *text) : std::unexpected(text.error());
    return tree ? read_description(*tree, id) : std::unexpected(tree.error());
  }

  Observation row(const Node& node) {
    Problems problems;
    const Fields fields(tree_, node, problems, "a row");
    fields.refuse_unknown(std::array<std::string_view, 11>{"id", "printed", "model", "engine", "flags", "figure",
                                                           "status", "inferred", "why", "instead", "claim"});
    Observation out;
    out.id = fields.required_text("id");
    out.engine = fields.text("engine").value_or("");
    out.model = fields.text("model").value_or("");
    out.why = fields.text("why").value_or("");
    out.inferred = fields.boolean("inferred").value_or(false);
    if (const auto claim = fields.text("claim")) {
      take_claim(out, *claim);
    } else {
      out.printed = fields.required_text("printed");
      out.status = fields.required_text("status");
      out.computed = out.status == "not computable" ? Observed{} : compute(fields, nullptr);
    }
    if (const Node* other = fields.find("instead")) {
      out.has_instead = true;
      out.instead = compute(fields, other);
    }
    CHECK_MESSAGE(problems.empty(), out.id << ": " << render(problems));
    return out;
  }

  void take_claim(Observation& out, const std::string& id) const {
    const auto& claims = published_.claims().claims;
    const auto claim = std::ranges::find(claims, id, &Claim::id);
    REQUIRE_MESSAGE(claim != claims.end(), id);
    out.printed = claim->reads.value_or(claim->printed.value_or(""));
    out.status = claim->verdict == Verdict::agrees ? "agrees" : "explained";
    out.why += (out.why.empty() || claim->note.empty() ? "" : " ") + claim->note;
    out.computed = of_map(published_.tree(), *claim->figure.what);
    const Node* model = member(*claim->figure.what, "model");
    out.model = model == nullptr ? out.model : std::string(model->text);
  }

  Observed of_map(const Tree& tree, const Node& node) const {
    Problems problems;
    const auto value = Ask(tree, node, sources_, problems).compute();
    const auto* amount = value ? std::get_if<Amount>(&*value) : nullptr;
    return amount != nullptr ? Observed{*amount, ""} : Observed{std::nullopt, render(problems)};
  }

  // `other` is a figure of its own, or what is to be taken in place of members of the row.
  Observed compute(const Fields& row, const Node* other) const {
    const Node* figure = row.find("figure");
    const bool own_figure = other != nullptr && member(*other, "figure") != nullptr &&
                            member(*other, "figure")->kind != Node::Kind::map &&
                            row.text("engine").value_or("").empty();
    if (own_figure) {
      return of_map(tree_, *other);
    }
    const auto text = [&](std::string_view key) -> std::string {
      const Node* at = other == nullptr ? nullptr : member(*other, key);
      return at != nullptr ? std::string(at->text) : row.text(key).value_or("");
    };
    if (figure != nullptr && figure->kind == Node::Kind::map) {
      return of_map(tree_, *figure);
    }
    return of_engine(text("engine"), text("model"), text("flags"), text("figure"));
  }

  Observed of_engine(const std::string& name, const std::string& id, const std::string& line,
                     const std::string& figure) const {
    const Engine* engine = engine_named(name);
    if (engine == nullptr) {
      return {std::nullopt, "there is no engine '" + name + "'"};
    }
    const auto description = describe(id);
    const auto flags = read_flags(engine->flags, line);
    if (!description || !flags) {
      return {std::nullopt, render(description ? flags.error() : description.error())};
    }
    const auto allocation = engine->allocate(description->model, *flags);
    if (!allocation) {
      return {std::nullopt, render(allocation.error())};
    }
    const EngineFigure* found = figure_named(*allocation, figure);
    if (found == nullptr) {
      return {std::nullopt, "no figure " + figure + " here. " + allocation->refusal};
    }
    Amount amount = quotient(whole(found->numerator), whole(found->denominator));
    amount.unit = found->unit;
    return {amount, ""};
  }

  std::string path_;
  const Document& published_;
  Tree tree_;
  FigureSources sources_;
};

}  // namespace kvtally::test
