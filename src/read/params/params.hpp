#pragma once

#include <string>

#include "read/description/description.hpp"

namespace kvtally {

/// Whether a document has the keys of a params.json: `dim` and `n_layers`, and no `architectures` or model type of
/// transformers (DistilBERT's config.json has the two as well).
bool is_params(const Node& root);

/// The model of a params.json: that of Mistral's own files (dense, mixture of experts, latent, Mamba-2; a vision
/// or audio encoder beside it is not counted), and of Meta's for Llama 1 to 3, known by `multiple_of`, in which
/// n_kv_heads may be left out for n_heads. A maximum context that the file does not state is not published.
///
/// Refused with its place: a missing shape value, a window list that is not one window in a repeated pattern, an
/// encoder that keeps a cache of its own, a key that could bear on the cache and is not understood
/// (read/config/config_keys.hpp), and all that read_description refuses. The source of the rules is
/// mistral-inference's args.py and vLLM's transformers_utils/configs/mistral.py.
Expected<Description> read_params(const Tree& tree, std::string id);

}  // namespace kvtally
