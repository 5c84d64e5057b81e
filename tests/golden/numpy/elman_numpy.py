"""A simple recurrent network from its formula, as one affine map of [x; h; 1] for each token (Elman 1990, Finding
Structure in Time)."""

import numpy

import vector

BATCH, TOKENS, INPUTS, UNITS, OUTPUTS, FIRST = 2, 7, 5, 6, 4, 3

numbers = vector.Numbers(1990)
x = numbers.normal(BATCH, TOKENS, INPUTS)
weights = {
    "W": numbers.normal(UNITS, INPUTS, scale=0.6),
    "U": numbers.normal(UNITS, UNITS, scale=0.5),
    "b": numbers.normal(UNITS, scale=0.3),
    "V": numbers.normal(OUTPUTS, UNITS),
    "c": numbers.normal(OUTPUTS),
}

together = numpy.hstack([weights["W"], weights["U"], weights["b"][:, None]])
one = numpy.ones((1, BATCH))
hidden = numpy.zeros((TOKENS + 1, UNITS, BATCH))  # a column for each request; hidden[t] is what came before token t
for t in range(TOKENS):
    hidden[t + 1] = numpy.tanh(together @ numpy.vstack([x[:, t].T, hidden[t], one]))
y = numpy.einsum("ou,tub->bto", weights["V"], hidden[1:]) + weights["c"]

vector.write(
    name="elman_numpy",
    kind="elman",
    source=[{"script": "tests/golden/numpy/elman_numpy.py",
             "formula": "Elman 1990, Finding Structure in Time: a hidden layer that sees its own last state"}],
    parameters={"B": BATCH, "T": TOKENS, "inputs": INPUTS, "units": UNITS, "outputs": OUTPUTS, "prefill_len": FIRST},
    conventions=["x [B, T, inputs]; weights [out, in]; h_0 = 0",
                 "h_t = tanh(W x_t + U h_{t-1} + b), y_t = V h_t + c"],
    inputs={"x": x},
    weights=weights,
    outputs={"y": y,
             "hidden_after_P": hidden[FIRST].T,
             "final_hidden": hidden[TOKENS].T})
