#pragma once

#include "page/section.hpp"

/// The kinds of sections, one file each (page/sections.cpp names them). Each gives the figures, pictures and
/// tables that its comment lists; its sentences are the recipe's. The errors are refusals of models and devices,
/// and options that mean nothing.
namespace kvtally {

/// The claims of the report's texts: the errata with what is printed and what is computed, smaller differences,
/// what must stay unknown, and the cells of the models' table that differ.
Expected<SectionParts> errata_section(const PageSources& sources, const SectionRecipe& recipe);

/// One shape with MHA, GQA-8, MQA and its own MLA: bytes of one user, ratios, and the devices that hold them.
Expected<SectionParts> four_attentions_section(const PageSources& sources, const SectionRecipe& recipe);

/// The report's table of models, and the largest and the smallest cache among the large ones.
Expected<SectionParts> models_table_section(const PageSources& sources, const SectionRecipe& recipe);

}  // namespace kvtally
