#pragma once

#include <cstdint>

#include "page/section.hpp"

/// The factors of the receipt (page/sections/receipt.cpp), apart from how it is said.
namespace kvtally {

/// Everything that the receipt is written from.
struct ReceiptInputs {
  Model then;     // the context of its day
  Model now;      // that of today
  Model chooses;  // whose indexer picks k entries
  Model shape;    // of which MHA and its own attention are compared
  Model mix;      // few of whose layers grow
  Device old_device;
  Device device;
  Tokens at;  // the context at which bytes are compared
};

/// By the options of those names, `then-on` and `on` for the devices. The errors: refusals of models and devices.
Expected<ReceiptInputs> receipt_inputs(const PageSources& sources, const SectionRecipe& recipe);

/// The factors, from exact counts.
struct Receipt {
  std::int64_t then = 0;     // tokens
  std::int64_t now = 0;      // tokens
  std::int64_t chosen = 0;   // entries that a step reads
  Bytes mha;                 // of one request in the shape
  Bytes own;                 // the same with its own attention
  std::int64_t layers = 0;   // of the mix
  std::int64_t growing = 0;  // those of them that keep something for every token, or for every few
  Bytes old_memory;          // usable, of one device
  Bytes memory;

  double longer() const { return static_cast<double>(now) / static_cast<double>(then); }
  double read() const { return static_cast<double>(now) / static_cast<double>(chosen); }
  double latent() const { return static_cast<double>(mha.value) / static_cast<double>(own.value); }
  double mixed() const { return static_cast<double>(layers) / static_cast<double>(growing); }
  double kept() const { return latent() * mixed(); }
  double bought() const { return static_cast<double>(memory.value) / static_cast<double>(old_memory.value); }
};

/// The errors: what a model or a device has not, or does not say.
Expected<Receipt> receipt_of(const PageSources& sources, const SectionRecipe& recipe, const ReceiptInputs& inputs);

}  // namespace kvtally
