#pragma once

#include "page/section.hpp"

/// The kinds of sections, one file each (page/sections.cpp names them). Each gives the figures, pictures and
/// tables that its comment lists; its sentences are the recipe's. The errors are refusals of models and devices,
/// and options that mean nothing.
namespace kvtally {

/// One shape with MHA, GQA-8, MQA and its own MLA: bytes of one user, ratios, and the devices that hold them.
Expected<SectionParts> four_attentions_section(const PageSources& sources, const SectionRecipe& recipe);

/// The bytes that DSA keeps and reads over contexts, beside the same shape with full attention.
Expected<SectionParts> kept_read_section(const PageSources& sources, const SectionRecipe& recipe);

/// The masks of the five kinds of the lecture's section 6.1, observed while small layers run in the executor.
Expected<SectionParts> masks_section(const PageSources& sources, const SectionRecipe& recipe);

/// Multiply-adds of a latent's two forms, expanded and absorbed, over contexts and over tokens computed at once.
Expected<SectionParts> naive_absorbed_section(const PageSources& sources, const SectionRecipe& recipe);

/// What kinds keep and read of a layer: fixed rates against choices at run time.
Expected<SectionParts> run_time_choice_section(const PageSources& sources, const SectionRecipe& recipe);

/// One entry of DeepSeek-V4 beside one of V3.2, and what each keeps of a long context.
Expected<SectionParts> v4_entry_section(const PageSources& sources, const SectionRecipe& recipe);

}  // namespace kvtally
