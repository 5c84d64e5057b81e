"""Two layers on one memory: the second makes queries alone and reads the first one's keys and values (cross-layer
attention, arXiv 2405.12981, section 2)."""

import numpy

from vector import Numbers, write

B, S, HIDDEN, H, KH, D, PREFILL = 2, 10, 12, 4, 2, 5, 6


def softmax(scores):
    e = numpy.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def heads(x, weight, count):
    return (x @ weight.T).reshape(B, S, count, -1).transpose(0, 2, 1, 3)


def attention(q, k, v, output):
    each = numpy.repeat(numpy.arange(KH), H // KH)
    scores = q @ k[:, each].swapaxes(-1, -2) / numpy.sqrt(D)
    hidden = numpy.triu(numpy.ones((S, S), bool), 1)
    p = softmax(numpy.where(hidden, -numpy.inf, scores))
    return (p @ v[:, each]).transpose(0, 2, 1, 3).reshape(B, S, H * D) @ output.T, p


def main():
    numbers = Numbers(7102)
    x = {name: numbers.normal(B, S, HIDDEN) for name in ("owner", "sharer")}
    weights = {
        "owner.q_proj.weight": numbers.normal(H * D, HIDDEN, scale=0.4),
        "owner.k_proj.weight": numbers.normal(KH * D, HIDDEN, scale=0.4),
        "owner.v_proj.weight": numbers.normal(KH * D, HIDDEN, scale=0.4),
        "owner.o_proj.weight": numbers.normal(HIDDEN, H * D, scale=0.4),
        "sharer.q_proj.weight": numbers.normal(H * D, HIDDEN, scale=0.4),
        "sharer.o_proj.weight": numbers.normal(HIDDEN, H * D, scale=0.4),
    }
    k = heads(x["owner"], weights["owner.k_proj.weight"], KH)
    v = heads(x["owner"], weights["owner.v_proj.weight"], KH)
    outputs, probabilities = {}, {}
    for name in ("owner", "sharer"):
        q = heads(x[name], weights[f"{name}.q_proj.weight"], H)
        outputs[name], probabilities[name] = attention(q, k, v, weights[f"{name}.o_proj.weight"])
    write(
        "shared_layers_numpy",
        "shared_layers",
        [{"script": "tests/golden/numpy/shared_layers_numpy.py", "formula": "arXiv 2405.12981, section 2"}],
        {"B": B, "S": S, "hidden": HIDDEN, "num_heads": H, "num_kv_heads": KH, "head_dim": D,
         "scale": float(1 / numpy.sqrt(D)), "prefill_len": PREFILL},
        ["the owner is a causal grouped-query layer; the sharer projects queries from its own input and reads the "
         "owner's keys and values; no rotary embedding"],
        {"owner": x["owner"], "sharer": x["sharer"]},
        weights,
        {"owner": outputs["owner"], "sharer": outputs["sharer"],
         "owner_decode_steps": outputs["owner"][:, PREFILL:], "sharer_decode_steps": outputs["sharer"][:, PREFILL:],
         "final_cache_keys": k, "final_cache_values": v},
        {"owner_probabilities": probabilities["owner"], "sharer_probabilities": probabilities["sharer"]},
    )


main()
