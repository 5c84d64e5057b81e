#include <array>
#include <fmt/format.h>
#include <memory>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "core/suggest.hpp"
#include "hardware/catalogue.hpp"
#include "read/text/embedded.hpp"
#include "report/hardware_facts.hpp"
#include "report/hardware_list.hpp"

namespace kvtally::cli {

namespace {

struct HardwareVariables {
  std::vector<std::string> words;
  Output output;
};

std::string written_devices(const std::vector<Device>& devices, OutputFormat format, const Output& output) {
  return format == OutputFormat::json ? json_of(devices)
                                      : written_table(list_of(devices, output.units()), format, output.look());
}

std::string facts(const std::vector<Device>& devices, const Output& output) {
  std::string out;
  for (const Device& device : devices) {
    out += (out.empty() ? "" : "\n") + facts_of(device, output.look(), output.units());
  }
  return out;
}

// Whether the words are none, or "show" and devices. A device without the word before it is what people type.
bool check_hardware_words(const std::vector<std::string>& words, const Catalogue& catalogue) {
  if (words.empty() || (words.front() == "show" && words.size() > 1)) {
    return true;
  }
  if (words.front() == "show") {
    complain("hardware show needs an ID");
    return false;
  }
  complain(fmt::format("hardware takes no word '{}'", words.front()),
           catalogue.find(words.front())
               ? "hardware show " + words.front()
               : nearest(words.front(), std::array<std::string_view, 1>{"show"}).value_or(""));
  return false;
}

Exit run_hardware(const HardwareVariables& v) {
  const auto format = v.output.format();
  if (!format) {
    return usage_fault("hardware");
  }
  const Catalogue catalogue(embedded_files());
  if (!check_hardware_words(v.words, catalogue)) {
    return usage_fault("hardware");
  }
  const bool show = !v.words.empty();
  Problems problems;
  std::vector<Device> devices;
  const std::vector<std::string> words =
      show ? std::vector<std::string>(v.words.begin() + 1, v.words.end()) : catalogue.ids();
  for (const std::string& word : words) {
    auto device = catalogue.find(word);
    if (device) {
      devices.push_back(std::move(*device));
    } else {
      problems.insert(problems.end(), device.error().begin(), device.error().end());
    }
  }
  if (!problems.empty()) {
    return report(problems, "hardware");
  }
  return v.output.write(show && *format == OutputFormat::table ? facts(devices, v.output)
                                                               : written_devices(devices, *format, v.output));
}

}  // namespace

Command hardware_command() {
  const auto v = std::make_shared<HardwareVariables>();
  Command command{"hardware",
                  "Lists the devices that are known by name, each as software sees it: usable memory, bandwidth, "
                  "dense peaks, ridge, link. With 'show ID' all that is known of one or several: sources, what is "
                  "not published, what is easily got wrong; other formats than table write the list's columns.",
                  "[show ID...]",
                  "devices: an id or alias, or a path to a .yaml file; behind it ':chip' for the whole chip, and "
                  "',KEY=VALUE' (memory, bandwidth, link, host-link, bf16 ..., price)",
                  64,
                  &v->words,
                  {},
                  {}};
  add(command, v->output.options());
  command.run = [v] { return run_hardware(*v); };
  return command;
}

}  // namespace kvtally::cli
