#include <algorithm>
#include <numeric>

#include "engine/vllm/grouping.hpp"

namespace kvtally::vllm {

void add_hidden_states(CacheLayers& out, const Model& model, const Settings& settings) {
  if (settings.hidden_layers == 0) {
    return;
  }
  const std::int64_t hidden = model.naive.hidden_size.value_or(0);
  const Bytes row{Wide{settings.hidden_layers} * hidden * element_bytes(settings.dtype)};
  const std::int64_t last = out.specs.empty() ? 0 : out.specs.back().layer;
  LayerSpec layer{last, Part::draft, {}, row};
  layer.spec.kind = SpecKind::mla;
  layer.spec.block_size = out.block_size;
  layer.spec.row = row;
  layer.spec.shape = {settings.hidden_layers, hidden, 0};
  layer.hidden = true;
  out.specs.push_back(std::move(layer));
}

// Their blocks divide those of all groups, so that prefixes are found at the same tokens.
void append_hidden_group(Grouping& out, LayerSpec hidden) {
  const Wide page = page_of(out.specs.front().spec).value;
  if (hidden.spec.row.value > page) {
    out.refusal = "the hidden states of one token are larger than a page";
    return;
  }
  std::int64_t common = 0;
  for (const Group& group : out.groups) {
    common = std::gcd(common, out.specs[group.all.front()].spec.block_size);
  }
  const std::int64_t most = narrow(std::min(Wide{common}, page / hidden.spec.row.value)).value_or(1);
  std::int64_t block = most;
  while (common % block != 0) {
    --block;
  }
  hidden.spec.block_size = block;
  hidden.spec.padded = Bytes{page};
  out.specs.push_back(std::move(hidden));
  out.groups.push_back({{out.specs.size() - 1}, {out.specs.size() - 1}});
}

}  // namespace kvtally::vllm
