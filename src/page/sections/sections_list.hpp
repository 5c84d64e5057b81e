#pragma once

#include "page/section.hpp"

/// The kinds of sections, one file each (page/sections.cpp names them). Each gives the figures, pictures and
/// tables that its comment lists; its sentences are the recipe's. The errors are refusals of models and devices,
/// and options that mean nothing.
namespace kvtally {

/// One shape with MHA, GQA-8, MQA and its own MLA: bytes of one user, ratios, and the devices that hold them.
Expected<SectionParts> four_attentions_section(const PageSources& sources, const SectionRecipe& recipe);

/// What the lecture observes in its table, each figure as printed and as computed: true, partly, false.
Expected<SectionParts> observations_section(const PageSources& sources, const SectionRecipe& recipe);

/// The table's models by date, a lane for each knob; the first model of each kind of layer.
Expected<SectionParts> timeline_section(const PageSources& sources, const SectionRecipe& recipe);

}  // namespace kvtally
