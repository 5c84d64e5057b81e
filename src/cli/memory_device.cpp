#include "cli/memory_device.hpp"

#include <fmt/format.h>

#include "hardware/catalogue.hpp"
#include "read/text/embedded.hpp"

namespace kvtally::cli {

Expected<std::optional<ComparedDevice>> memory_device(const std::optional<std::string>& word) {
  if (!word) {
    return std::nullopt;
  }
  const auto device = Catalogue(embedded_files()).find(*word);
  if (!device) {
    return std::unexpected(device.error());
  }
  if (!device->usable_memory || device->usable_memory->value <= 0) {
    return std::unexpected(Problems{{"",
                                     {},
                                     fmt::format("--on: the usable memory of {} is not published", device->id),
                                     "a device whose memory is, or its size behind a comma (memory=80GiB)",
                                     "",
                                     ""}});
  }
  std::string name = device->id;
  for (const std::string& changed : device->overrides) {
    name += ", " + changed;
  }
  return ComparedDevice{std::move(name), *device->usable_memory, device->usable_basis};
}

}  // namespace kvtally::cli
