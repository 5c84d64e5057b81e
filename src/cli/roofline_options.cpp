#include "cli/roofline_options.hpp"

#include <charconv>
#include <fmt/format.h>

#include "cli/values.hpp"
#include "core/text.hpp"
#include "hardware/catalogue.hpp"
#include "model/limits.hpp"
#include "read/text/embedded.hpp"

namespace kvtally::cli {

namespace {

using Given = std::optional<std::string>;

constexpr std::int64_t kMostChunks = 100'000;  // each is worked out on its own
constexpr std::int64_t kMostDrafted = 64;
constexpr std::size_t kMostBatches = 1000;

class RooflineValueReader : public ValueReader {
 public:
  // Digits with at most one point, from 0 to 1.
  std::optional<double> share(std::string_view option, const Given& text) {
    if (!text) {
      return std::nullopt;
    }
    double value = -1;
    const auto read = std::from_chars(text->data(), text->data() + text->size(), value, std::chars_format::fixed);
    const bool plain = text->find_first_not_of("0123456789.") == std::string::npos && !text->empty();
    if (!plain || read.ec != std::errc{} || read.ptr != text->data() + text->size() || value > 1) {
      wrong(option, fmt::format("'{}' is no share", *text), "a number from 0 to 1, such as 0.8");
      return std::nullopt;
    }
    return value;
  }

  std::vector<std::int64_t> batches(const Given& text) {
    std::vector<std::int64_t> out;
    if (!text) {
      return out;
    }
    const std::vector<std::string_view> items = split(*text, ',');
    if (items.empty() || items.size() > kMostBatches) {
      wrong("--batches", items.empty() ? "a number is missing" : "there are more than 1000 of them", "1,2,4,8");
      return out;
    }
    for (const std::string_view item : items) {
      if (const auto batch = integer("--batches", std::string(item), 1, limits::kBatch)) {
        out.push_back(*batch);
      }
    }
    return out;
  }

  std::optional<Drafting> drafting(const Given& drafted, const Given& acceptance) {
    const auto count = integer("--draft", drafted, 1, kMostDrafted);
    const auto share = this->share("--acceptance", acceptance);
    if (drafted && !acceptance) {
      wrong("--draft", "which share of the drafted tokens is accepted is not given", "--acceptance 0.8, say");
    }
    if (acceptance && !drafted) {
      wrong("--acceptance", "no number of drafted tokens is given", "--draft 1, say");
    }
    return count && share ? std::optional(Drafting{*count, *share}) : std::nullopt;
  }

  void device(const Given& on) {
    if (!on || trim(*on).empty()) {
      wrong("--on", "a device is missing", "an id (kvtally hardware), such as h100-sxm");
    }
  }
};

}  // namespace

std::vector<Option> RooflineOptions::options() {
  return {
      {{"--on", "--hardware", "--device", "--gpu"},
       "HW",
       "the device: an id or alias (kvtally hardware) or FILE.yaml, with changes: h100-sxm,bandwidth=3TB/s",
       &on},
      {{"--level"},
       "MEMORY",
       "another of the device's memories that the bytes come from, such as vmem (memory)",
       &level},
      {{"--achieved"}, "", "with what was measured on the device, or such devices usually reach", &achieved},
      {{"--prompt"}, "TOKENS", "the prefill of a prompt too", &prompt},
      {{"--prefix"}, "TOKENS", "tokens before the prompt that are stored already (none)", &prefix},
      {{"--chunk"}, "TOKENS", "prefill in chunks; each reads the weights anew (the prompt in one)", &chunk},
      {{"--all-logits"}, "", "prefill with logits of every position, not of the last alone", &all_logits},
      {{"--batches"}, "N,N,...", "also the decode steps of these numbers of requests", &batches},
      {{"--draft"}, "N", "tokens that are drafted for each step and checked together", &draft},
      {{"--acceptance"}, "SHARE", "of each drafted token behind accepted ones, 0 to 1", &acceptance},
  };
}

std::optional<RooflineRequest> parse_roofline(const RooflineOptions& options) {
  RooflineValueReader reader;
  RooflineRequest request;
  reader.device(options.on);
  request.prompt = reader.tokens("--prompt", options.prompt);
  request.prefix = reader.tokens("--prefix", options.prefix).value_or(Tokens{0});
  if (const auto chunk = reader.tokens("--chunk", options.chunk)) {
    request.chunk = static_cast<std::int64_t>(chunk->value);
  }
  request.all_logits = options.all_logits;
  request.prefills = options.prompt || options.prefix || options.chunk || options.all_logits;
  request.batches = reader.batches(options.batches);
  request.drafting = reader.drafting(options.draft, options.acceptance);
  return reader.failed() ? std::nullopt : std::optional(std::move(request));
}

Expected<Device> roofline_device(const RooflineOptions& options) {
  auto device = Catalogue(embedded_files()).find(*options.on);
  if (!device || !options.level) {
    return device;
  }
  const std::string level = lower(trim(*options.level));
  const auto rate = memory_bandwidth(*device, level);
  if (!rate) {
    return std::unexpected(Problems{{"", {}, rate.error(), "", "", ""}});
  }
  if (level != "memory") {
    device->bandwidth = *rate;
    device->measured_bandwidth.reset();
    device->usual.bandwidth.reset();
    device->overrides.push_back("level=" + level);
  }
  return device;
}

std::expected<RooflineQuestion, std::string> question_of(const RooflineRequest& request, Tokens context,
                                                         std::int64_t sequences, const WeightReading& reading) {
  RooflineQuestion out;
  out.decode = {context, sequences, 1, reading};
  out.drafting = request.drafting;
  out.batches = request.batches;
  if (request.prefills) {
    const Tokens prompt = request.prompt.value_or(context);
    if (request.chunk > 0 && ceil_div(prompt.value, request.chunk) > kMostChunks) {
      return std::unexpected(fmt::format("a prompt of {} in chunks of {} has more than {} chunks", prompt.value,
                                         request.chunk, kMostChunks));
    }
    out.prefill = Prefill{request.prefix, prompt, request.chunk, sequences, request.all_logits, reading};
  }
  return out;
}

}  // namespace kvtally::cli
