#include "engine/transformers/paged_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/cause_list.hpp"

namespace kvtally::transformers {

namespace {

constexpr std::int64_t kTrashBlocks = 2;      // padding reads zeros from one and writes into the other
constexpr std::int64_t kMostRequests = 1024;  // max_requests_per_batch
constexpr std::int64_t kHashBytes = 8;        // blake2b's digest, over ranks

class PagedReport {
 public:
  PagedReport(const PagedLayout& layout, const std::vector<PlacedLayer>& layers, const GenerateSetting& setting,
              Allocation& out)
      : layout_(layout), layers_(layers), setting_(setting), asked_(setting.paged), out_(out) {}

  void report() {
    hold();
    explain_bytes();
    add_figures();
    add_log();
  }

 private:
  Wide token_bytes() const { return 2 * Wide{layout_.heads} * layout_.rows.key_dim * setting_.dtype.bytes; }
  Wide block_bytes() const { return token_bytes() * layout_.groups.group_size * asked_.block_size; }
  Wide blocks() const { return layout_.num_blocks.value_or(layout_.filled); }

  void hold() {
    const Wide tokens = (blocks() + kTrashBlocks) * asked_.block_size;
    const std::string shape = fmt::format("[{}, {}, {}]", tokens, layout_.heads, layout_.rows.key_dim);
    const Bytes each{token_bytes() / 2 * tokens * layout_.groups.group_size};
    for (const char* name : {"key_cache", "value_cache"}) {
      out_.held.push_back(
          {name, fmt::format("{} tensors {}", layout_.groups.group_size, shape), std::ssize(layers_), each});
    }
    if (!layout_.num_blocks) {
      out_.assumptions.emplace_back("memory is not stated: only the blocks that the requests fill are counted");
    }
  }

  // Tokens × layers of owners (or of those that share another's memory) of one type.
  Wide layer_tokens(bool sliding, bool owners) const {
    Wide out = 0;
    for (const PlacedLayer& layer : layers_) {
      const bool own_window = layer.layer->tag == "sliding_attention";
      out += own_window == sliding && layer.parts.owns == owners ? 1 : 0;
    }
    const Wide context = setting_.context.value;
    return out * (sliding ? std::min(context, Wide{layout_.window.value_or(0)}) : context);
  }

  void explain_bytes() {
    const Wide sequences = setting_.rows();
    const Wide whole = 2 * Wide{layout_.rows.heads} * layout_.rows.key_dim * setting_.dtype.bytes;
    const Wide own = layer_tokens(false, true) + layer_tokens(true, true);
    CauseList way;
    way.add("sequences of one prompt", (sequences - setting_.batch) * own * whole);
    way.add(fmt::format("heads divided over {} ranks", setting_.tp), sequences * own * (token_bytes() - whole));
    way.add("layers that share another's memory have blocks of their own",
            sequences * token_bytes() * (layer_tokens(false, false) + layer_tokens(true, false)));
    const Wide asked = ceil_div(setting_.context.value, asked_.block_size);
    const auto rounded = [&](bool sliding, Wide each, Wide groups) {
      const Wide exact = layer_tokens(sliding, true) + layer_tokens(sliding, false);
      return sequences * (block_bytes() * groups * each - token_bytes() * exact);
    };
    way.add(fmt::format("blocks of {} tokens", asked_.block_size),
            rounded(false, asked, layout_.rule.full_groups));
    way.add("sliding windows in whole blocks",
            rounded(true, std::min(asked, Wide{layout_.rule.sliding_blocks}), layout_.rule.sliding_groups));
    way.add("complete blocks of a prompt are there once", -block_bytes() * layout_.shared_blocks * setting_.batch);
    way.add("two blocks for padding", block_bytes() * kTrashBlocks);
    const Wide free = blocks() - layout_.filled;
    way.add(free < 0 ? "requests that have to wait" : "free blocks", free * block_bytes());
    out_.causes = way.list();
  }

  void figure(std::string name, std::string unit, Wide value, Wide denominator = 1) {
    out_.figures.push_back({std::move(name), std::move(unit), value, denominator});
  }

