#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "account/parameters.hpp"
#include "published/document.hpp"

/// What is known of a compiled-in model from another source than its file in modelzoo/.
namespace kvtally::test {

enum class TruthSource : std::uint8_t {
  claims,        // reports/claims.yaml, and the cells that the lecture's table prints
  observations,  // reports/published.yaml
  configs,       // the maker's config.json, another file of the maker, a public list of shapes
  counts,        // parameters as the maker prints them, or as its files hold them
};

/// "claims", "observations", "configs", "parameter counts".
std::string_view name_of(TruthSource source);

/// A truth that does not hold.
struct Broken {
  TruthSource source = TruthSource::claims;
  std::string what;  // "claim lecture.table.count", "configs/gemma-3-27b.json: vocab_size"
  friend auto operator<=>(const Broken&, const Broken&) = default;
};

/// A model's own file, changed or not, and what was read from it.
struct ZooModel {
  const Tree& tree;
  Description description;
};

/// The claims of both documents that look at a model, and its row of the lecture's table.
class ClaimTruths {
 public:
  ClaimTruths();
  void broken(const ZooModel& model, std::set<Broken>& out) const;

 private:
  struct About {
    const Claim* claim = nullptr;
    bool table = false;  // it looks at rows of the lecture's table
  };
  struct Source {
    TruthSource source;
    std::string word;  // "claim", "observation"
    Document document;
    std::map<std::string, std::vector<About>, std::less<>> about{};  // NOLINT(readability-redundant-member-init)
  };

  void find(Source& source);

  Recipe lecture_;
  ModelTable table_;
  Catalogue devices_;
  std::vector<Source> sources_;
};

/// What tests/data/zoo/truths.yaml says of one model, with the files that it names.
class FileTruths {
 public:
  /// `models`: the map of that file. A fault of it, or a model that it lacks, fails the test.
  FileTruths(const Tree& tree, const Node& models, const std::string& id);

  /// Those that do not hold, and the printed numbers of parameters that the shapes do not round to.
  void broken(const ZooModel& model, std::set<Broken>& out) const;

  /// What the model's file in modelzoo/ says otherwise (Broken::what), and why.
  const std::map<std::string, std::string, std::less<>>& differs() const { return differs_; }

 private:
  struct Config {
    std::string file;
    Model model;
  };
  struct Value {
    std::string file;                // or the source, for values that stand in truths.yaml
    std::string ours;                // key of a scalar in the model's file, as ZooNumber has it
    std::string where;               // key in the file
    std::vector<std::string> names;  // of a list of layers; else one text
  };
  struct Count {
    Wide parameters = 0;
    Wide within = 0;
    std::vector<std::string> apart;  // draft, encoder: it counts these too
  };

  void read_values(const Fields& fields);
  void read_counts(const Fields& fields);
  void values_broken(const Tree& tree, std::set<Broken>& out) const;
  void counts_broken(const ZooModel& model, std::set<Broken>& out) const;

  std::vector<Config> configs_;
  std::vector<Value> values_;
  std::vector<Count> counts_;
  std::map<std::string, std::string, std::less<>> differs_;
};

/// Names of what two models have otherwise, of that which both have: layers, widths, experts, formats of weights.
/// Norms outside of attention are left out: no config.json counts them.
std::set<std::string> differences(const Model& config, const Model& ours);

}  // namespace kvtally::test
