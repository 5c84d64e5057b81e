#pragma once

#include <functional>
#include <string>
#include <vector>

#include "verify/check.hpp"
#include "verify/vector_file.hpp"

/// Vectors of a recurrence whose state is recorded behind a first pass and at the end.
namespace kvtally {

/// "T" and "prefill_len" of "parameters".
struct PassLengths {
  std::int64_t tokens = 1;
  std::int64_t first = 1;  // below `tokens`, else a problem is noted
};
PassLengths pass_lengths(VectorFile& file);

/// A tensor of the state, with what "NAME_after_P" and "final_NAME" of "outputs" say, in the file's shape.
struct RecordedState {
  std::string name;
  reference::Tensor after_first;
  reference::Tensor final;
};
RecordedState recorded_state(VectorFile& file, const std::string& name, const reference::Shape& shape);

/// How the executor runs such a recurrence.
struct PassesRun {
  PassLengths lengths;
  std::size_t axis = 1;  // of the tokens in the outputs
  std::vector<RecordedState> states;
  std::vector<reference::Tensor> fresh;  // the same states before the first token, in the executor's shapes
  /// The outputs of the tokens from, …, to − 1.
  std::function<reference::Tensor(std::vector<reference::Tensor>& states, std::int64_t from, std::int64_t to)> run;
};

/// Compares outputs at once and in steps with y, and the states with what is recorded of them.
void compare_passes(const reference::Tensor& y, const PassesRun& passes, Checks& checks);

}  // namespace kvtally
