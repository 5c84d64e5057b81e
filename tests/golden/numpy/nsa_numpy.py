"""Native sparse attention with its three branches (arXiv 2502.11089, equations 5 to 12) and a simple learned pooling
(equation 7, with W sum_i a_i (x_i + e_i) + b for the MLP)."""

import numpy

from vector import Numbers, write

B, T, HQ, H, K, V = 2, 27, 4, 2, 5, 3
SPAN, STRIDE, BLOCK, COUNT, WINDOW = 4, 2, 4, 4, 5
SCALE = K ** -0.5
numbers = Numbers(20240811)


def branch():
    return numbers.normal(B, T, H, K), numbers.normal(B, T, H, V)


q = numbers.normal(B, T, HQ, K, scale=2)
(k_cmp, v_cmp), (k_slc, v_slc), (k_win, v_win) = branch(), branch(), branch()
gate_logits = numbers.normal(B, T, HQ, 3)
weights = {}
for name, dim in (("key_pool", K), ("value_pool", V)):
    weights[f"{name}.weights"] = 1 / SPAN + numbers.normal(SPAN, scale=0.1)
    weights[f"{name}.places"] = numbers.normal(SPAN, dim, scale=0.3)
    weights[f"{name}.out.weight"] = numpy.eye(dim) + numbers.normal(dim, dim, scale=0.2)
    weights[f"{name}.out.bias"] = numbers.normal(dim, scale=0.1)

query = q.transpose(0, 2, 1, 3)
position = numpy.arange(T)


def attend(keys, values, seen):
    """keys, values [B, slots, H, dim], seen broadcastable to [B, HQ, T, slots]; zeros where nothing is seen."""
    keys, values = (numpy.repeat(x.transpose(0, 2, 1, 3), HQ // H, 1) for x in (keys, values))
    scores = numpy.where(seen, SCALE * query @ keys.swapaxes(-1, -2), -numpy.inf)
    top = scores.max(-1, keepdims=True)
    e = numpy.exp(scores - numpy.where(numpy.isfinite(top), top, 0))
    p = e / numpy.maximum(e.sum(-1, keepdims=True), 1e-300)
    return p, (p @ values).transpose(0, 2, 1, 3)


def pooled(x, name):
    stretches = x[:, numpy.arange(0, T - SPAN + 1, STRIDE)[:, None] + numpy.arange(SPAN)]  # [B, entries, SPAN, H, dim]
    placed = stretches + weights[f"{name}.places"][:, None]
    return numpy.einsum("i,bniho->bnho", weights[f"{name}.weights"], placed) @ weights[f"{name}.out.weight"].T + weights[
        f"{name}.out.bias"]


compressed_keys, compressed_values = pooled(k_cmp, "key_pool"), pooled(v_cmp, "value_pool")
entries = compressed_keys.shape[1]
p_cmp, compressed = attend(compressed_keys, compressed_values,
                           numpy.arange(entries) * STRIDE + SPAN - 1 <= position[:, None])

# equation 9 as two incidence matrices: entries that cover a stride, strides that lie in a block
strides = numpy.arange(entries + SPAN // STRIDE - 1)
blocks = -(-T // BLOCK)
covers = (strides >= numpy.arange(entries)[:, None]) & (strides < numpy.arange(entries)[:, None] + SPAN // STRIDE)
inside = strides[:, None] * STRIDE // BLOCK == numpy.arange(blocks)
importance = p_cmp @ (covers.astype(float) @ inside.astype(float))
importance = importance.reshape(B, H, HQ // H, T, blocks).sum(2)  # equation 10

own = position[:, None] // BLOCK
block = numpy.arange(blocks)
forced = (block == 0) | (block == own) | (block == own - 1)
scores = numpy.where(forced & (block <= own), numpy.inf, numpy.where(block <= own, importance, -numpy.inf))
order = numpy.argsort(-scores, -1, kind="stable")[..., :COUNT]
order = numpy.sort(numpy.where(numpy.take_along_axis(scores, order, -1) == -numpy.inf, blocks, order), -1)
kept = (order[..., None] == block).any(-2)  # [B, H, T, blocks]
read = numpy.repeat(kept[..., position // BLOCK], HQ // H, 1) & (position <= position[:, None])
_, selected = attend(k_slc, v_slc, read)
_, window = attend(k_win, v_win, (position <= position[:, None]) & (position > position[:, None] - WINDOW))

gates = 1 / (1 + numpy.exp(-gate_logits))
output = gates[..., 0:1] * compressed + gates[..., 1:2] * selected + gates[..., 2:3] * window

ordered = -numpy.sort(-scores, -1)
last, dropped = ordered[..., COUNT - 1], ordered[..., COUNT]
whole = numpy.isfinite(dropped)
margin = float((last[whole] - dropped[whole]).min())
assert margin > 1e-3

kept_from = entries * STRIDE  # raw rows that later entries need

write(
    name="nsa_numpy",
    kind="nsa_paper",
    source=[{"script": "tests/golden/numpy/nsa_numpy.py", "formula": "arXiv 2502.11089, equations 5 to 12"}],
    parameters={"B": B, "T": T, "HQ": HQ, "H": H, "K": K, "V": V, "compress_span": SPAN, "compress_stride": STRIDE,
                "block_size": BLOCK, "block_counts": COUNT, "window": WINDOW, "scale": SCALE},
    conventions=[
        "layout [B,T,H,D]; each branch has keys and values of its own",
        "entry n pools the tokens n*compress_stride to n*compress_stride+compress_span-1 and is seen once they are: "
        "W sum_i weights_i (x_i + places_i) + b",
        "importance of a block: the compressed weights of the entries that cover a stride of it, once for each stride, "
        "summed over the heads of the group",
        "blocks 0, own-1 and own are forced; the block_counts best are read, in lists sorted ascending, padded with -1",
        "output = sum of the branches times sigmoid(gate_logits), in the order compressed, selected, window",
        "zero output of a branch in which a query sees nothing",
    ],
    inputs={"q": q, "k_compressed": k_cmp, "v_compressed": v_cmp, "k_selected": k_slc, "v_selected": v_slc,
            "k_window": k_win, "v_window": v_win, "gate_logits": gate_logits},
    weights=weights,
    outputs={"output": output, "compressed_branch": compressed, "selected_branch": selected, "window_branch": window,
             "selected_blocks_sorted_ascending": numpy.where(order == blocks, -1, order).transpose(0, 2, 1, 3),
             "compressed_keys": compressed_keys, "compressed_values": compressed_values,
             "open_keys": k_cmp[:, kept_from:], "open_values": v_cmp[:, kept_from:]},
    intermediates={"compressed_probabilities": p_cmp, "block_scores": scores.transpose(0, 2, 1, 3),
                   "smallest_topk_margin": margin},
)
