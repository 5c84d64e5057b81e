#include "plan/plan_notes.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kvtally {

namespace {

struct Said {
  std::string note;
  std::vector<std::string> devices;
};

void add_said(std::vector<Said>& all, const std::string& note, const std::string& device) {
  auto known = std::ranges::find(all, note, &Said::note);
  if (known == all.end()) {
    all.push_back({note, {}});
    known = all.end() - 1;
  }
  if (std::ranges::find(known->devices, device) == known->devices.end()) {
    known->devices.push_back(device);
  }
}

// The way of prompts' caches to the devices that decode.
std::optional<std::string> note_of_way(const Device& device, std::int64_t devices) {
  if (!device.scale_up.one_way) {
    return device.host.one_way
               ? fmt::format("no rate of a link of their own is published: the devices speak over {}",
                             device.host.name)
               : "the rate of a link between the devices is not published: left out";
  }
  const std::int64_t domain = device.scale_up_domain.value_or(devices);
  return devices > domain ? std::optional(fmt::format(
                                "{} joins {} devices; the slower network between more is counted at its rate",
                                device.scale_up.name, domain))
                          : std::nullopt;
}

class Notes {
 public:
  explicit Notes(const PlanQuestion& question) : question_(question) {}

  void of(const PlanCandidate& c) {
    const PlanFormats& f = question_.formats[c.formats];
    const auto layout = lay_out(f.model, f.weights, c.placement, question_.demand, question_.users);
    if (layout) {
      of(c, *layout, step_work(*layout, f.model, question_.demand, question_.users, f.reading));
    }
    if (!c.prompts) {
      return;
    }
    const auto alone = lay_out(f.model, f.weights, c.prompts->placement, demand_of(question_.prompt));
    if (alone) {
      of(c, *alone, first_token_work(*alone, f.model, question_.demand, question_.prompt, f.reading));
    }
    const Device& device = question_.devices[c.device];
    if (const auto note = note_of_way(device, c.devices())) {
      add_said(all_, *note, device.id);
    }
  }

  std::vector<std::string> take() const {
    std::vector<std::string> out;
    for (const Said& said : all_) {
      // a note may begin with its device
      const bool named = said.devices.size() == 1 && said.note.starts_with(said.devices.front());
      out.push_back(named ? said.note : fmt::format("{}: {}", fmt::join(said.devices, ", "), said.note));
    }
    return out;
  }

 private:
  void of(const PlanCandidate& c, const Layout& layout, const LayoutWork& work) {
    const Device& device = question_.devices[c.device];
    if (const auto rates = rates_of(layout, device, question_.achieved)) {
      for (const std::string& note : time_of(work, layout.placement, device, *rates).notes) {
        add_said(all_, note, device.id);
      }
    }
  }

  const PlanQuestion& question_;
  std::vector<Said> all_;
};

}  // namespace

std::vector<std::string> comparisons_of(const PlanQuestion& question, const std::vector<PlanCandidate>& front) {
  std::vector<std::string> out;
  const auto priced = [](const Device& device) { return device.price.has_value(); };
  if (front.empty()) {
    return out;
  }
  if (question.devices.size() > 1 && !question.each_device && std::ranges::none_of(question.devices, priced)) {
    out.emplace_back(
        "Devices are counted, whatever they cost: a slow one with much memory may need fewer of its sort "
        "(--each-device shows the best of each sort, price=2.5 behind a device what its tokens cost).");
  }
  if (question.formats.size() > 1) {
    out.emplace_back(
        "Formats are not compared: what a narrower one costs in quality is not counted, so that none betters "
        "another.");
  }
  return out;
}

std::vector<std::string> notes_of(const PlanQuestion& question, const std::vector<PlanCandidate>& candidates) {
  Notes notes(question);
  for (const PlanCandidate& c : candidates) {
    notes.of(c);
  }
  return notes.take();
}

}  // namespace kvtally
