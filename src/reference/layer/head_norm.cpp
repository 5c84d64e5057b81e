#include "reference/layer/head_norm.hpp"

#include "reference/tensor/linear.hpp"
#include "reference/tensor/norm.hpp"

namespace kvtally::reference {

Tensor normed(const Tensor& x, const HeadNorm& norm, const Tensor& weight) {
  switch (norm.sort) {
    case HeadNorm::Sort::bare: return rms_norm(x, norm.eps);
    case HeadNorm::Sort::head: return rms_norm(x, weight, norm.eps, norm.offset);
    case HeadNorm::Sort::whole:
      return split_heads(rms_norm(merged_heads(x), weight, norm.eps, norm.offset), x.size(1));
    case HeadNorm::Sort::layer: return layer_norm(x, weight, norm.eps);
  }
  return x;
}

}  // namespace kvtally::reference
