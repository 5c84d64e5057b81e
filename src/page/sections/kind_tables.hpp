#pragma once

#include <string>
#include <vector>

#include "page/sections/kind_points.hpp"

/// The points of single layers as tables, and the words that their chart shares with those.
namespace kvtally {

/// "memory", "compute", in the page's language.
std::string bound_words(const Words& words, const KindPoint& point);

/// How many times below the ridge: "39.1", "313"; three digits at least.
std::string below_words(double factor);

/// A row a step of every view, for programs.
Table points_table(const Words& words, const std::vector<KindView>& views);

/// A row a layer, for people.
Table kinds_table(const Words& words, const KindView& view);

}  // namespace kvtally
