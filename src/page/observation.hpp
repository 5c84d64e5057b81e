#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "page/table_rows.hpp"

/// What a text says of the recipe's table, each of its figures beside ours.
namespace kvtally {

struct ObservedFigure {
  std::string what;
  std::string printed;
  std::string computed;  // in the form of `printed`, numbers with four digits
  bool holds = false;    // ours, rounded as it is printed, is what is printed
  std::string made_of;   // the rows that make it, or the division
};

struct Observation {
  std::string said;
  std::vector<ObservedFigure> figures;
  std::string why;  // what is behind figures that do not hold, or beside those that do
};

enum class Holds : std::uint8_t { no, partly, yes };

/// Of its figures none, some, all.
Holds holds(const Observation& observation);

/// A figure that holds when both texts are the same.
ObservedFigure same_text(std::string what, std::string printed, std::string computed, std::string made_of);

/// A figure that holds when the value, rounded to the digits that are printed ("1.7%"; "20x" is one digit), is
/// what is printed. `sign` stands behind the value.
ObservedFigure rounded(std::string what, std::string printed, double value, std::string_view sign,
                       std::string made_of);

/// What observations are made from: the table, and what the section's options say that the text prints.
class Observing {
 public:
  /// Options that give a text: words, or the id of a claim, which stands for what that prints.
  static std::span<const std::string_view> texts();
  /// Options that name rows by their models' ids.
  static std::span<const std::string_view> models();

  /// Refused: an option that is missing, a model that has no row, fewer rows than an observation compares.
  static Expected<Observing> of(const PageSources& sources, const SectionRecipe& recipe);

  Observing(const Observing&) = delete;  // what it names are places among its rows
  Observing& operator=(const Observing&) = delete;
  Observing(Observing&&) = default;
  Observing& operator=(Observing&&) = default;
  ~Observing() = default;

  const Words& words() const { return *words_; }
  Tokens context() const { return context_; }  // of the caches
  const std::vector<TableRow>& rows() const { return rows_; }
  Rows where(const std::function<bool(const TableRow&)>& holds) const { return rows_where(rows_, holds); }
  const std::string& printed(std::string_view option) const { return texts_.find(option)->second; }
  const Rows& named(std::string_view option) const { return models_.find(option)->second; }
  std::string name(const TableRow& row) const { return words_->name(row.row->name); }

 private:
  Observing() = default;
  const Words* words_ = nullptr;
  Tokens context_;
  std::vector<TableRow> rows_;
  std::map<std::string, std::string, std::less<>> texts_;
  std::map<std::string, Rows, std::less<>> models_;
};

// The observations, in the order of the lecture's section 0.
Observation observe_mixes(const Observing& from);     // 1: counts of mixed and uniform rows, ratios by family
Observation observe_first(const Observing& from);     // 2: the first rows, which turn one knob
Observation observe_partners(const Observing& from);  // 3: what cheap layers are paired with
Observation observe_million(const Observing& from);   // 4: contexts of 1M and more
Observation observe_ends(const Observing& from);      // 5: the largest and the smallest cache
Observation observe_declared(const Observing& from);  // 6: declared contexts
Observation observe_grown(const Observing& from);     // 7: a cache that does not grow with the model
Observation observe_new(const Observing& from);       // 8: months without a new kind of layer

}  // namespace kvtally
