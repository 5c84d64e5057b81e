"""Two layers of DeepSeek sparse attention, of which the second reads what the first has chosen (arXiv 2512.02556,
equations 1 and 2; IndexShare as in transformers' modeling_glm_moe_dsa.py)."""

import numpy

from sparse_latent import (Sizes, among, attention, best, heads, indexer_weights, layer_norm, layer_weights, margin, part,
                           query_latent, turned)
from vector import Numbers, write

BASE = 10000.0
s = Sizes(b=2, s=12, hidden=14, heads=3, q_rank=9, rank=7, nope=5, rope=4, value=6, prefill=7, index_heads=3, index_dim=6,
          top_k=4)
numbers = Numbers(20240807)
x = numbers.normal(s.b, s.s, s.hidden)
weights = {**layer_weights(numbers, s, "first."), **indexer_weights(numbers, s, "first.indexer."),
           **layer_weights(numbers, s, "second.")}
first, second, indexer = part(weights, "first."), part(weights, "second."), part(weights, "first.indexer.")

causal = numpy.tril(numpy.ones((s.s, s.s), bool))
query = turned(heads(query_latent(x, first) @ indexer["wq_b.weight"].T, s.index_heads), s.rope, BASE, False)
key = turned(layer_norm(x @ indexer["wk.weight"].T, indexer["k_norm.weight"], indexer["k_norm.bias"]), s.rope, BASE, False)
relu = numpy.maximum(query @ key[:, None].swapaxes(-1, -2) * s.index_dim ** -0.5, 0)
w = x @ indexer["weights_proj.weight"].T * s.index_heads ** -0.5
scores = numpy.where(causal, numpy.einsum("bth,bhts->bts", w, relu), -numpy.inf)
top = best(scores, s.top_k)
read = among(top, s.s)
assert margin(scores, s.top_k) > 1e-3

y, p1, latent1, rope1 = attention(x, first, s, read, BASE)
z, p2, latent2, rope2 = attention(y, second, s, read, BASE)

write(
    name="dsa_shared_numpy",
    kind="dsa_shared",
    source=[{"script": "tests/golden/numpy/dsa_shared_numpy.py",
             "formula": "arXiv 2512.02556, equations 1 and 2; arXiv 2405.04434, equations 9 to 19"}],
    parameters=s.parameters(BASE),
    conventions=[
        "y = first(x), z = second(y), without residuals or norms between them",
        "the second layer has no indexer: each of its queries reads the tokens that the first layer's query at the same "
        "position has chosen",
        "each layer's cache holds the normed latent and the turned rotary key; the first one's also the index keys",
        "attention rotary: interleaved pairs in place; indexer rotary: half-split on the leading rotary_dim channels",
    ],
    inputs={"hidden_states": x},
    weights=weights,
    outputs={
        "first": {"prefill_full": y, "prefill_first_P": y[:, : s.prefill], "decode_steps": y[:, s.prefill:],
                  "final_cache_latent": latent1, "final_cache_k_rope": rope1, "final_cache_indexer_keys": key[:, None]},
        "second": {"prefill_full": z, "prefill_first_P": z[:, : s.prefill], "decode_steps": z[:, s.prefill:],
                   "final_cache_latent": latent2, "final_cache_k_rope": rope2},
        "topk_sorted_ascending": top,
    },
    intermediates={"index_scores_masked": scores, "first_attention_probabilities": p1,
                   "second_attention_probabilities": p2, "smallest_topk_margin": margin(scores, s.top_k)},
)
