#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "account/prefill.hpp"
#include "account/weight_load.hpp"
#include "hardware/device.hpp"

/// The roofline (Williams, Waterman and Patterson, CACM 52(4), 2009): a part of a step takes at least its bytes ÷
/// bandwidth and at least its operations ÷ peak. Times are lower bounds; launches and the latency of links are
/// left out.
namespace kvtally {

/// Bytes per second and operations per second that times are formed with.
struct Rates {
  ByteRate bandwidth;
  std::optional<OperationRate> matmul;     // for products of most weights; nothing: not published
  std::optional<OperationRate> attention;  // for products with the cache: the format that values are widened to
  std::string matmul_format;               // whose peak it is
  std::string attention_format;            // bf16, or what stands for it
  std::vector<std::string> assumptions;    // a wider format's peak was taken, a usual fraction …
  /// For weights of single formats, by the format's name; those that are not listed have `matmul`.
  std::map<std::string, OperationRate, std::less<>> matmul_of{};  // NOLINT(readability-redundant-member-init)

  std::optional<OperationRate> matmul_for(std::string_view format) const;
};

/// The unit that multiplies weights of a format: fp8 and int8 ones in their own, nvfp4 in fp4; all other narrow
/// ones (int4, mxfp4, GGML's) are widened to bf16 first, as kernels without 8-bit activations do.
std::string_view unit_for(std::string_view weight_format);

/// The rates of a device for weights of these formats. `achieved`: with the measured fractions of peak, or the
/// usual ones of such devices (hardware.md), which are then listed. A peak that is not published is nothing, and
/// an assumption says so: the bound by bandwidth still holds. The error: no bandwidth is published.
std::expected<Rates, std::vector<std::string>> rates_of(const Device& device, const WeightLoad& weights,
                                                        bool achieved);

/// The operations a byte at which both bounds are equal, in the format of attention; nothing where its peak is not
/// published.
std::optional<double> ridge(const Rates& rates);

enum class Bound : unsigned char { memory, compute, link };

/// What one part of a step moves and multiplies: the same on every device.
struct PartWork {
  std::string name;  // "attention weights", "experts", "mla entries", "index scan", "state", "head" …
  std::string kind;  // the layer kind of a cache, or the weight part
  bool weights = false;
  Bytes bytes;  // read
  Bytes written;
  /// Multiply-adds by the format of the weights; those with the cache under "".
  std::map<std::string, MultiplyAdds, std::less<>> macs;
};
using StepWork = std::vector<PartWork>;

/// A part's work in the time of a device.
struct PartTime {
  std::string name;
  std::string kind;
  bool weights = false;
  Bytes bytes;  // read
  Bytes written;
  Operations operations;
  Seconds moving;     // (bytes + written) ÷ bandwidth
  Seconds computing;  // operations ÷ peak; 0 where no peak is published
  Seconds seconds;    // the larger one
  Bound bound = Bound::memory;
};

/// A step, or a prefill, on one device.
struct StepTime {
  std::vector<PartTime> parts;
  Bytes weight_bytes;
  Bytes cache_bytes;  // entries, index keys, states and open buffers that are read
  Bytes written_bytes;
  Operations operations;
  Seconds weight_seconds;  // weight_bytes ÷ bandwidth
  Seconds cache_seconds;   // cache_bytes ÷ bandwidth
  Seconds total;           // the parts one after the other
  Seconds overlapped;      // all bytes against all operations: no schedule is faster
  Bound bound = Bound::memory;
};

/// The work at a device's rates. Parts that do nothing are left out.
StepTime time_of(const StepWork& work, const Rates& rates);

/// How a step reads the weights.
struct WeightReading {
  bool whole = false;           // everything that is stored, whatever is active (a convention of texts)
  std::optional<Bytes> active;  // so many bytes, as given (--active 37B at a byte each)
};

/// Operations ÷ bytes, read and written; nothing where no byte is moved.
std::optional<double> intensity(Operations operations, Bytes bytes);

/// How a device shares a step with others that hold the same layers; each alone by default.
struct Dealing {
  std::int64_t position_groups = 1;  // over which a request's positions are dealt: it reads the mean share of each
  std::int64_t expert_groups = 1;    // whose tokens, as many each, meet at its experts
};

/// A decode step of `sequences` requests with `context` tokens each, the new one included, each of which computes
/// `tokens` tokens at once (1, or 1 + drafted ones that follow it). Experts that a batch of B tokens reads: a mean
/// of E(1−(1−k/E)^B) under uniform routing.
struct DecodeStep {
  Tokens context{1};
  std::int64_t sequences = 1;
  std::int64_t tokens = 1;
  WeightReading reading;
  Dealing dealing{};  // NOLINT(readability-redundant-member-init)
};
StepWork decode_work(const Model& model, const WeightLoad& weights, const DecodeStep& step);
StepTime decode_time(const Model& model, const WeightLoad& weights, const DecodeStep& step, const Rates& rates);

/// The prefill of `sequences` prompts of `prompt` tokens behind `prefix` stored ones, in chunks of `chunk` tokens
/// of each (0: in one), each of which reads the weights once. `all_logits`: the head runs on every position, not
/// on the last alone.
struct Prefill {
  Tokens prefix;
  Tokens prompt{1};
  std::int64_t chunk = 0;
  std::int64_t sequences = 1;
  bool all_logits = false;
  WeightReading reading;
  Dealing dealing{};  // NOLINT(readability-redundant-member-init)
};
/// The cost of these grows with the number of chunks.
StepWork prefill_work(const Model& model, const WeightLoad& weights, const Prefill& prefill);
StepTime prefill_time(const Model& model, const WeightLoad& weights, const Prefill& prefill, const Rates& rates);

/// The experts of E that a batch of `tokens` tokens reads when each chooses k of them at random: E(1−(1−k/E)^B).
double experts_read(std::int64_t experts, std::int64_t chosen, std::int64_t tokens);

/// Multiply-adds of a forward pass over P tokens in which every position gets logits: those of attention (scores
/// and indexers, causal, latents expanded), and all. Embeddings multiply nothing.
struct PassArithmetic {
  MultiplyAdds attention;
  MultiplyAdds all;
};
PassArithmetic pass_arithmetic(const Model& model, const WeightLoad& weights, Tokens tokens);

/// Whether every count of such a pass stays below 2^120, so that none of the above can overflow: `tokens` tokens
/// of `sequences` requests each, behind a prefix.
bool countable(const Model& model, const WeightLoad& weights, const Prefill& prefill);

}  // namespace kvtally
