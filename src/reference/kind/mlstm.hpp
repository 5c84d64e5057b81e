#pragma once

#include "reference/kind/recurrence.hpp"

namespace kvtally::reference {

/// What each head of an mLSTM remembers, zeros at first.
struct MatrixLstmState {
  Tensor matrix;      // C [batch, heads, key dim, value dim]
  Tensor normaliser;  // n [batch, heads, 1, key dim]
  Tensor stabiliser;  // m [batch, 1, 1, heads], the largest exponent: C and n are divided by e^m
};

/// The gates of an mLSTM, [batch, value heads, tokens, 1] each: log i, any number, and log f ≤ 0.
struct MatrixLstmGates {
  Tensor log_input;
  Tensor log_forget;
};

/// The matrix memory of xLSTM (mLSTM, arXiv 2405.04517, equations 19 to 27; NX-AI/mlstm_kernels, recurrent
/// sequence): a gated linear attention with a normaliser, whose input gate is an exponential:
///
///     m_t = max(log f_t + m_{t−1}, log i_t),  f' = e^{log f_t + m_{t−1} − m_t},  i' = e^{log i_t − m_t}
///     C_t = f' C_{t−1} + i' k_t v_tᵀ,  n_t = f' n_{t−1} + i' k_t,  h_t = C_tᵀ q_t ÷ max(|n_t · q_t|, e^{−m_t})
///
/// The stabiliser m changes no h: it divides numerator and denominator alike. Keys come scaled by 1 ÷ √(key dim).
/// Shapes as in recurrence.hpp. A token costs 3 · key dim · (value dim + 1) multiply-adds in each head: decay,
/// write, read of the matrix and of the normaliser.
Tensor matrix_lstm(const NewTokens& tokens, const MatrixLstmGates& gates, MatrixLstmState& state,
                   Counter& counter);

}  // namespace kvtally::reference
