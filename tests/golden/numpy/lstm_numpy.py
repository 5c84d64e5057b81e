"""Two layers of long short-term memory from the formula, as one affine map of [x; h; 1] for each token and layer
(Hochreiter and Schmidhuber 1997; the forget gate: Gers et al. 2000)."""

import numpy

import vector

BATCH, TOKENS, INPUTS, UNITS, FIRST = 2, 7, 5, [6, 4], 3

numbers = vector.Numbers(1997)
x = numbers.normal(BATCH, TOKENS, INPUTS)
weights = {}
for layer, units in enumerate(UNITS):
    below = INPUTS if layer == 0 else UNITS[layer - 1]
    weights[f"layer{layer}.W"] = numbers.normal(4 * units, below, scale=0.6)
    weights[f"layer{layer}.U"] = numbers.normal(4 * units, units, scale=0.5)
    weights[f"layer{layer}.b"] = numbers.normal(4 * units, scale=0.5)


def logistic(a):
    return 0.5 * (1 + numpy.tanh(0.5 * a))


def layer_over(inputs, layer, units):
    """inputs [T, width, B]; hidden and cells [T + 1, units, B] with the zeros before the first token."""
    together = numpy.hstack([weights[f"layer{layer}.W"], weights[f"layer{layer}.U"],
                             weights[f"layer{layer}.b"][:, None]])
    one = numpy.ones((1, BATCH))
    hidden = numpy.zeros((TOKENS + 1, units, BATCH))
    cells = numpy.zeros((TOKENS + 1, units, BATCH))
    for t in range(TOKENS):
        gates = (together @ numpy.vstack([inputs[t], hidden[t], one])).reshape(4, units, BATCH)
        admit, keep, show = logistic(gates[[0, 1, 3]])
        cells[t + 1] = keep * cells[t] + admit * numpy.tanh(gates[2])
        hidden[t + 1] = show * numpy.tanh(cells[t + 1])
    return hidden, cells


outputs = {}
stream = numpy.moveaxis(x, 0, 2)
for layer, units in enumerate(UNITS):
    hidden, cells = layer_over(stream, layer, units)
    stream = hidden[1:]
    outputs[f"layer{layer}.hidden_after_P"] = hidden[FIRST].T
    outputs[f"layer{layer}.cell_after_P"] = cells[FIRST].T
    outputs[f"layer{layer}.final_hidden"] = hidden[TOKENS].T
    outputs[f"layer{layer}.final_cell"] = cells[TOKENS].T
outputs["y"] = numpy.moveaxis(stream, 2, 0)

vector.write(
    name="lstm_numpy",
    kind="lstm",
    source=[{"script": "tests/golden/numpy/lstm_numpy.py",
             "formula": "Hochreiter and Schmidhuber 1997, with the forget gate of Gers et al. 2000, no peepholes"}],
    parameters={"B": BATCH, "T": TOKENS, "inputs": INPUTS, "units": UNITS, "prefill_len": FIRST},
    conventions=["x [B, T, inputs]; weights [out, in]; the rows of W, U and b are those of i, f, g, o, units each",
                 "i, f, o = sigmoid, g = tanh of W x_t + U h_{t-1} + b; c_t = f c_{t-1} + i g; h_t = o tanh(c_t)",
                 "h of a layer is the next one's x; y is h of the last one; all states are zero at first"],
    inputs={"x": x},
    weights=weights,
    outputs=outputs)
