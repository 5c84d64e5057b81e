"""Gated slot attention without a recurrence: what each slot holds of each token, then a softmax over the slots (arXiv
2409.07146, equations 7 to 9)."""

import numpy

import vector

BATCH, HEADS, TOKENS, KEY, VALUE, SLOTS, FIRST = 2, 2, 7, 4, 3, 5, 3

numbers = vector.Numbers(202409)
q = numbers.normal(BATCH, HEADS, TOKENS, KEY)
k = numbers.normal(BATCH, HEADS, TOKENS, KEY)
v = numbers.normal(BATCH, HEADS, TOKENS, VALUE)
g = -numpy.abs(numbers.normal(BATCH, HEADS, TOKENS, SLOTS, scale=0.7))

sums = numpy.cumsum(g, axis=2)
between = numpy.minimum(sums[:, :, :, None] - sums[:, :, None], 0)
held = numpy.where(numpy.tri(TOKENS)[:, :, None] > 0, numpy.exp(between), 0) * -numpy.expm1(g)[:, :, None]
keys = numpy.einsum("bhtsm,bhsk->bhtkm", held, k)
values = numpy.einsum("bhtsm,bhsv->bhtmv", held, v)
scores = numpy.einsum("bhtkm,bhtk->bhtm", keys, q)
weights = numpy.exp(scores) / numpy.exp(scores).sum(axis=-1, keepdims=True)
y = numpy.einsum("bhtm,bhtmv->bhtv", weights, values)

vector.write(
    name="gsa_numpy",
    kind="gsa",
    source=[{"script": "tests/golden/numpy/gsa_numpy.py",
             "formula": "gated slot attention, arXiv 2409.07146, equations 7 to 9, by what a slot holds of each token"}],
    parameters={"B": BATCH, "H": HEADS, "T": TOKENS, "K": KEY, "V": VALUE, "M": SLOTS, "prefill_len": FIRST},
    conventions=["q, k [B, H, T, K], v and y [B, H, T, V], log gates g [B, H, T, M]; the scale is in q",
                 "K_t = diag(e^g) K_{t-1} + (1 - e^g) k_t^T, V_t likewise, y_t = V_t^T softmax(K_t q_t)",
                 "keys are K^T [B, H, K, M], values V [B, H, M, V]; zeros at first"],
    inputs={"q": q, "k": k, "v": v, "g": g},
    weights={},
    outputs={"y": y,
             "keys_after_P": keys[:, :, FIRST - 1], "final_keys": keys[:, :, TOKENS - 1],
             "values_after_P": values[:, :, FIRST - 1], "final_values": values[:, :, TOKENS - 1]})
