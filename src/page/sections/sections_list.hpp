#pragma once

#include "page/section.hpp"

/// The kinds of sections, one file each (page/sections.cpp names them). Each gives the figures, pictures and
/// tables that its comment lists; its sentences are the recipe's. The errors are refusals of models and devices,
/// and options that mean nothing.
namespace kvtally {

/// One shape with MHA, GQA-8, MQA and its own MLA: bytes of one user, ratios, and the devices that hold them.
Expected<SectionParts> four_attentions_section(const PageSources& sources, const SectionRecipe& recipe);

/// Bytes against context of several models, with their bends and a device's memory: what each keeps at the context
/// (`at:ID`), how many tokens the device holds (`reach:ID`), the most and the least of them.
Expected<SectionParts> growth_section(const PageSources& sources, const SectionRecipe& recipe);

/// Layers, full layers and ratios of models, and how depth goes with each: two coefficients (`with_full`,
/// `with_ratio`), by each way to take the list.
Expected<SectionParts> ratio_or_count_section(const PageSources& sources, const SectionRecipe& recipe);

/// The table's maximum contexts and KV by month, each with the best so far, and two ratios between the ends of
/// KV's.
Expected<SectionParts> trends_section(const PageSources& sources, const SectionRecipe& recipe);

}  // namespace kvtally
