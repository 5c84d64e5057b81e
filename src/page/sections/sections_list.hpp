#pragma once

#include "page/section.hpp"

/// The kinds of sections, one file each (page/sections.cpp names them). Each gives the figures, pictures and
/// tables that its comment lists; its sentences are the recipe's. The errors are refusals of models and devices,
/// and options that mean nothing.
namespace kvtally {

/// One step of one user in time: the weights, and the cache of one shape with four attentions and of a model that
/// chooses what it reads.
Expected<SectionParts> decode_section(const PageSources& sources, const SectionRecipe& recipe);

/// One shape with MHA, GQA-8, MQA and its own MLA: bytes of one user, ratios, and the devices that hold them.
Expected<SectionParts> four_attentions_section(const PageSources& sources, const SectionRecipe& recipe);

/// Operations a byte at which memory and arithmetic take equal time: of a device against its main memory and
/// against one on the chip, and of other devices.
Expected<SectionParts> ridge_points_section(const PageSources& sources, const SectionRecipe& recipe);

}  // namespace kvtally
