#pragma once

#include "cli/attention.hpp"
#include "cli/deployment.hpp"
#include "report/fit.hpp"

namespace kvtally::cli {

/// What `fit` is asked.
struct FitRequest {
  DeploymentRequest deployment;
  std::optional<std::int64_t> devices;
  std::optional<Attention> attention;  // whose cache stands beside the model's weights
};

/// What is not given is asked for: devices first, then users, then the context. Refused, as problems of the model:
/// another attention that its shape does not take, weights of which a fact is missing, a device whose memory is
/// not published, a model without a maximum context where none is given, figures beyond 64 bits.
Expected<FitSheet> fit_of(const Description& description, const FitRequest& wanted, const Device& device);

}  // namespace kvtally::cli
