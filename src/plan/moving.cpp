#include "plan/moving.hpp"

#include <algorithm>

#include "account/solve.hpp"
#include "model/limits.hpp"

namespace kvtally {

Bytes bytes_to_move(const Layout& layout, const Demand& demand, Tokens context) {
  Bytes most;
  for (const std::vector<Term>& terms : layout.terms) {
    Bytes sum;
    for (const Term& term : terms) {
      sum += value_at(term, context) - prefix_at(term, std::min(demand.shared_prefix, context), context);
    }
    most = std::max(most, sum);
  }
  return most;
}

std::vector<Switch> switches(Tokens limit, const std::function<bool(Tokens)>& faster) {
  std::vector<Switch> out{{Tokens{1}, faster(Tokens{1})}};
  const auto last = static_cast<std::int64_t>(limit.value);
  for (std::int64_t low = 1; low < last;) {
    const std::int64_t high = std::min(2 * low, last);
    const bool now = out.back().moving;
    if (faster(Tokens{high}) != now) {
      const auto before = largest(low, high, [&](std::int64_t s) { return faster(Tokens{s}) == now; });
      out.push_back({Tokens{*before + 1}, !now});
    }
    low = high;
  }
  return out;
}

std::vector<Moving> moving_of(const Layout& layout, const Model& model, const Device& device,
                              const MovingQuestion& question, const std::vector<Rates>& rates) {
  const Demand& demand = question.demand;
  const Tokens context = question.context;
  std::vector<Moving> out;
  const auto anew = [&](Tokens tokens) {
    return time_of(first_token_work(layout, model, demand, tokens, question.reading), layout.placement, device,
                   rates)
        .total;
  };
  const auto add = [&](const Link& link, const std::string& over) {
    if (!link.one_way) {
      return;
    }
    const ByteRate rate = *link.one_way;
    const auto moved = [&](Tokens tokens) { return time_to_move(bytes_to_move(layout, demand, tokens), rate); };
    const auto faster = [&](Tokens tokens) { return moved(tokens) <= anew(tokens); };
    out.push_back({over, rate, context, bytes_to_move(layout, demand, context), moved(context), anew(context),
                   switches(std::max(context, question.limit), faster)});
  };
  add(device.scale_up, device.scale_up.name);
  add(device.host, device.host.name + " from the host");
  return out;
}

}  // namespace kvtally
