"""The recurrence of RWKV-6 without a state: each output as a sum over all tokens (arXiv 2404.05892, section 4.2)."""

import numpy

import vector

BATCH, HEADS, TOKENS, KEY, VALUE, FIRST = 2, 2, 7, 4, 3, 3

numbers = vector.Numbers(202404)
r = numbers.normal(BATCH, HEADS, TOKENS, KEY)
k = numbers.normal(BATCH, HEADS, TOKENS, KEY)
v = numbers.normal(BATCH, HEADS, TOKENS, VALUE)
w = -numpy.abs(numbers.normal(BATCH, HEADS, TOKENS, KEY, scale=0.7))
u = numbers.normal(HEADS, KEY)

sums = numpy.concatenate([numpy.zeros((BATCH, HEADS, 1, KEY)), numpy.cumsum(w, axis=2)], axis=2)  # of the first t tokens
# What token s weighs for token t: the decays of the tokens between both, or the bonus.
between = sums[:, :, :TOKENS, None] - sums[:, :, None, 1:]
weights = numpy.where(numpy.tri(TOKENS, k=-1)[:, :, None] > 0, numpy.exp(numpy.minimum(between, 0)), 0)
weights = weights + numpy.eye(TOKENS)[:, :, None] * u[:, None, None, :]
y = numpy.einsum("bhtk,bhtsk,bhsk,bhsv->bhtv", r, weights, k, v)


def matrix(tokens):
    left = numpy.exp(sums[:, :, tokens, None] - sums[:, :, 1:tokens + 1])
    return numpy.einsum("bhsk,bhsv->bhkv", left * k[:, :, :tokens], v[:, :, :tokens])


vector.write(
    name="rwkv6_numpy",
    kind="rwkv6",
    source=[{"script": "tests/golden/numpy/rwkv6_numpy.py",
             "formula": "RWKV-6, arXiv 2404.05892, section 4.2, as a sum over the tokens"}],
    parameters={"B": BATCH, "H": HEADS, "T": TOKENS, "K": KEY, "V": VALUE, "prefill_len": FIRST},
    conventions=["r, k, w [B, H, T, K], v and y [B, H, T, V], u [H, K]; w are log decays",
                 "y_t = r_t (S_{t-1} + diag(u) k_t^T v_t), S_t = diag(e^{w_t}) S_{t-1} + k_t^T v_t, S_0 = 0"],
    inputs={"r": r, "k": k, "v": v, "w": w},
    weights={"u": u},
    outputs={"y": y, "matrix_after_P": matrix(FIRST), "final_matrix": matrix(TOKENS)})
