#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/limits.hpp"
#include "read/description/origin.hpp"
#include "read/fields.hpp"

namespace kvtally {

/// What composing a description's layers leaves behind beside the layers.
struct Trace {
  Origins origins;
  std::set<std::string, std::less<>> asked;  // keys that some layer asked for
  std::set<const Node*> read;                // values that some layer read
  std::vector<std::string> assumptions;

  void assume(std::string sentence);
};

/// The parameters of one layer type: those given for it alone, and behind them those of the whole model.
class Scope {
 public:
  Scope(std::string layer, const Fields& general, const Fields* special, Trace& trace)
      : layer_(std::move(layer)), general_(&general), special_(special), trace_(&trace) {}

  bool has(std::string_view key) const { return holder(key) != nullptr; }

  /// The integer, or nothing when it is absent.
  std::optional<std::int64_t> optional(std::string_view key, std::int64_t low = 1,
                                       std::int64_t high = limits::kDimension) const;
  /// The integer; when it is absent or wrong a problem is noted and `low` or 1 stands in, so that reading goes on.
  std::int64_t need(std::string_view key, std::int64_t low = 1, std::int64_t high = limits::kDimension) const;
  bool flag(std::string_view key) const;
  std::string text(std::string_view key) const;

  /// head_dim, or hidden_size ÷ num_attention_heads where that is whole.
  std::int64_t head_dim() const;

  /// How many problems the file has so far: what follows from a value that was refused is not said again.
  std::size_t problems() const { return general_->problems().size(); }

  void report(std::string_view key, std::string what, std::string expected, std::string suggestion = {}) const;
  void assume(std::string sentence) const { trace_->assume(std::move(sentence)); }
  /// Positions of the encoder, max_source_positions; "unlimited" has a count of none.
  Fixed encoder_positions() const;
  const std::string& layer() const { return layer_; }

 private:
  const Fields* holder(std::string_view key) const;
  void note(std::string_view key, std::string value, Place place, std::string how) const;

  std::string layer_;
  const Fields* general_;
  const Fields* special_;
  Trace* trace_;
};

}  // namespace kvtally
