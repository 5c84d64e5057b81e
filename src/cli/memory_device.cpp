#include "cli/memory_device.hpp"

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
  auto compared = compared_device(*device);
  return compared ? Expected<std::optional<ComparedDevice>>(std::move(*compared))
                  : std::unexpected(compared.error());
}

}  // namespace kvtally::cli
