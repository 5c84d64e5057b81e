#include "read/text/yaml.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <sstream>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "core/text.hpp"
#include "read/text/byte_places.hpp"
#include "read/text/source_text.hpp"
#include "read/text/yaml_text.hpp"

namespace kvtally {

namespace {

// Ends the parse from inside an event.
struct Refused {
  Problem problem;
};

class Builder : public YAML::EventHandler {
 public:
  Builder(const Tree& blame, SourceText& storage, Problems& problems)
      : blame_(blame), storage_(storage), problems_(problems), places_(storage.text) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (!storage_.nodes.empty()) {
      refuse(at(mark), "a second document begins", "one document");
    }
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    check(mark, "?", anchor);
    scalar(Node::Kind::null, at(mark), {});
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    refuse(at(mark), "an alias", "the value itself (anchors and aliases are not read)");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    check(mark, tag, anchor);
    const bool plain = tag == "?";
    last_scalar_ = mark;
    const bool null = plain && (value.empty() || value == "~" || value == "null");
    scalar(null ? Node::Kind::null : plain ? Node::Kind::plain : Node::Kind::quoted, at(mark), value);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    check(mark, tag, anchor);
    open(Node::Kind::list, at(mark));
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    check(mark, tag, anchor);
    open(Node::Kind::map, at(mark));
  }
  void OnMapEnd() override { close(); }

  Place at(const YAML::Mark& mark) {
    offset_ = static_cast<std::size_t>(std::max(mark.pos, 0));
    return mark.is_null() ? Place{} : places_.at(offset_);
  }

  void check_end() {
    std::string_view rest = std::string_view(storage_.text).substr(static_cast<std::size_t>(last_scalar_.pos));
    if (rest.starts_with('!')) {  // a tag that says nothing
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n", 1), rest.size()));
    }
    if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'') && !quote_closes(rest)) {
      refuse(at(last_scalar_), "a quote that is not closed", "its other end");
    }
  }

 private:
  struct Level {
    std::size_t node;
    bool awaits_key;
    std::set<std::string_view> keys;
  };

  [[noreturn]] void refuse(Place place, std::string what, std::string expected) {
    throw Refused{blame_.problem(place, std::move(what), std::move(expected))};
  }

  void check(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    if (anchor != 0) {
      refuse(at(mark), "an anchor", "the value itself (anchors and aliases are not read)");
    }
    if (tag != "?" && tag != "!" && !tag.empty()) {
      refuse(at(mark), fmt::format("the tag '{}'", tag), "a value without a tag");
    }
  }

  std::string_view keep(const std::string& text) { return storage_.strings.emplace_back(text); }

  bool awaits_key() const { return !levels_.empty() && levels_.back().awaits_key; }

  void take_key(Place place, const std::string& text) {
    Level& level = levels_.back();
    key_ = keep(text);
    key_place_ = place;
    level.awaits_key = false;
    if (!level.keys.insert(key_).second && problems_.size() < kMostProblems) {
      problems_.push_back(
          blame_.problem(place, fmt::format("the key '{}' stands here a second time", text), "each key once"));
    }
  }

  Node& add(Node::Kind kind, Place place) {
    if (storage_.nodes.size() >= kNodeLimit) {
      refuse(place, "the document has more than 2^20 values", "fewer");
    }
    Node& node = storage_.nodes.emplace_back();
    node.kind = kind;
    node.place = place;
    if (!levels_.empty() && storage_.nodes[levels_.back().node].kind == Node::Kind::map) {
      node.key = key_;
      node.key_place = key_place_;
      levels_.back().awaits_key = true;
    }
    return node;
  }

  void scalar(Node::Kind kind, Place place, const std::string& text) {
    if (awaits_key()) {
      take_key(place, text);
      return;
    }
    add(kind, place).text = keep(text);
  }

  void open(Node::Kind kind, Place place) {
    if (levels_.size() < kDepthLimit && awaits_key()) {
      const bool flow = offset_ < storage_.text.size() && std::string_view("[{").contains(storage_.text[offset_]);
      if (flow && !bracket_closes(std::string_view(storage_.text).substr(offset_))) {
        refuse(place, "a bracket that is not closed", "its other end");
      }
      refuse(place, "a list or map as a key", "a word");
    }
    if (levels_.size() >= kDepthLimit) {
      refuse(place, "more than 64 levels of lists and maps", "fewer");
    }
    add(kind, place);
    levels_.push_back({storage_.nodes.size() - 1, kind == Node::Kind::map, {}});
  }

  void close() {
    const std::size_t node = levels_.back().node;
    storage_.nodes[node].size = static_cast<std::uint32_t>(storage_.nodes.size() - node);
    levels_.pop_back();
  }

  const Tree& blame_;
  SourceText& storage_;
  Problems& problems_;
  Places places_;
  YAML::Mark last_scalar_;
  std::size_t offset_ = 0;  // of the event
  std::vector<Level> levels_;
  std::string_view key_;
  Place key_place_;
};

Problem not_yaml(const Tree& blame, std::string_view text, Place place, const std::string& message) {
  if (const auto tab = tab_in_indentation(text, place.line)) {
    return blame.problem(*tab, "a tab in the indentation", "spaces");
  }
  return blame.problem(place, "not YAML: " + message);
}

}  // namespace

Expected<Tree> parse_yaml(std::string file, std::string text) {
  const auto source = source_text(file, std::move(text));
  if (!source) {
    return std::unexpected(source.error());
  }
  SourceText& storage = **source;
  Problems problems;
  const Tree blame = without_nodes(file, *source);
  std::istringstream stream(storage.text);
  Builder builder(blame, storage, problems);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
    builder.check_end();
  } catch (const Refused& refused) {
    problems.push_back(refused.problem);
  } catch (const YAML::Exception& error) {
    problems.push_back(not_yaml(blame, storage.text, builder.at(error.mark), error.msg));
  }
  if (problems.empty() && storage.nodes.empty()) {
    problems.push_back(blame.problem({}, "the document is empty", "a map of keys and values"));
  }
  if (!problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  return tree_of(std::move(file), *source);
}

}  // namespace kvtally
