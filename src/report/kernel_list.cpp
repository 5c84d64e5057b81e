#include "report/kernel_list.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/kernel/kernel.hpp"
#include "report/json.hpp"

namespace kvtally {

namespace {

using reference::Kernel;

constexpr int kNotesRows = 5;

constexpr std::string_view kStandsFor =
    "What a kernel is told by is that of the implementations in transformers that it stands for; streaming is "
    "flash_attention_2, 3 and 4. The executor tells every kernel by a function of positions, of which sdpa and "
    "flex "
    "make what they need; its page tables are of one request, to which sdpa's rule applies. Whether all scores "
    "are "
    "made (S^2: queries x keys of every head) and weights can be seen holds for the executor: a test counts it.";
constexpr std::string_view kPagedErratum =
    "The notes say of the paged kernels that they need no mask and never make the square: an erratum. paged|eager "
    "does both, and paged|sdpa needs a mask (integrations/eager_paged.py, sdpa_paged.py).";

std::vector<Kernel> kernels_of_row(int notes_row) {
  std::vector<Kernel> out;
  std::ranges::copy_if(reference::kernels(), std::back_inserter(out),
                       [&](const Kernel& kernel) { return kernel.notes_row == notes_row; });
  return out;
}

// "eager" of "paged|eager".
std::string_view short_name(const Kernel& kernel) {
  return kernel.name.substr(kernel.name.find('|') + 1);  // npos + 1 is 0
}

// What all kernels of a row say, or what each says: "eager: a tensor; streaming: cumulative lengths".
std::string said(const std::vector<Kernel>& row, std::string_view Kernel::* what) {
  std::vector<std::string> each;
  for (const Kernel& kernel : row) {
    each.push_back(fmt::format("{}: {}", short_name(kernel), kernel.*what));
  }
  const bool same =
      std::ranges::all_of(row, [&](const auto& kernel) { return kernel.*what == row.front().*what; });
  return same ? std::string(row.front().*what) : fmt::format("{}", fmt::join(each, "; "));
}

// "yes", "no", or which of a row's kernels: "yes (eager)".
std::string which(const std::vector<Kernel>& row, bool Kernel::* flag) {
  std::vector<std::string_view> those;
  for (const Kernel& kernel : row) {
    if (kernel.*flag) {
      those.push_back(short_name(kernel));
    }
  }
  const bool all = those.size() == row.size();
  return those.empty() ? "no" : all ? "yes" : fmt::format("yes ({})", fmt::join(those, ", "));
}

std::string names_of(const std::vector<Kernel>& row) {
  std::vector<std::string_view> names;
  for (const Kernel& kernel : row) {
    names.push_back(kernel.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// The paged kernels are one row of the notes.
std::string row_title(const std::vector<Kernel>& row) {
  const std::string_view name = row.front().name;
  return std::string(row.size() == 1 ? name : name.substr(0, name.find('|')));
}

std::vector<std::string> kernel_notes() {
  std::vector<std::string> out{std::string(kStandsFor), std::string(kPagedErratum)};
  for (const Kernel& kernel : kernels_of_row(0)) {
    out.push_back(fmt::format(
        "Beside the notes' five, {}: {}. Mask needed: {}; told by {}; S^2 made: {}; weights seen: {}; layout: {}.",
        kernel.name, kernel.note, kernel.needs, kernel.mask, kernel.square ? "yes" : "no",
        kernel.weights ? "yes" : "no", kernel.layout));
  }
  return out;
}

}  // namespace

Table list_of_kernels() {
  constexpr auto kBeside = static_cast<std::uint8_t>(kEverywhere & ~kTerminal);
  Table table;
  table.columns = {{"kernel", "Kernel", Align::left, kEverywhere, false},
                   {"mask_needed", "Mask needed", Align::left, kEverywhere, false},
                   {"square", "S^2 made", Align::left, kEverywhere, false},
                   {"weights", "Weights", Align::left, kEverywhere, false},
                   {"layout", "Layout", Align::left, kEverywhere, false},
                   {"mask", "Told by", Align::left, kBeside, false},
                   {"names", "Names", Align::left, kBeside, false},
                   {"note", "Note", Align::left, kBeside, false},
                   {"", "", Align::left, kTerminal, true}};
  for (int number = 1; number <= kNotesRows; ++number) {
    const std::vector<Kernel> row = kernels_of_row(number);
    const std::string mask = said(row, &Kernel::mask);
    const std::string note = said(row, &Kernel::note);
    table.rows.push_back({{row_title(row), "", {}, {}},
                          {said(row, &Kernel::needs), "", {}, {}},
                          {which(row, &Kernel::square), "", {}, {}},
                          {which(row, &Kernel::weights), "", {}, {}},
                          {said(row, &Kernel::layout), "", {}, {}},
                          {mask, "", {}, {}},
                          {names_of(row), "", {}, {}},
                          {note, "", {}, {}},
                          {fmt::format("told by: {}\n{}", mask, note), "", {}, {}}});
  }
  table.notes = kernel_notes();
  return table;
}

std::string json_of_kernels() {
  Json out = document("kernels");
  out["kernels"] = Json::array();
  for (const Kernel& kernel : reference::kernels()) {
    Json entry;
    entry["name"] = kernel.name;
    entry["notes_row"] = kernel.notes_row > 0 ? Json(kernel.notes_row) : Json(nullptr);
    entry["mask_needed"] = kernel.needs;
    entry["mask"] = kernel.mask;
    entry["square"] = kernel.square;
    entry["weights"] = kernel.weights;
    entry["layout"] = kernel.layout;
    entry["note"] = kernel.note;
    out["kernels"].push_back(std::move(entry));
  }
  out["notes"] = kernel_notes();
  return print(out);
}

}  // namespace kvtally