  void add_figures() {
    figure("kv_cache_bytes", "bytes", block_bytes() * (blocks() + kTrashBlocks));
    figure("block_size", "tokens", asked_.block_size);
    figure("cache_tokens", "tokens", (blocks() + kTrashBlocks) * asked_.block_size);
    figure("key_cache_elements", "elements",
           (blocks() + kTrashBlocks) * asked_.block_size * layout_.heads * layout_.rows.key_dim);
    figure("num_groups", "groups", std::ssize(layout_.groups.types));
    figure("group_size", "layers", layout_.groups.group_size);
    figure("full_groups", "groups", layout_.rule.full_groups);
    figure("sliding_groups", "groups", layout_.rule.sliding_groups);
    figure("block_bytes", "bytes", block_bytes());
    figure("blocks_per_request", "blocks", layout_.per_request);
    figure("sliding_blocks_per_request", "blocks", layout_.rule.sliding_blocks);
    figure("requests_blocks", "blocks", layout_.filled);
    figure("max_blocks_per_request", "blocks", layout_.max_blocks_per_request);
    const bool one_full = std::ssize(layout_.groups.types) == 1 && layout_.rule.full_groups == 1;
    figure("prefix_sharing", "", one_full && asked_.allow_block_sharing ? 1 : 0);
    if (setting_.per_prompt > 1) {
      figure("fork_new_blocks", "blocks", layout_.fork_blocks);
    }
    if (setting_.tp > 1) {
      figure("block_hash_bytes", "bytes", kHashBytes);
    }
    if (asked_.cpu_offload_space) {
      figure("cpu_offload_blocks", "blocks", asked_.cpu_offload_space->value / block_bytes());
    }
    add_sized_figures();
  }

  void add_sized_figures() {
    if (layout_.num_blocks) {
      figure("num_blocks", "blocks", *layout_.num_blocks);
      figure("max_requests", "requests", std::min(*layout_.num_blocks / layout_.per_request, Wide{kMostRequests}));
    }
    if (layout_.max_batch_tokens) {
      figure("max_batch_tokens", "tokens", *layout_.max_batch_tokens);
    }
    if (asked_.available) {
      const Wide tokens = *layout_.num_blocks * asked_.block_size;
      figure("available_bytes", "bytes", asked_.available->value);
      figure("memory_footprint_bytes", "bytes",
             memory_footprint(layout_.shape, *layout_.max_batch_tokens, *layout_.num_blocks));
      figure("lm_head_peak_bytes", "bytes", lm_head_peak(layout_.shape).at(*layout_.max_batch_tokens, tokens));
      figure("attention_peak_bytes", "bytes", attention_peak(layout_.shape).at(*layout_.max_batch_tokens, tokens));
    }
  }

  void add_log() {
    if (asked_.available) {
      out_.log.push_back(
          {fmt::format("Memory available for cache allocation: {} MB", asked_.available->value >> 20),
           "MB here is MiB, rounded down"});
    }
    if (layout_.num_blocks && layout_.max_batch_tokens) {
      out_.log.push_back({fmt::format("Paged cache initialized: self.max_batch_tokens = {}, self.num_blocks = {}, "
                                      "self.block_size = {}",
                                      *layout_.max_batch_tokens, *layout_.num_blocks, asked_.block_size),
                          "without the two blocks for padding"});
      const Wide tokens = (*layout_.num_blocks + kTrashBlocks) * asked_.block_size;
      const std::string shape = fmt::format("{}, {}, {}", tokens, layout_.heads, layout_.rows.key_dim);
      out_.log.push_back({fmt::format("self.cache_shape = ({}) self.key_cache[0].shape = torch.Size([{}]) "
                                      "self.key_cache[0].numel() = {}",
                                      shape, shape, tokens * layout_.heads * layout_.rows.key_dim),
                          "one tensor of group_size for keys and as many for values"});
    }
  }

  const PagedLayout& layout_;
  const std::vector<PlacedLayer>& layers_;
  const GenerateSetting& setting_;
  const ContinuousBatching& asked_;
  Allocation& out_;
};

}  // namespace

void report_paged(const PagedLayout& layout, const std::vector<PlacedLayer>& layers,
                  const GenerateSetting& setting, Allocation& out) {
  PagedReport(layout, layers, setting, out).report();
}

}  // namespace kvtally::transformers
