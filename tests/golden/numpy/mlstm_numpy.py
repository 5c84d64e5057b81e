"""The matrix memory of xLSTM in its parallel form, without a stabiliser where outputs are concerned (arXiv 2405.04517,
equations 19 to 27 and appendix A.3)."""

import numpy

import vector

BATCH, HEADS, TOKENS, KEY, VALUE, FIRST = 2, 2, 7, 4, 3, 3

numbers = vector.Numbers(202405)
q = numbers.normal(BATCH, HEADS, TOKENS, KEY)
k = numbers.normal(BATCH, HEADS, TOKENS, KEY, scale=0.5)
v = numbers.normal(BATCH, HEADS, TOKENS, VALUE)
i = numbers.normal(BATCH, HEADS, TOKENS, 1, scale=2.0)
f = -numpy.abs(numbers.normal(BATCH, HEADS, TOKENS, 1, scale=0.7))

sums = numpy.cumsum(f[..., 0], axis=2)
exponents = sums[:, :, :, None] - sums[:, :, None] + i[:, :, None, :, 0]  # of token s in token t
gates = numpy.where(numpy.tri(TOKENS) > 0, numpy.exp(exponents), 0)
weights = gates * numpy.einsum("bhtk,bhsk->bhts", q, k)
divisor = numpy.maximum(numpy.abs(weights.sum(axis=-1, keepdims=True)), 1)
y = numpy.einsum("bhts,bhsv->bhtv", weights / divisor, v)


def state(tokens):
    own = exponents[:, :, tokens - 1, :tokens]
    stabiliser = numpy.maximum(own.max(axis=-1), sums[:, :, tokens - 1])  # m begins at 0 and only decays
    left = numpy.exp(own - stabiliser[..., None])[..., None] * k[:, :, :tokens]
    return {"matrix": numpy.einsum("bhsk,bhsv->bhkv", left, v[:, :, :tokens]),
            "normaliser": left.sum(axis=2),
            "stabiliser": stabiliser}


vector.write(
    name="mlstm_numpy",
    kind="mlstm",
    source=[{"script": "tests/golden/numpy/mlstm_numpy.py",
             "formula": "mLSTM of xLSTM, arXiv 2405.04517, equations 19 to 27, in parallel form"}],
    parameters={"B": BATCH, "H": HEADS, "T": TOKENS, "K": KEY, "V": VALUE, "prefill_len": FIRST},
    conventions=["q, k [B, H, T, K], v and y [B, H, T, V], i and f [B, H, T, 1]: the logarithms of both gates; the scale "
                 "is in k",
                 "C_t = e^f C_{t-1} + e^i k_t v_t^T, n_t = e^f n_{t-1} + e^i k_t, y_t = C_t^T q_t / max(|n_t . q_t|, 1)",
                 "matrix and normaliser are C / e^m and n / e^m; m_t = max(f_t + m_{t-1}, i_t); zeros at first"],
    inputs={"q": q, "k": k, "v": v, "i": i, "f": f},
    weights={},
    outputs={"y": y,
             **{f"{name}_after_P": value for name, value in state(FIRST).items()},
             **{f"final_{name}": value for name, value in state(TOKENS).items()}})
