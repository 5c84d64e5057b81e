"""DeepSeek sparse attention whose index keys are pooled by learned gates, without rotary rows (GLM-5.3-Flash: index_kpool,
index_kpool_compress_gate, index_kpool_compress_ape, index_kpool_always_select_tail; the pooling after DeepSeek-V4,
arXiv 2606.19348)."""

import numpy

from sparse_latent import (Sizes, among, attention, best, heads, indexer_weights, layer_norm, layer_weights, margin,
                           query_latent, softmax)
from vector import Numbers, write

POOL = 3
s = Sizes(b=2, s=17, hidden=13, heads=2, q_rank=8, rank=6, nope=5, rope=0, value=4, prefill=8, index_heads=3, index_dim=6,
          top_k=6)
numbers = Numbers(20240805)
x = numbers.normal(s.b, s.s, s.hidden)
weights = {**layer_weights(numbers, s), **indexer_weights(numbers, s, "indexer."),
           "indexer.kpool_gate.weight": numbers.normal(s.index_dim, s.hidden, scale=0.5),
           "indexer.kpool_places": numbers.normal(POOL, s.index_dim, scale=0.5)}

raw = layer_norm(x @ weights["indexer.wk.weight"].T, weights["indexer.k_norm.weight"], weights["indexer.k_norm.bias"])
gates = x @ weights["indexer.kpool_gate.weight"].T
pools = s.s // POOL
shape = (s.b, pools, POOL, s.index_dim)
shares = softmax((gates[:, : pools * POOL].reshape(shape) + weights["indexer.kpool_places"]).swapaxes(2, 3)).swapaxes(2, 3)
keys = (shares * raw[:, : pools * POOL].reshape(shape)).sum(2)  # [B, pools, dim]

query = heads(query_latent(x, weights) @ weights["indexer.wq_b.weight"].T, s.index_heads)
relu = numpy.maximum(query @ keys[:, None].swapaxes(-1, -2) * s.index_dim ** -0.5, 0)
w = x @ weights["indexer.weights_proj.weight"].T * s.index_heads ** -0.5
seen = numpy.arange(1, s.s + 1)[:, None]  # tokens that a query sees, its own included
complete = (numpy.arange(pools) + 1) * POOL <= seen
scores = numpy.where(complete, numpy.einsum("bth,bhtp->btp", w, relu), -numpy.inf)
chosen = among(best(scores, s.top_k // POOL), pools + 1)
token = numpy.arange(s.s)
tail = (token >= seen // POOL * POOL) & (token < seen)
read = chosen[..., token // POOL] | tail
assert margin(scores, s.top_k // POOL) > 1e-3

y, p, latent, _ = attention(x, weights, s, read)
open_from = pools * POOL

write(
    name="dsa_pooled_numpy",
    kind="dsa_pooled",
    source=[{"script": "tests/golden/numpy/dsa_pooled_numpy.py",
             "formula": "arXiv 2512.02556, equations 1 and 2, over pools: e = sum_i softmax_i(g_i + b_i) * k_i, channel by "
                        "channel"}],
    parameters={**s.parameters(), "index_kpool": POOL},
    conventions=[
        "index keys: layer norm, no rotation; pool p has the tokens p*index_kpool to (p+1)*index_kpool-1 and is seen once "
        "it is complete",
        "each query reads the best index_topk/index_kpool complete pools whole, and its incomplete newest pool",
        "the cache holds the normed latents, the pooled index keys, and of the incomplete pool the normed keys and gates "
        "(without the offset of the place)",
    ],
    inputs={"hidden_states": x},
    weights=weights,
    outputs={"prefill_full": y, "prefill_first_P": y[:, : s.prefill], "decode_steps": y[:, s.prefill:],
             "selected_tokens": read.astype(int), "final_cache_latent": latent,
             "final_cache_index_keys": keys[:, None], "final_open_keys": raw[:, None, open_from:],
             "final_open_gates": gates[:, None, open_from:]},
    intermediates={"pool_scores": scores, "attention_probabilities": p,
                   "smallest_topk_margin": margin(scores, s.top_k // POOL)},
)
