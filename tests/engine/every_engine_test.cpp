#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <set>

#include "check/amount.hpp"
#include "engine/engines.hpp"
#include "engine/log_agreement.hpp"
#include "engine/our_flags.hpp"
#include "read/text/embedded.hpp"
#include "read/zoo.hpp"
#include "support/print.hpp"

namespace kvtally::every_engine_test {

namespace {

const std::vector<Model>& zoo_models() {
  static const std::vector<Model> models = [] {
    std::vector<Model> out;
    const Zoo zoo(embedded_files());
    for (const std::string& id : zoo.ids()) {
      out.push_back(zoo.describe(id)->model);
    }
    return out;
  }();
  return models;
}

// What each engine allocates for each model that it can hold, two requests of 8192 tokens.
template <class Visit>
void each_allocation(const Visit& visit) {
  for (const Engine& engine : engines()) {
    const auto flags = named_by_engine(engine, {{"--context", "8192"}, {"--batch", "2"}});
    REQUIRE_MESSAGE(flags.has_value(), engine.name);
    for (const Model& model : zoo_models()) {
      if (const auto allocation = engine.allocate(model, *flags)) {
        CAPTURE(engine.name);
        CAPTURE(model.id);
        visit(engine, *allocation);
      }
    }
  }
}

TEST_CASE("flags have the names that all engines share, none that help has, and a default among their choices") {
  for (const Engine& engine : engines()) {
    CAPTURE(engine.name);
    for (const EngineFlag& flag : engine.flags) {
      for (const std::string_view name : flag.names) {
        CAPTURE(name);
        CHECK(name != "-h");
        CHECK(name != "--help");
      }
      const bool listed = std::ranges::find(flag.choices, flag.fallback) != flag.choices.end();
      CHECK((flag.choices.empty() || flag.fallback.empty() || listed));
    }
    for (const std::string_view ours : {"--context", "--batch", "--engine-version"}) {
      CHECK_MESSAGE(flag_with(engine, ours) != nullptr, ours);
    }
  }
}

TEST_CASE("need and causes add up to what is held, for the requests that were asked for") {
  int count = 0;
  each_allocation([&](const Engine& engine, const Allocation& allocation) {
    ++count;
    CHECK(allocation.engine == engine.name);
    CHECK(allocation.context >= Tokens{8192});
    CHECK(allocation.requests >= 2);
    Bytes held;
    Bytes explained = allocation.needed;
    for (const EngineHold& hold : allocation.held) {
      held += hold.bytes;
    }
    for (const EngineCause& cause : allocation.causes) {
      explained += cause.bytes;
      CHECK_FALSE(cause.what.empty());
    }
    CHECK(held == allocation.allocated);
    CHECK((explained == allocation.allocated || !allocation.refusal.empty()));
  });
  MESSAGE(count << " allocations of " << engines().size() << " engines");
}

TEST_CASE("each figure has a name of its own, and a unit that check files know") {
  each_allocation([](const Engine&, const Allocation& allocation) {
    std::set<std::string_view> names;
    for (const EngineFigure& figure : allocation.figures) {
      CAPTURE(figure.name);
      CHECK(names.insert(figure.name).second);
      CHECK(figure.denominator > 0);
      const auto unit = parse_amount("1 " + figure.unit);
      CHECK_MESSAGE((unit && unit->amount.unit == figure.unit), figure.unit);
    }
  });
}

TEST_CASE("what an engine prints it reads, and it agrees with what is computed") {
  int lines = 0;
  each_allocation([&](const Engine& engine, const Allocation& allocation) {
    for (const EngineLogLine& line : allocation.log) {
      const auto reading = engine.read_log(line.text);
      CHECK_MESSAGE(reading.has_value(), line.text);
      for (const LogQuantity& quantity : reading ? reading->quantities : std::vector<LogQuantity>{}) {
        const LogAgreement agreement = agreement_of(quantity, allocation);
        CHECK_MESSAGE((agreement.agrees || !agreement.computed), line.text << ": " << quantity.name);
        ++lines;
      }
    }
  });
  MESSAGE(lines << " quantities of log lines");
}

}  // namespace

}  // namespace kvtally::every_engine_test
