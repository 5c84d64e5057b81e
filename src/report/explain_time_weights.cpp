#include <algorithm>
#include <fmt/format.h>

#include "hardware/step_parts.hpp"
#include "model/format.hpp"
#include "report/explain_time.hpp"

namespace kvtally {

namespace {

// One copy in one layer: elements × bytes, and the scales beside them; the bytes alone where a device holds a
// share that is no whole number of elements.
Formula copy_of(const WeightGroup& group) {
  const auto format = parse_format(group.format);
  if (!format || group.macs.value == 0 || format->elements != 1) {
    return number(group.copy.value);
  }
  const Wide rest = group.copy.value - group.macs.value * format->bytes;
  if (rest < 0) {
    return number(group.copy.value);
  }
  const Formula elements = number(group.macs.value) * number(format->bytes);
  return rest == 0 ? elements : elements + number(rest);
}

Formula times(Wide count, const Formula& formula) { return count == 1 ? formula : number(count) * formula; }

// The experts of a layer that a batch reads, a mean.
std::vector<WorkedLine> expert_lines(const WeightGroup& group, const std::string& name, Wide tokens, Bytes read) {
  const auto batch = static_cast<std::int64_t>(std::min<Wide>(tokens, std::int64_t{1} << 62));
  const double mean = experts_read(group.copies, group.active, batch);
  const std::string experts = fmt::format("{:.6f}", mean);
  const Formula copy = copy_of(group);
  const std::string held =
      copy.binding == Formula::Binding::sum ? fmt::format("({})", copy.numbers) : copy.numbers;
  return {{"experts read, a mean",
           fmt::format("{0} × (1 − (1 − {1} ÷ {0})^{2})", group.copies, group.active, print_grouped(tokens)),
           experts, "experts a layer", mean},
          {name, fmt::format("{} × {} × {}", group.layers, experts, held), print_grouped(read.value), "bytes",
           static_cast<double>(read.value)}};
}

void add_group(std::vector<WorkedLine>& out, const Stage& stage, const WeightGroup& group, const std::string& name,
               const WeightPass& pass, bool whole) {
  const Bytes read = whole ? group.total() : read_of(stage.model, group, pass);
  if (read == Bytes{}) {
    return;
  }
  const Wide tokens = pass.tokens * pass.expert_groups;
  if (!whole && group.copies > group.active && tokens > 1) {
    const std::vector<WorkedLine> lines = expert_lines(group, name, tokens, read);
    out.insert(out.end(), lines.begin(), lines.end());
    return;
  }
  const bool rows = !whole && group.part == WeightPart::embedding;
  const Wide copies = whole ? group.copies : group.active;
  Formula formula = times(group.layers, times(copies, copy_of(group)));
  if (rows) {
    formula = times(pass.tokens, number(read.value / std::max<Wide>(1, pass.tokens)));
  }
  // a table with fewer rows than tokens, a prefix of several: the bytes as they are
  out.push_back(worked(rows ? "rows of the " + name : name,
                       formula.numerator == read.value && formula.whole() ? formula : number(read.value),
                       "bytes"));
}

// Those of one part of a step.
std::vector<const WeightGroup*> groups_of(const Stage& stage, std::string_view part) {
  std::vector<const WeightGroup*> out;
  for (const WeightGroup& group : stage.weights.groups) {
    const bool here = part == (group.also_head ? "embedding rows" : part_of(group));
    if (!stands_apart(group.part) && (here || (group.also_head && part == "head"))) {
      out.push_back(&group);
    }
  }
  return out;
}

}  // namespace

std::vector<WorkedLine> weight_lines(const Stage& stage, const PartTime& part, const DecodeStep& step) {
  if (step.reading.active) {
    return {worked("as given", number(part.bytes.value), "bytes")};
  }
  const Wide tokens = Wide{step.sequences} * step.tokens;
  const WeightPass pass{tokens, tokens, 1, step.dealing.expert_groups};
  const std::vector<const WeightGroup*> groups = groups_of(stage, part.name);
  const bool several =
      std::ranges::any_of(groups, [&](const WeightGroup* group) { return group->layer != groups.front()->layer; });
  std::vector<WorkedLine> out;
  for (const WeightGroup* group : groups) {
    const std::string name =
        several && !group->layer.empty() ? fmt::format("{} ({})", group->name, group->layer) : group->name;
    if (group->also_head && part.name == "head") {
      out.push_back(worked(name + ", read whole", times(group->layers, copy_of(*group)), "bytes"));
    } else {
      add_group(out, stage, *group, name, pass, step.reading.whole && !group->also_head);
    }
  }
  return out;
}

}  // namespace kvtally
