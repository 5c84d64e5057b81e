#pragma once

#include "check/check_file.hpp"
#include "check/claims.hpp"
#include "report/check_results.hpp"

namespace kvtally {

/// Computes what a file expects. A figure that is refused, or is in another unit, is off; only an expected number
/// that is none where the figure is a number is a problem of the file. `diagnosing`: mistakes are looked for that
/// explain a figure that is off.
Expected<CheckReport> run_checks(const CheckFile& file, const Tree& tree, const FigureSources& sources,
                                 bool diagnosing = false);

/// One result for each claim of a document: it passes when figure, verdict and what is printed are as recorded (an
/// erratum when both figures are). A claim that waits is neither passed nor failed. `diagnosing`: mistakes are
/// looked for that explain an erratum.
CheckReport run_claims(const Claims& claims, const Tree& tree, const FigureSources& sources,
                       bool diagnosing = false);

/// The message of a refusal: its problems, each with what was expected, one a line.
std::string message_of(const Problems& problems);

}  // namespace kvtally
