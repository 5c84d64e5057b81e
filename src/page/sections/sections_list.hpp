#pragma once

#include "page/section.hpp"

/// The kinds of sections, one file each (page/sections.cpp names them). Each gives the figures, pictures and
/// tables that its comment lists; its sentences are the recipe's. The errors are refusals of models and devices,
/// and options that mean nothing.
namespace kvtally {

/// Attention's share of a pass's multiply-adds against length.
Expected<SectionParts> attention_share_section(const PageSources& sources, const SectionRecipe& recipe);

/// Models side by side at a context: what each keeps of one user, by parts.
Expected<SectionParts> comparison_section(const PageSources& sources, const SectionRecipe& recipe);

/// One step of one user in time: the weights, and the cache of one shape with four attentions and of a model that
/// chooses what it reads.
Expected<SectionParts> decode_section(const PageSources& sources, const SectionRecipe& recipe);

/// The claims of the report's texts: the errata with what is printed and what is computed, smaller differences,
/// what must stay unknown, and the cells of the models' table that differ.
Expected<SectionParts> errata_section(const PageSources& sources, const SectionRecipe& recipe);

/// The devices that a model takes for so many users, and what the fullest of them holds.
Expected<SectionParts> fit_section(const PageSources& sources, const SectionRecipe& recipe);

/// One shape with MHA, GQA-8, MQA and its own MLA: bytes of one user, ratios, and the devices that hold them.
Expected<SectionParts> four_attentions_section(const PageSources& sources, const SectionRecipe& recipe);

/// Bytes against context of several models, with their bends and a device's memory: what each keeps at the context
/// (`at:ID`), how many tokens the device holds (`reach:ID`), the most and the least of them.
Expected<SectionParts> growth_section(const PageSources& sources, const SectionRecipe& recipe);

/// The bytes that DSA keeps and reads over contexts, beside the same shape with full attention.
Expected<SectionParts> kept_read_section(const PageSources& sources, const SectionRecipe& recipe);

/// The layers of models by sorts: how many, what each keeps, and the bytes of all of them at a context.
Expected<SectionParts> layers_section(const PageSources& sources, const SectionRecipe& recipe);

/// The masks of the five kinds of the lecture's section 6.1, observed while small layers run in the executor.
Expected<SectionParts> masks_section(const PageSources& sources, const SectionRecipe& recipe);

/// The report's table of models, and the largest and the smallest cache among the large ones.
Expected<SectionParts> models_table_section(const PageSources& sources, const SectionRecipe& recipe);

/// Multiply-adds of a latent's two forms, expanded and absorbed, over contexts and over tokens computed at once.
Expected<SectionParts> naive_absorbed_section(const PageSources& sources, const SectionRecipe& recipe);

/// What the lecture observes in its table, each figure as printed and as computed: true, partly, false.
Expected<SectionParts> observations_section(const PageSources& sources, const SectionRecipe& recipe);

/// The deployments of a model that no other betters: devices against the time of a token.
Expected<SectionParts> plan_section(const PageSources& sources, const SectionRecipe& recipe);

/// Layers, full layers and ratios of models, and how depth goes with each: two coefficients (`with_full`,
/// `with_ratio`), by each way to take the list.
Expected<SectionParts> ratio_or_count_section(const PageSources& sources, const SectionRecipe& recipe);

/// How contexts grew, and what of that is kept less, read less and bought.
Expected<SectionParts> receipt_section(const PageSources& sources, const SectionRecipe& recipe);

/// Operations a byte at which memory and arithmetic take equal time: of a device against its main memory and
/// against one on the chip, and of other devices.
Expected<SectionParts> ridge_points_section(const PageSources& sources, const SectionRecipe& recipe);

/// Where one layer of each kind stands under a device's roofline, decode and prefill, in bf16 and fp8.
Expected<SectionParts> roofline_section(const PageSources& sources, const SectionRecipe& recipe);

/// What kinds keep and read of a layer: fixed rates against choices at run time.
Expected<SectionParts> run_time_choice_section(const PageSources& sources, const SectionRecipe& recipe);

/// A decode step on a device by its parts: bytes, operations, which of the two bounds each.
Expected<SectionParts> step_section(const PageSources& sources, const SectionRecipe& recipe);

/// The table's models by date, a lane for each knob; the first model of each kind of layer.
Expected<SectionParts> timeline_section(const PageSources& sources, const SectionRecipe& recipe);

/// The table's maximum contexts and KV by month, each with the best so far, and two ratios between the ends of
/// KV's.
Expected<SectionParts> trends_section(const PageSources& sources, const SectionRecipe& recipe);

/// One entry of DeepSeek-V4 beside one of V3.2, and what each keeps of a long context.
Expected<SectionParts> v4_entry_section(const PageSources& sources, const SectionRecipe& recipe);

/// Multiply-adds to generate N tokens with a cache, and without one.
Expected<SectionParts> without_cache_section(const PageSources& sources, const SectionRecipe& recipe);

}  // namespace kvtally
