#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/print.hpp"
#include "plan/answer.hpp"
#include "plan/moving.hpp"
#include "report/filled.hpp"
#include "report/table.hpp"

namespace kvtally {

/// Another placement on as many devices, with the time of a step there.
struct AlternativeTime {
  Placement placement;
  std::int64_t users = 0;
  Tokens context;
  std::optional<Seconds> step;
};

/// What `fit` says of one model on one device.
struct FitSheet {
  Model model;
  Device device;
  std::string kv_dtype;
  std::string weights_from;
  FitQuestion question;
  FitAnswer answer;
  std::optional<LayoutTime> step;  // nothing: it does not fit, or no bandwidth is published
  std::optional<LayoutTime> first_token;
  Tokens prompt;  // of which that is
  std::vector<AlternativeTime> alternatives;
  std::vector<Moving> moving;
  std::vector<std::string> assumptions;
};

/// "131,072 tokens a request", "6,144 + 2,048 tokens a request in 4 samples, the first 1,024 shared by all".
std::string requests_of(const FitSheet& sheet);

/// "memory: …", what keeps the answer from being better, as one sentence. Why a model is not divided stays
/// English.
std::string binding_of(const FitSheet& sheet, Units units, const Say& say = fill);

/// For a terminal.
std::string text_of(const FitSheet& sheet, Units units, const Look& look);

/// One row a part of the fullest device's memory.
Table table_of(const FitSheet& sheet, Units units);

/// kvtally.fit/1.
std::string json_of(const FitSheet& sheet);

}  // namespace kvtally
