"""The real-gated linear recurrent unit without a state: each output as a sum over all tokens (Griffin, arXiv 2402.19427,
equations 1 to 4)."""

import numpy

import vector

BATCH, TOKENS, CHANNELS, FIRST = 2, 7, 5, 3

numbers = vector.Numbers(202402)
x = numbers.normal(BATCH, TOKENS, CHANNELS)
i = numpy.round(1 / (1 + numpy.exp(-numbers.normal(BATCH, TOKENS, CHANNELS))), 6)
r = numpy.round(1 / (1 + numpy.exp(-numbers.normal(BATCH, TOKENS, CHANNELS))), 6)
rate = numbers.normal(CHANNELS, scale=1.5) - 2

log_a = 8 * r * numpy.log(1 / (1 + numpy.exp(rate)))  # a = sigmoid(-Lambda)^(8 r)
fresh = numpy.sqrt(-numpy.expm1(2 * log_a)) * i * x
sums = numpy.cumsum(log_a, axis=1)
left = numpy.where(numpy.tri(TOKENS)[:, :, None] > 0, numpy.exp(numpy.minimum(sums[:, :, None] - sums[:, None], 0)), 0)
y = numpy.einsum("btsc,bsc->btc", left, fresh)

vector.write(
    name="rglru_numpy",
    kind="rglru",
    source=[{"script": "tests/golden/numpy/rglru_numpy.py",
             "formula": "RG-LRU, arXiv 2402.19427, equations 1 to 4, as a sum over the tokens"}],
    parameters={"B": BATCH, "T": TOKENS, "C": CHANNELS, "prefill_len": FIRST},
    conventions=["x, input gate i, recurrence gate r, y [B, T, C]; Lambda [C]",
                 "a_t = e^{-8 softplus(Lambda) r_t}, y_t = a_t y_{t-1} + sqrt(1 - a_t^2) (i_t x_t), y_0 = 0; state is y"],
    inputs={"x": x, "i": i, "r": r},
    weights={"Lambda": rate},
    outputs={"y": y, "state_after_P": y[:, FIRST - 1], "final_state": y[:, TOKENS - 1]})
