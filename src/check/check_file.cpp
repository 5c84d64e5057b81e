#include "check/check_file.hpp"

#include <array>
#include <fmt/format.h>
#include <set>

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 6> kCheckKeys{"id", "what", "expected", "equal", "error", "note"};

// A figure, or a place where one is to be recorded.
void check_expected(const Fields& fields, const FileCheck& check, bool recording) {
  const Node* expected = fields.find("expected");
  if (expected != nullptr && check.error) {
    fields.report(expected->place, "expected stands beside error", "one of them");
  }
  if (check.error && fields.find("equal") != nullptr) {
    fields.report(fields.find("equal")->place, "equal stands beside error", "a message is compared as a whole");
  }
  if (expected == nullptr && !check.error && !recording) {
    fields.report_missing("expected", "a figure with its unit, or error: the message of its refusal");
  }
  const bool number = check.figure.equality != Equality::text && check.figure.equality != Equality::exact;
  const auto amount = parse_amount(check.figure.expected);
  if (expected != nullptr && number && !amount) {
    fields.report(expected->place, fmt::format("expected is '{}': {}", check.figure.expected, amount.error()),
                  "a number with its unit");
  }
}

FileCheck read_check(const Fields& document, const Node& node, const FigureSources& sources, bool recording) {
  const Fields fields(document.tree(), node, document.problems(), "a check");
  FileCheck out;
  if (node.kind != Node::Kind::map) {
    return out;
  }
  fields.refuse_unknown(kCheckKeys);
  out.place = node.place;
  const Node* expected = fields.find("expected");
  out.expected_place = expected == nullptr ? Place{} : expected->place;
  out.id = fields.required_text("id");
  out.figure = read_expectation(fields);
  out.error = fields.text("error");
  out.note = fields.text("note").value_or("");
  check_expected(fields, out, recording);
  if (out.figure.what == nullptr) {
    fields.report_missing("what", "a figure and what it is asked with");
  } else {
    Ask(document.tree(), *out.figure.what, sources, document.problems()).check(!out.error);
  }
  return out;
}

}  // namespace

bool is_check_file(const Tree& tree) {
  return tree.root().kind == Node::Kind::map && member(tree.root(), "checks") != nullptr;
}

Expected<CheckFile> read_check_file(const Tree& tree, const FigureSources& sources, bool recording) {
  Problems problems;
  const Fields fields(tree, tree.root(), problems);
  if (!problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  fields.refuse_unknown(std::array<std::string_view, 2>{"title", "checks"});
  CheckFile out;
  out.title = fields.text("title").value_or("");
  const Node* list = fields.find("checks");
  if (list == nullptr) {
    fields.report_missing("checks", "a list of expectations");
  } else if (list->kind != Node::Kind::list || Children(*list).count() == 0) {
    fields.report(list->place,
                  fmt::format("checks is {}", list->kind == Node::Kind::list ? "an empty list" : described(*list)),
                  "a list of expectations");
  } else {
    std::set<std::string> ids;
    for (const Node& node : Children(*list)) {
      out.checks.push_back(read_check(fields, node, sources, recording));
      if (const std::string& id = out.checks.back().id; !id.empty() && !ids.insert(id).second) {
        fields.report(node.place, fmt::format("the id {} is taken", id), "another one for each check");
      }
    }
  }
  return problems.empty() ? Expected<CheckFile>(std::move(out)) : std::unexpected(distinct(std::move(problems)));
}

}  // namespace kvtally
