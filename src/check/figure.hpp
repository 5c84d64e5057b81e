#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "check/amount.hpp"
#include "engine/engines.hpp"
#include "hardware/catalogue.hpp"
#include "read/fields.hpp"
#include "report/model_table.hpp"

namespace kvtally {

/// What a figure is: a number with its unit, or a text such as a month or a list of layers.
using Value = std::variant<Amount, std::string>;

std::string print_value(const Value& value);

/// A way to be wrong that calculators and texts have been seen to take: what it makes of a model, of a context or
/// of a number of requests. Nothing: it leaves that as it is.
struct Mistake {
  std::string name;                                   // behind "as if": "the window were ignored"
  std::function<void(Model&)> model{};                // NOLINT(readability-redundant-member-init)
  std::function<Tokens(Tokens)> context{};            // NOLINT(readability-redundant-member-init)
  std::function<std::int64_t(std::int64_t)> batch{};  // NOLINT(readability-redundant-member-init)
};

/// Where figures are taken from.
struct FigureSources {
  Describe describe;                  // a model by its id
  const ModelTable* table = nullptr;  // whose rows the table.* figures look at
  const Catalogue* devices = nullptr;
  /// Made one after the other, once a figure's model has its formats.
  std::vector<const Mistake*> mistakes{};  // NOLINT(readability-redundant-member-init)
  std::span<const Engine> engines = kvtally::engines();
};

struct FigureKind;

/// A figure as a document asks for it: `{figure: show.kv_bytes, model: llama-2-7b, context: 4096}`. A figure may
/// take others (`{figure: ratio, of: {…}, to: {…}}`), and a number stands for itself (`to: 2 bytes`).
class Ask {
 public:
  /// Notes a problem when the node is no figure, has a key that the figure does not know, or lacks one.
  Ask(const Tree& tree, const Node& node, const FigureSources& sources, Problems& problems)
      : fields_(tree, node, problems, "a figure"), sources_(&sources) {}

  /// The figure; nothing after its problems were noted.
  std::optional<Value> compute() const;

  /// Notes what is wrong with the asking itself: an unknown figure, key, model, device or format, a missing key, a
  /// context that is none. What it leaves is for compute() to refuse. `models` false: whether models and devices
  /// can be had is not looked at, since a refusal is what is expected.
  void check(bool models) const;

  const Fields& fields() const { return fields_; }
  const FigureSources& sources() const { return *sources_; }

  // What figures are asked with. Each notes a problem where there is nothing to give.
  std::optional<Model> model() const;  // with the formats and the attention that are asked for
  std::optional<Tokens> context(std::string_view key = "context") const;
  std::optional<std::int64_t> batch(std::string_view key = "batch") const;  // 1 where none is given
  std::optional<Device> device() const;                                     // `on`: a word of Catalogue::find
  std::optional<Amount> number(std::string_view key) const;
  std::optional<std::vector<Value>> values(std::string_view key) const;

  /// Notes that the figure cannot be had, and why.
  std::nullopt_t refuse(std::string what, std::string expected = {}) const;

 private:
  const FigureKind* kind() const;  // nothing after a problem was noted
  std::optional<Value> value_of(const Node& node) const;

  Fields fields_;
  const FigureSources* sources_;
};

/// A figure by its name, and the keys that it may be asked with beside `figure`. One that takes `model` takes
/// model_keys() too.
struct FigureKind {
  std::string_view name;
  std::vector<std::string_view> keys;
  std::optional<Value> (*compute)(const Ask&);
};

std::span<const FigureKind> sheet_figures();       // show.*: what `kvtally show` prints
std::span<const FigureKind> layer_figures();       // layers, what they keep, facts of a model
std::span<const FigureKind> table_figures();       // over the rows of a report's table
std::span<const FigureKind> curve_figures();       // the pieces of the curve against the context
std::span<const FigureKind> roofline_figures();    // what reading the caches takes on a device
std::span<const FigureKind> step_figures();        // what a decode step and a prefill take there
std::span<const FigureKind> fit_figures();         // what a model takes of devices' memory
std::span<const FigureKind> plan_figures();        // the smallest deployment
std::span<const FigureKind> census_figures();      // over transformers' configuration files
std::span<const FigureKind> engine_figures();      // what engines allocate and work out
std::span<const FigureKind> executor_figures();    // what the reference executor counts
std::span<const FigureKind> arithmetic_figures();  // of other figures

/// The other attention and the formats that a model may be asked with.
std::span<const std::string_view> model_keys();

/// Those of all groups.
std::vector<const FigureKind*> all_figures();

}  // namespace kvtally
