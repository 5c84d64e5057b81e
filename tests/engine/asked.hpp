#pragma once

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/engines.hpp"
#include "model/presets.hpp"
#include "read/zoo.hpp"
#include "support/print.hpp"

/// Engines asked by a line of flags, as on the command line.
namespace kvtally::asking {

inline Expected<Allocation> asked(const Engine& engine, const Model& model, const std::string& line) {
  const auto flags = read_flags(engine.flags, line);
  return flags ? engine.allocate(model, *flags) : std::unexpected(flags.error());
}

/// The problems of a refusal, as they are shown; the reply if there was none.
inline std::string problems_of(const Engine& engine, const Model& model, const std::string& line) {
  const auto reply = asked(engine, model, line);
  return reply ? "allocated: " + reply->refusal : render(reply.error());
}

/// The same layers so many times.
struct Stretch {
  Layer layer;
  std::int64_t count = 1;
};
inline Model model_with(const std::vector<Stretch>& stretches) {
  Model model;
  model.id = "model";
  for (const Stretch& stretch : stretches) {
    append_layer(model, model.order, stretch.layer, stretch.count);
  }
  return model;
}

inline Model zoo_model(const std::string& name) {
  static const Zoo zoo(embedded_files());
  return zoo.named(name).value().model;
}

/// A figure that an engine is known to reach.
struct KnownFigure {
  std::string name;
  Wide value = 0;
  Wide denominator = 1;
};
struct KnownCase {
  std::string what;
  Model model;
  std::string flags;
  std::vector<KnownFigure> figures;
};

/// Checks every figure exactly; the number of them.
inline int check_cases(const Engine& engine, const std::vector<KnownCase>& cases) {
  int checked = 0;
  for (const KnownCase& known : cases) {
    CAPTURE(known.what);
    const auto reply = asked(engine, known.model, known.flags);
    if (!reply) {
      FAIL_CHECK(render(reply.error()));
      continue;
    }
    CHECK(reply->refusal == "");
    for (const KnownFigure& figure : known.figures) {
      CAPTURE(figure.name);
      const EngineFigure* found = figure_named(*reply, figure.name);
      if (found == nullptr) {
        FAIL_CHECK("no such figure");
        continue;
      }
      CHECK(found->numerator * figure.denominator == figure.value * found->denominator);
      ++checked;
    }
  }
  return checked;
}

}  // namespace kvtally::asking
