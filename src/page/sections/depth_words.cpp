#include "page/sections/depth_words.hpp"

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/correlation.hpp"
#include "model/mixture.hpp"

namespace kvtally {

namespace {

constexpr std::int64_t kEvery = 4;  // the lecture's rule for Kimi's two: one full layer in four, and the last one

// "4, 8, 12, 16, 20, 24, 27".
std::string places_of(const std::vector<std::int64_t>& places) {
  return fmt::format("{}", fmt::join(places, ", "));
}

std::vector<std::int64_t> full_places(const Model& model) {
  std::vector<std::int64_t> out;
  std::int64_t place = 0;
  for (const std::size_t layer : unrolled(model.order)) {
    ++place;
    if (keeps_all(model.layers[layer])) {
      out.push_back(place);
    }
  }
  return out;
}

std::vector<std::int64_t> places_by_rule(std::int64_t layers) {
  std::vector<std::int64_t> out;
  for (std::int64_t place = 1; place <= layers; ++place) {
    if (place % kEvery == 0 || place == layers) {
      out.push_back(place);
    }
  }
  return out;
}

struct Sums {
  double n = 0, x = 0, y = 0, xy = 0, xx = 0, yy = 0;
};

// r from sums alone, as a pocket calculator takes it.
std::string coefficient_line(std::string_view text, const std::vector<std::pair<double, double>>& pairs,
                             const Words& words) {
  Sums s;
  for (const auto& [x, y] : pairs) {
    s = {s.n + 1, s.x + x, s.y + y, s.xy + x * y, s.xx + x * x, s.yy + y * y};
  }
  const auto number = [](double value) { return fmt::format("{:.8g}", value); };
  const std::string r = coefficient_words(correlation(pairs).value_or(0));
  return words.fill(text, {{"n", number(s.n)},
                           {"x", number(s.x)},
                           {"y", number(s.y)},
                           {"xy", number(s.xy)},
                           {"xx", number(s.xx)},
                           {"yy", number(s.yy)},
                           {"r", r}});
}

}  // namespace

std::vector<std::string> coefficient_arithmetic(const std::vector<Depth>& models, const Words& words) {
  std::vector<std::pair<double, double>> full;
  std::vector<std::pair<double, double>> ratio;
  for (const Depth& model : models) {
    full.emplace_back(static_cast<double>(model.layers), static_cast<double>(model.full));
    ratio.emplace_back(static_cast<double>(model.layers), ratio_of(model));
  }
  return {
      words.say(
          "x: layers, y: full layers or the ratio; r = (n Σxy - Σx Σy) / √((n Σx² - (Σx)²) (n Σy² - (Σy)²))"),
      coefficient_line("Full layers: n {n}, Σx {x}, Σy {y}, Σxy {xy}, Σx² {xx}, Σy² {yy}: r = {r}", full, words),
      coefficient_line("Ratio: n {n}, Σx {x}, Σy {y}, Σxy {xy}, Σx² {xx}, Σy² {yy}: r = {r}", ratio, words)};
}

std::string placement_words(const Model& model, const Words& words) {
  const std::vector<std::int64_t> places = full_places(model);
  const std::int64_t layers = layer_count(model.order);
  const Values values{{"model", model.name},
                      {"layers", fmt::format("{}", layers)},
                      {"every", fmt::format("{}", kEvery)},
                      {"whole", fmt::format("{}", layers / kEvery)},
                      {"rule", fmt::format("{}", places_by_rule(layers).size())},
                      {"full", fmt::format("{}", places.size())},
                      {"places", places_of(places)}};
  return places == places_by_rule(layers)
             ? words.fill(
                   "{model}: one in {every} of {layers} layers gives {whole}, and with the last layer {rule}; "
                   "its list has these {full}: {places}",
                   values)
             : words.fill(
                   "{model}: one in {every} of {layers} layers and the last one would be {rule}; its list has "
                   "{full} others: {places}",
                   values);
}

}  // namespace kvtally
