#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
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
  OperationRate matmul;       // for products of weights
  OperationRate attention;    // for products with the cache: the format that values are widened to, bf16
  std::string matmul_format;  // whose peak it is
  std::string attention_format;
  std::vector<std::string> assumptions;  // a wider format's peak was taken, a usual fraction …
};

/// The rates of a device for weights of these formats. `achieved`: with the measured fractions of peak, or the
/// usual ones of such devices (hardware.md), which are then listed. The errors: a rate that is not published,
/// named.
std::expected<Rates, std::vector<std::string>> rates_of(const Device& device, const WeightLoad& weights,
                                                        bool achieved);

/// The operations a byte at which both bounds are equal.
double ridge(const Rates& rates);

enum class Bound : unsigned char { memory, compute, link };

/// One part of a step.
struct PartTime {
  std::string name;  // "attention weights", "experts", "mla entries", "index scan", "state", "head" …
  std::string kind;  // the layer kind of a cache, or the weight part
  bool weights = false;
  Bytes bytes;  // read
  Bytes written;
  Operations operations;
  Seconds seconds;  // max of (bytes + written) ÷ bandwidth and operations ÷ peak
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

/// How a step reads the weights.
struct WeightReading {
  bool whole = false;           // everything that is stored, whatever is active (a convention of texts)
  std::optional<Bytes> active;  // so many bytes, as given (--active 37B at a byte each)
};

/// A decode step of `sequences` requests with `context` tokens each, the new one included, each of which computes
/// `tokens` tokens at once (1, or 1 + drafted ones). Experts that a batch of B tokens reads: a mean of
/// E(1−(1−k/E)^B) under uniform routing.
struct DecodeStep {
  Tokens context{1};
  std::int64_t sequences = 1;
  std::int64_t tokens = 1;
  WeightReading reading;
};
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
};
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

}  // namespace kvtally
