"""A window whose first tokens are kept (StreamingLLM, arXiv 2309.17453, section 3.2), in one pass and step by step."""

import numpy

from vector import Numbers, write

B, S, H, KH, D, DV, FIRST, WINDOW, PREFILL = 2, 19, 4, 2, 6, 5, 3, 5, 8


def softmax(scores):
    e = numpy.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def main():
    numbers = Numbers(7101)
    q = numbers.normal(B, H, S, D)
    k = numbers.normal(B, KH, S, D)
    v = numbers.normal(B, KH, S, DV)
    i, j = numpy.arange(S)[:, None], numpy.arange(S)[None, :]
    visible = (j <= i) & ((j < FIRST) | (j > i - WINDOW))
    each = numpy.repeat(numpy.arange(KH), H // KH)
    scores = numpy.einsum("bhid,bhjd->bhij", q, k[:, each]) / numpy.sqrt(D)
    p = softmax(numpy.where(visible, scores, -numpy.inf))
    output = numpy.einsum("bhij,bhjd->bihd", p, v[:, each])
    kept = [t for t in range(S) if t < FIRST or t > S - 1 - WINDOW]
    write(
        "sink_window_numpy",
        "sink_window",
        [{"script": "tests/golden/numpy/sink_window_numpy.py", "formula": "arXiv 2309.17453, section 3.2"}],
        {"B": B, "S": S, "num_heads": H, "num_kv_heads": KH, "head_dim": D, "v_head_dim": DV,
         "scale": float(1 / numpy.sqrt(D)), "first": FIRST, "window": WINDOW, "prefill_len": PREFILL},
        ["query i sees key j when j <= i and (j < first or j > i - window); softmax of scale q.k over these",
         "query head h reads key head floor(h / (num_heads / num_kv_heads)); output is [B, S, H, D]",
         "final_cache: what the last step sees, the first tokens and the window, in the order of their tokens"],
        {"q": q, "k": k, "v": v},
        {},
        {"attn_output": output, "decode_steps": output[:, PREFILL:], "final_cache_positions": numpy.array(kept),
         "final_cache_keys": k[:, :, kept], "final_cache_values": v[:, :, kept]},
        {"probabilities": p},
    )


main()
