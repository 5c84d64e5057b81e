#pragma once

#include "page/section.hpp"

/// The kinds of sections, one file each (page/sections.cpp names them). Each gives the figures, pictures and
/// tables that its comment lists; its sentences are the recipe's. The errors are refusals of models and devices,
/// and options that mean nothing.
namespace kvtally {

/// One shape with MHA, GQA-8, MQA and its own MLA: bytes of one user, ratios, and the devices that hold them.
Expected<SectionParts> four_attentions_section(const PageSources& sources, const SectionRecipe& recipe);

/// Where one layer of each kind stands under a device's roofline, decode and prefill, in bf16 and fp8.
Expected<SectionParts> roofline_section(const PageSources& sources, const SectionRecipe& recipe);

/// Attention's share of a pass's multiply-adds against length.
Expected<SectionParts> attention_share_section(const PageSources& sources, const SectionRecipe& recipe);

/// Multiply-adds to generate N tokens with a cache, and without one.
Expected<SectionParts> without_cache_section(const PageSources& sources, const SectionRecipe& recipe);

/// How contexts grew, and what of that is kept less, read less and bought.
Expected<SectionParts> receipt_section(const PageSources& sources, const SectionRecipe& recipe);

}  // namespace kvtally
