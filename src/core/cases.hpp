#pragma once

namespace kvtally {

/// What is to be done with each alternative of a variant, as one function: std::visit(Cases{[](const All&) ...},
/// v).
template <class... F>
struct Cases : F... {
  using F::operator()...;
};

}  // namespace kvtally
