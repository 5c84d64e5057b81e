#include <doctest/doctest.h>
#include <fmt/format.h>
#include <map>
#include <set>

#include "core/text.hpp"
#include "hardware/catalogue.hpp"
#include "hardware/device_file.hpp"
#include "support/golden.hpp"
#include "support/lines.hpp"

namespace kvtally::hardware_test {

namespace {

using Row = std::map<std::string, std::string>;

// The figures of vendors' pages and public measurements as they were collected, apart from hardware/.
std::vector<Row> rows() {
  std::vector<Row> out;
  std::vector<std::string> header;
  for (const std::string& line : test::lines_of(test::source_text("tests/data/hardware.tsv"))) {
    const auto cells = split(line, '\t');
    if (header.empty()) {
      header.assign(cells.begin(), cells.end());
      continue;
    }
    Row row;
    for (std::size_t i = 0; i < header.size(); ++i) {
      row[header[i]] = i < cells.size() ? std::string(cells[i]) : "";
    }
    out.push_back(std::move(row));
  }
  return out;
}

// The digits of a cell with a unit behind them: how the column's figure is written in a device's file.
template <class Rate>
std::string printed(const std::optional<Rate>& rate) {
  return rate ? print_rate(*rate) : "";
}

std::string byte_rate_of(const std::string& cell) {
  return cell.empty() ? "" : print_rate(*parse_byte_rate(cell + " GB/s"));
}

std::string operation_rate_of(const std::string& cell) {
  return cell.empty() || cell == "none" ? cell : print_rate(*parse_operation_rate(cell + " TFLOP/s"));
}

std::string printed_peak(const Device& device, const std::string& format) {
  const auto peak = device.peaks.find(format);
  if (peak == device.peaks.end()) {
    return "";
  }
  return peak->second.rate ? print_rate(*peak->second.rate) : "none";
}

std::string printed_count(const std::optional<std::int64_t>& count) {
  return count ? fmt::format("{}", *count) : "";
}

using Figures = std::vector<std::array<std::string, 3>>;

Figures identity_of(const Row& row, const Device& part) {
  return {{"name", row.at("name"), part.name},
          {"vendor", row.at("vendor"), part.vendor},
          {"class", row.at("class"), part.category},
          {"year", row.at("year"), fmt::format("{}", part.year)},
          {"confidence", row.at("confidence"), std::string(1, part.confidence)},
          {"row_unit", row.at("row_unit").substr(0, row.at("row_unit").find(' ')), part.figures_of},
          {"devices_per_chip", row.at("devices_per_chip"), fmt::format("{}", part.devices_per_part)},
          {"devices_per_node", row.at("devices_per_node"), printed_count(part.devices_per_node)},
          {"scaleup_domain", row.at("scaleup_domain_devices"), printed_count(part.scale_up_domain)},
          {"tdp", row.at("tdp_W"), printed_count(part.watts)}};
}

Figures memory_of(const Row& row, const Device& part, const Device& one) {
  const std::string& usable = row.at("mem_usable_GiB_per_device");
  const auto digits = [](Bytes bytes) { return fmt::format("{}", static_cast<std::int64_t>(bytes.value)); };
  Figures out{{"mem_usable", usable.empty() ? "" : digits(*parse_bytes(usable + " GiB")),
               part.usable_assumed || !one.usable_memory ? "" : digits(*one.usable_memory)}};
  if (const std::string& stated = row.at("mem_stated"); !stated.empty()) {
    out.push_back({"mem_stated", stated + " " + row.at("mem_stated_unit"), part.stated_memory});
  }
  return out;
}

Figures rates_of(const Row& row, const Device& part) {
  Figures out{
      {"bandwidth", byte_rate_of(row.at("mem_bw_peak_GBps")), printed(part.bandwidth)},
      {"bw_measured", byte_rate_of(row.at("bw_measured_GBps")), printed(part.measured_bandwidth)},
      {"gemm16_measured", operation_rate_of(row.at("gemm16_measured_TFLOPs")), printed(part.measured_matmul)},
      {"scaleup_link", row.at("scaleup_link"), part.scale_up.name},
      {"scaleup_oneway", byte_rate_of(row.at("scaleup_oneway_GBps")), printed(part.scale_up.one_way)},
      {"host_link", row.at("host_link"), part.host.name},
      {"host_oneway", byte_rate_of(row.at("host_oneway_GBps")), printed(part.host.one_way)}};
  for (const auto& [column, format] : {std::pair{"bf16_dense_TFLOPs", "bf16"},
                                       {"fp16_dense_TFLOPs", "fp16"},
                                       {"fp8_dense_TFLOPs", "fp8"},
                                       {"int8_dense_TOPS", "int8"},
                                       {"fp4_dense_TFLOPs", "fp4"},
                                       {"int4_dense_TOPS", "int4"},
                                       {"tf32_dense_TFLOPs", "tf32"},
                                       {"fp16_fp16acc_dense_TFLOPs", "fp16_fp16_accumulate"},
                                       {"fp32_vector_TFLOPs", "fp32_vector"}}) {
    out.push_back({column, operation_rate_of(row.at(column)), printed_peak(part, format)});
  }
  return out;
}

// Each figure of a row with that of the device, both as text.
Figures figures_of(const Row& row, const Device& part, const Device& one) {
  Figures out = identity_of(row, part);
  for (const Figures& more : {memory_of(row, part, one), rates_of(row, part)}) {
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

// Figures of the table that the devices leave out, and why.
const std::map<std::string, std::string, std::less<>>& left_out() {
  static const std::map<std::string, std::string, std::less<>> reasons{
      {"h800-sxm gemm16_measured", "660 is of an attention kernel, not of a matrix product"}};
  return reasons;
}

TEST_CASE("every figure of every device is that of the published table") {
  const Catalogue catalogue(embedded_files());
  int compared = 0;
  std::set<std::string> seen;
  for (const Row& row : rows()) {
    const std::string id = row.at("id");
    CAPTURE(id);
    seen.insert(id);
    const auto profile = catalogue.profile(id);
    REQUIRE(profile);
    for (const auto& [column, expected, actual] : figures_of(row, profile->part, device_of(*profile))) {
      CAPTURE(column);
      const bool left = left_out().contains(fmt::format("{} {}", id, column));
      CHECK(actual == (left ? "" : expected));
      ++compared;
    }
  }
  CHECK(seen.size() == 59);
  CHECK(std::vector<std::string>(seen.begin(), seen.end()) == catalogue.ids());
  CHECK(compared == 59 * 28 - 1);  // the Xeon has the platform's memory, no stated one
}

// Vendors print links as the sum of both directions; one is stored. The fraction that was measured is no figure of
// its own.
TEST_CASE("what the table has beside those follows from them") {
  const Catalogue catalogue(embedded_files());
  int links = 0;
  int fractions = 0;
  for (const Row& row : rows()) {
    CAPTURE(row.at("id"));
    const Device part = catalogue.profile(row.at("id"))->part;
    if (const std::string& both = row.at("scaleup_bidir_GBps"); !both.empty()) {
      CHECK(print_rate(*part.scale_up.one_way * 2) == byte_rate_of(both));
      ++links;
    }
    if (const std::string& fraction = row.at("bw_measured_fraction"); !fraction.empty()) {
      CHECK(fmt::format("{:.3f}", static_cast<double>(part.measured_bandwidth->value) /
                                      static_cast<double>(part.bandwidth->value)) == fraction);
      ++fractions;
    }
  }
  CHECK(links == 39);
  CHECK(fractions == 12);
}

}  // namespace

}  // namespace kvtally::hardware_test
