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

void add(std::vector<Said>& all, const std::string& note, const std::string& device) {
  auto known = std::ranges::find(all, note, &Said::note);
  if (known == all.end()) {
    all.push_back({note, {}});
    known = all.end() - 1;
  }
  if (std::ranges::find(known->devices, device) == known->devices.end()) {
    known->devices.push_back(device);
  }
}

}  // namespace

std::vector<std::string> notes_of(const PlanQuestion& question, const std::vector<PlanCandidate>& candidates) {
  std::vector<Said> all;
  for (const PlanCandidate& c : candidates) {
    const PlanFormats& f = question.formats[c.formats];
    const Device& device = question.devices[c.device];
    const auto layout = lay_out(f.model, f.weights, c.placement, question.demand, question.users);
    const auto rates = layout ? rates_of(*layout, device, question.achieved) : std::unexpected(layout.error());
    if (rates) {
      const LayoutWork work = step_work(*layout, f.model, question.demand, question.users, f.reading);
      for (const std::string& note : time_of(work, c.placement, device, *rates).notes) {
        add(all, note, device.id);
      }
    }
  }
  std::vector<std::string> out;
  for (const Said& said : all) {
    // a note may begin with its device
    const bool named = said.devices.size() == 1 && said.note.starts_with(said.devices.front());
    out.push_back(named ? said.note : fmt::format("{}: {}", fmt::join(said.devices, ", "), said.note));
  }
  return out;
}

}  // namespace kvtally
