#include <fmt/format.h>

#include "core/text.hpp"
#include "report/prose.hpp"
#include "report/roofline_layout.hpp"
#include "report/roofline_words.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

class RooflineText {
 public:
  RooflineText(const Roofline& roofline, Units units, const Look& look)
      : r_(roofline), units_(units), look_(look) {}

  std::string write() {
    wrapped(heading(r_.model));
    wrapped(fmt::format("{} layers: {}", layer_count(r_.model.order), layer_list(r_.model)));
    for (const std::string& text : device_lines(r_)) {
      wrapped(text);
    }
    if (!r_.weights_from.empty()) {
      wrapped("weights: " + r_.weights_from);
    }
    if (r_.layout) {
      wrapped(placement_line(r_));
    }
    decode();
    if (r_.prefill) {
      prefill(*r_.prefill);
    }
    if (!r_.sweep.empty()) {
      sweep();
    }
    wrapped("");
    wrapped(left_out());
    list("assumptions", r_.assumptions);
    return std::move(out_);
  }

 private:
  void wrapped(std::string_view text) { out_ += kvtally::wrapped(text, look_.width); }

  void list(std::string_view title, const std::vector<std::string>& items) {
    out_ += bullets(title, items, look_.width);
  }

  void parts(const StepTime& step) { out_ += write_text(parts_table(step, units_), look_); }

  // One table for the devices of a pipeline's equal stages, and one of what a token passes.
  void parts_of(const StepTime& step, bool prefill) {
    if (!r_.layout || r_.layout->placement.pp == 1) {
      parts(step);
      return;
    }
    for (const StageGroup& stage : r_.layout->stages) {
      wrapped(stage_title(stage));
      wrapped("");
      parts(prefill ? *stage.prefill : stage.decode);
      wrapped("");
    }
    wrapped(prefill && r_.layout->side_by_side
                ? "all stages side by side: the slowest bounds them, with the first chunk's "
                  "way to it and the last one's from it"
                : "a token passes all stages, one after the other");
    wrapped("");
    out_ += write_text(stages_table(r_, step, prefill, units_), look_);
  }

  void sums(const StepTime& step) {
    if (step.weight_bytes > Bytes{}) {
      wrapped(fmt::format("weights {} B in {}", print_grouped(step.weight_bytes.value),
                          print_seconds(step.weight_seconds)));
    }
    wrapped(fmt::format("caches {} B in {}", print_grouped(step.cache_bytes.value),
                        print_seconds(step.cache_seconds)));
  }

  void speed(std::int64_t requests) {
    const auto sequences = static_cast<double>(requests);
    const std::string each =
        requests == 1 ? "" : fmt::format(", {} for each request", print_per_second(1 / r_.decode.total.value));
    wrapped(fmt::format("at most {} tokens/s{}; overlapped {}",
                        print_per_second(sequences / r_.decode.total.value), each,
                        print_per_second(sequences / r_.decode.overlapped.value)));
  }

  void decode() {
    const DecodeStep& step = r_.question.decode;
    wrapped("");
    wrapped(fmt::format("decode: one step at {} tokens, {} {}, entries in {}", print_grouped(step.context.value),
                        step.sequences, step.sequences == 1 ? "request" : "requests", r_.kv_dtype));
    wrapped("");
    parts_of(r_.decode, false);
    wrapped("");
    sums(r_.decode);
    if (r_.weights_read) {
      speed(step.sequences);
    }
    list("", decode_remarks(r_, units_));
  }

  void prefill(const StepTime& step) {
    const Prefill& asked = *r_.question.prefill;
    std::string what = fmt::format("prefill: {} tokens", print_grouped(asked.prompt.value));
    what += asked.prefix.value > 0 ? fmt::format(" behind {}", print_grouped(asked.prefix.value)) : "";
    what += asked.chunk > 0 ? fmt::format(" in chunks of {}", print_grouped(asked.chunk)) : "";
    what += asked.sequences > 1 ? fmt::format(", {} requests", asked.sequences) : "";
    wrapped("");
    wrapped(what + (asked.all_logits ? ", logits of every position" : ", logits of the last position"));
    wrapped("");
    parts_of(step, true);
    wrapped("");
    list("", prefill_remarks(r_));
  }

  void sweep() {
    Table table;
    table.columns = {titled_column("Requests", Align::right), titled_column("Weights", Align::right),
                     titled_column("Caches", Align::right),   titled_column("At least", Align::right),
                     titled_column("Tokens/s", Align::right), titled_column("Bound")};
    for (const SweepPoint& point : r_.sweep) {
      const StepTime& step = point.step;
      table.rows.push_back(
          {{print_grouped(point.sequences), "", {}, {}},
           {print_bytes(step.weight_bytes, units_), "", {}, {}},
           {print_bytes(step.cache_bytes, units_), "", {}, {}},
           {print_seconds(step.total), "", {}, {}},
           {print_per_second(static_cast<double>(point.sequences) / step.total.value), "", {}, {}},
           {std::string(name_of(step.bound)), "", {}, {}}});
    }
    wrapped("");
    wrapped("decode steps of more requests");
    wrapped("");
    out_ += write_text(table, look_);
  }

  const Roofline& r_;
  Units units_;
  const Look& look_;
  std::string out_;
};

}  // namespace

std::string text_of(const Roofline& roofline, Units units, const Look& look) {
  return RooflineText(roofline, units, look).write();
}

}  // namespace kvtally
