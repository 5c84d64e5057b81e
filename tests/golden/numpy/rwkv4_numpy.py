"""The recurrence of RWKV-4 without a state: each output as a weighted mean over all tokens (arXiv 2305.13048, equation
of wkv_t in section 3.2)."""

import numpy

import vector

BATCH, TOKENS, CHANNELS, FIRST = 2, 7, 5, 3

numbers = vector.Numbers(202305)
k = numbers.normal(BATCH, TOKENS, CHANNELS, scale=2.0)
v = numbers.normal(BATCH, TOKENS, CHANNELS)
w = numpy.abs(numbers.normal(CHANNELS, scale=0.5))
u = numbers.normal(CHANNELS)

y = numpy.zeros((BATCH, TOKENS, CHANNELS))
for t in range(TOKENS):
    ages = numpy.arange(t - 1, -2, -1)[:, None]  # t - 1 - s; the newest one has the bonus instead
    exponents = k[:, :t + 1] + numpy.where(ages >= 0, -ages * w, u)
    weights = numpy.exp(exponents)
    y[:, t] = (weights * v[:, :t + 1]).sum(axis=1) / weights.sum(axis=1)


def state(tokens):
    exponents = k[:, :tokens] - numpy.arange(tokens - 1, -1, -1)[:, None] * w
    maximum = exponents.max(axis=1)
    weights = numpy.exp(exponents - maximum[:, None])
    return {"numerator": (weights * v[:, :tokens]).sum(axis=1), "denominator": weights.sum(axis=1), "maximum": maximum}


vector.write(
    name="rwkv4_numpy",
    kind="rwkv4",
    source=[{"script": "tests/golden/numpy/rwkv4_numpy.py",
             "formula": "RWKV-4, arXiv 2305.13048, section 3.2, as a weighted mean of all values"}],
    parameters={"B": BATCH, "T": TOKENS, "C": CHANNELS, "prefill_len": FIRST},
    conventions=["k, v, y [B, T, C]; decay w >= 0 and bonus u [C]",
                 "y_t: the mean of v_s, weighted by e^{k_s - (t-1-s) w} for s < t and by e^{k_t + u}",
                 "numerator and denominator of the tokens so far, those of the newest undecayed, divided by e^maximum"],
    inputs={"k": k, "v": v},
    weights={"w": w, "u": u},
    outputs={"y": y,
             **{f"{name}_after_P": value for name, value in state(FIRST).items()},
             **{f"final_{name}": value for name, value in state(TOKENS).items()}})
