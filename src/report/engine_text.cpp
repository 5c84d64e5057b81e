#include <fmt/format.h>

#include "report/engine.hpp"
#include "report/engine_words.hpp"
#include "report/prose.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

class EngineText {
 public:
  EngineText(const EngineSheet& sheet, Units units, const Look& look)
      : sheet_(sheet), allocation_(sheet.allocation), units_(units), look_(look) {}

  std::string write() {
    heading();
    refusal();
    held();
    totals();
    if (allocation_.refusal.empty()) {
      out_ += "\nfrom what the model needs to what is allocated, in bytes\n" +
              reconciliation_of(allocation_, units_, look_.width);
    }
    figures();
    log();
    std::vector<std::string> assumptions = allocation_.assumptions;
    assumptions.insert(assumptions.end(), sheet_.model.assumptions.begin(), sheet_.model.assumptions.end());
    out_ += bullets("assumptions", assumptions, look_.width, 2);
    return std::move(out_);
  }

 private:
  void heading() {
    out_ += wrapped(kvtally::heading(sheet_.model), look_.width);
    out_ += wrapped(fmt::format("in {} ({}): {}", sheet_.title, allocation_.version, scenario_of(allocation_)),
                    look_.width);
    out_ += '\n';
  }

  void refusal() {
    if (!allocation_.refusal.empty()) {
      out_ += sheet_.title + " does not start. It says:\n" + log_lines(allocation_.refusal, look_.width, 2) + '\n';
    }
  }

  void held() {
    if (allocation_.held.empty()) {
      return;
    }
    std::vector<LedgerLine> lines;
    for (const EngineHold& hold : allocation_.held) {
      std::string more =
          hold.layers == 0 ? "" : fmt::format("{} {}", hold.layers, hold.layers == 1 ? "layer" : "layers");
      more += more.empty() || hold.shape.empty() ? hold.shape : ", " + hold.shape;
      lines.push_back({hold.bytes, hold.name, std::move(more)});
    }
    out_ += "held, in bytes\n" + ledger_of(lines, units_, look_.width) + '\n';
  }

  void figure(std::string_view what, std::optional<Bytes> bytes) {
    const std::string size = !bytes ? "none" : bytes->value < 1000 ? "" : "  " + print_bytes(*bytes, units_);
    out_ += bytes ? fmt::format("{:<26}{:>22} B{}\n", what, print_grouped(bytes->value), size)
                  : fmt::format("{:<26}{:>24}\n", what, size);
  }

  void totals() {
    figure("the model needs", allocation_.needed);
    if (allocation_.refusal.empty()) {
      figure("the engine allocates", allocation_.allocated);
    }
    figure("the naive formula says", allocation_.naive.bytes);
    out_ += bullets("", {allocation_.naive.what}, look_.width, 2);
  }

  // Without those that stand above.
  void figures() {
    std::string out;
    for (const EngineFigure& figure : allocation_.figures) {
      if (figure.name != "allocated_bytes" && figure.name != "needed_bytes") {
        const std::string size = figure.unit == "bytes" && figure.denominator == 1 && figure.numerator >= 1000
                                     ? "  " + print_bytes(Bytes{figure.numerator}, units_)
                                     : "";
        out += fmt::format("  {:<36} {:>20}{}\n", figure.name, print_figure(figure), size);
      }
    }
    out_ += out.empty() ? "" : "\nfigures\n" + out;
  }

  void log() {
    out_ += allocation_.log.empty() ? "" : "\nit logs\n";
    for (const EngineLogLine& line : allocation_.log) {
      out_ += log_lines(line.text, look_.width, 2);
      out_ += line.note.empty() ? "" : bullets("", {line.note}, look_.width, 4);
    }
  }

  const EngineSheet& sheet_;
  const Allocation& allocation_;
  Units units_;
  Look look_;
  std::string out_;
};

}  // namespace

std::string text_of(const EngineSheet& sheet, Units units, const Look& look) {
  return EngineText(sheet, units, look).write();
}

}  // namespace kvtally
