#pragma once

#include <string>
#include <vector>

#include "page/words.hpp"
#include "report/chart.hpp"
#include "report/curve.hpp"

/// What the section on growth says of curves, in the page's language. The curves are in bf16, of one request, and
/// have a limit.
namespace kvtally {

/// How many tokens the device of its limit holds: "1,217,035", "any number", "not even one".
std::string reach_words(const Curve& curve, const Words& words);

/// Bytes for each further token: "5,536", or with three decimals where it is no whole number.
std::string growth_words(const Fraction<Bytes>& bytes);

/// The texts of the chart of these curves (report/curve_chart.hpp) in the page's language.
void say_in_words(Chart& chart, const std::vector<Curve>& curves, const Words& words, Units units);

/// Each straight piece as constant + slope x S, and what it comes to at the context.
std::vector<std::string> growth_arithmetic(const std::vector<Curve>& curves, Tokens context, const Words& words,
                                           Units units);

/// What the curves count, and which models end before they do.
std::vector<std::string> growth_notes(const std::vector<Curve>& curves, const Words& words);

}  // namespace kvtally
