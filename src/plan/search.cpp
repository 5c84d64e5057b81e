#include "plan/search.hpp"

#include <algorithm>
#include <deque>

#include "plan/front.hpp"
#include "plan/offer.hpp"
#include "plan/placements.hpp"
#include "plan/plan_notes.hpp"
#include "plan/prompts.hpp"
#include "plan/rejections.hpp"

namespace kvtally {

namespace {

constexpr std::int64_t kEachUpTo = 16;
constexpr std::int64_t kNode = 8;

// What a layout needs and does, whatever the device.
struct Worked {
  const Layout* layout = nullptr;
  DeviceMemory memory;  // without reserve
  std::optional<LayoutWork> token;
  std::optional<LayoutWork> first_token;
};

class PlanSearch {
 public:
  explicit PlanSearch(const PlanQuestion& question)
      : question_(question), apart_(question.apart && question.demand.prompt), rejections_(question) {}

  Plan plan() {
    for (std::size_t f = 0; f < question_.formats.size(); ++f) {
      offer(f);
      if (apart_) {
        prompts_ = prompt_units(question_, question_.formats[f], offers_);
      }
      if (question_.placement) {
        placement(f, *question_.placement);
        continue;
      }
      for (const std::int64_t n : device_counts(question_.most_devices)) {
        const Placements placements = enumerate_placements(question_.formats[f].model, n);
        for (const RefusedPlacements& refused : placements.refused) {
          rejections_.divided(refused);
        }
        for (const Placement& each : placements.possible) {
          placement(f, each);
        }
      }
    }
    plan_.meeting = static_cast<std::int64_t>(contenders_.size());
    plan_.front = front_of(question_, std::move(contenders_));
    plan_.comparisons = comparisons_of(question_, plan_.front);
    plan_.notes = notes_of(question_, plan_.front);
    plan_.rejected = rejections_.take();
    return std::move(plan_);
  }

 private:
  // The devices that are known well enough to be weighed.
  void offer(std::size_t formats) {
    const PlanFormats& f = question_.formats[formats];
    // no layout has more stages than layers
    const auto stages = static_cast<std::size_t>(std::max<std::int64_t>(1, layer_count(f.model.order)));
    offers_.clear();
    for (std::size_t d = 0; d < question_.devices.size(); ++d) {
      const Device& device = question_.devices[d];
      auto rates = kvtally::rates_of(device, f.weights, question_.achieved);
      if (!device.usable_memory || !device.bandwidth) {
        rejections_.unknown(device);
      } else if (!rates) {
        rejections_.unknown(rates.error().front());
      } else {
        rates->assumptions.clear();  // of thousands of times, those of the front's are told
        const Bytes usable = *device.usable_memory;
        offers_.push_back(
            {d, usable, question_.reserve.of(usable), domain_of(device), std::vector<Rates>(stages, *rates)});
      }
    }
  }

  void placement(std::size_t formats, const Placement& placement) {
    const PlanFormats& f = question_.formats[formats];
    auto laid = lay_out(f.model, f.weights, placement, question_.demand, question_.users);
    if (!laid) {
      rejections_.divided({laid.error().front(), {placement}});
      return;
    }
    const std::size_t before = contenders_.size();
    layouts_.push_back(std::move(*laid));
    Worked worked{&layouts_.back(), {}, {}, {}};
    worked.memory = fullest(*worked.layout, question_.demand, question_.users, Bytes{});
    for (std::size_t i = 0; i < offers_.size(); ++i) {
      ++plan_.considered;
      candidate(i, formats, worked);
    }
    if (contenders_.size() == before) {
      layouts_.pop_back();
    }
  }

  // Cards without a link of their own speak over the host that they share.
  static std::int64_t domain_of(const Device& device) {
    return device.scale_up_domain.value_or(device.devices_per_node.value_or(1));
  }

  void candidate(std::size_t index, std::size_t formats, Worked& worked) {
    const Offer& offer = offers_[index];
    PlanCandidate out;
    out.device = offer.device;
    out.formats = formats;
    out.placement = worked.layout->placement;
    out.memory = worked.memory;
    out.memory.reserve = offer.reserve;
    if (out.placement.tp * out.placement.cp > offer.domain) {
      rejections_.domain(out);
    } else if (out.memory.total() > offer.usable) {
      rejections_.memory(out);
    } else if (timed(out, index, worked)) {
      contenders_.push_back({out, worked.layout});
    }
  }

  // The layout's work, which is the same on every device, is told once.
  void work(std::size_t formats, Worked& worked) const {
    const PlanFormats& f = question_.formats[formats];
    worked.token = step_work(*worked.layout, f.model, question_.demand, question_.users, f.reading);
    if (!apart_) {
      worked.first_token =
          first_token_work(*worked.layout, f.model, question_.demand, question_.prompt, f.reading);
    }
  }

  bool timed(PlanCandidate& out, std::size_t index, Worked& worked) {
    const Offer& offer = offers_[index];
    const Device& device = question_.devices[offer.device];
    if (!worked.token) {
      work(out.formats, worked);
    }
    out.step = time_of(*worked.token, out.placement, device, offer.rates).total;
    out.token = out.step;
    if (!apart_) {
      const LayoutTime prompt = time_of(*worked.first_token, out.placement, device, offer.rates);
      out.first_token = prompt.total;
      share_prompts(out, question_, prompt);
    } else if (!serve_apart(out, question_, prompts_[index])) {
      PlanCandidate nearest = prompts_[index].nearest;
      nearest.formats = out.formats;
      rejections_.prompts(nearest);
      return false;
    }
    if (device.price) {
      const double an_hour = static_cast<double>(*device.price * out.devices()) / 1000;
      const double tokens = static_cast<double>(question_.users * question_.demand.samples) / out.token.value;
      out.dollars = an_hour / 3600 / tokens * 1e6;
    }
    return within_limits(out);
  }

  bool within_limits(const PlanCandidate& out) {
    if (!question_.placement && out.devices() > question_.most_devices) {
      rejections_.devices(out);
      return false;
    }
    if (question_.token && out.token > *question_.token) {
      rejections_.token(out);
      return false;
    }
    if (question_.first_token && out.first_token > *question_.first_token) {
      rejections_.first_token(out);
      return false;
    }
    return true;
  }

  const PlanQuestion& question_;
  bool apart_;
  Rejections rejections_;
  std::vector<Offer> offers_;
  std::vector<PromptUnits> prompts_;  // of each offer, where prompts are apart
  std::deque<Layout> layouts_;        // of contenders, which point to them
  std::vector<Contender> contenders_;
  Plan plan_;
};

}  // namespace

std::vector<std::int64_t> device_counts(std::int64_t most) {
  std::vector<std::int64_t> out;
  for (std::int64_t n = 1; n <= most; n += n < kEachUpTo ? 1 : kNode) {
    out.push_back(n);
  }
  return out;
}

Plan make_plan(const PlanQuestion& question) { return PlanSearch(question).plan(); }

}  // namespace kvtally
