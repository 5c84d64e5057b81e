"""A layer in which a gated delta rule and softmax attention run side by side, as heads of one layer.

Side by side: Hymba, arXiv 2411.13676, section 2.1 (the mean of both outputs, each normalised). The gated delta rule:
arXiv 2412.06464, equation 10, here solved for all tokens at once as a triangular system (section 3.3): with G the sums of the
log decays and D_ts = exp(G_t - G_s) for s <= t,

    (I + strictly lower part of diag(beta) (D * K K^T)) U = diag(beta) V,  O = (D * Q K^T) U,  S = sum_s exp(G_T - G_s) k_s u_s^T
"""

import numpy
import vector

B, S, HIDDEN, P = 2, 9, 10, 5
QUERY_HEADS, KEY_HEADS, DIM, VALUE_DIM = 4, 2, 6, 5
GROUP = QUERY_HEADS // KEY_HEADS
EPS, L2_EPS = 1e-6, 1e-6

random = vector.Numbers(20241113)
x = random.normal(B, S, HIDDEN)
weights = {
    "q_proj.weight": random.normal(QUERY_HEADS * DIM, HIDDEN, scale=0.4),
    "k_proj.weight": random.normal(KEY_HEADS * DIM, HIDDEN, scale=0.4),
    "v_proj.weight": random.normal(KEY_HEADS * VALUE_DIM, HIDDEN, scale=0.4),
    "b_proj.weight": random.normal(QUERY_HEADS, HIDDEN, scale=0.4),
    "a_proj.weight": random.normal(QUERY_HEADS, HIDDEN, scale=0.4),
    "attention_norm.weight": random.normal(QUERY_HEADS * VALUE_DIM),
    "state_norm.weight": random.normal(QUERY_HEADS * VALUE_DIM),
    "o_proj.weight": random.normal(HIDDEN, QUERY_HEADS * VALUE_DIM, scale=0.3),
}


def heads(name, count):
    """[B, heads, S, width]"""
    return numpy.einsum("bsi,oi->bso", x, weights[name + ".weight"]).reshape(B, S, count, -1).swapaxes(1, 2)


def rms(y, name):
    return y / numpy.sqrt((y * y).mean(-1, keepdims=True) + EPS) * weights[name + ".weight"]


def unit(y):
    return y / numpy.sqrt((y * y).sum(-1, keepdims=True) + L2_EPS)


def together(y):
    return y.swapaxes(1, 2).reshape(B, S, -1)


q, k, v = heads("q_proj", QUERY_HEADS), heads("k_proj", KEY_HEADS), heads("v_proj", KEY_HEADS)
keys, values = k.repeat(GROUP, axis=1), v.repeat(GROUP, axis=1)
causal = numpy.tril(numpy.ones((S, S), bool))

scores = numpy.where(causal, q @ keys.swapaxes(-1, -2) / numpy.sqrt(DIM), -numpy.inf)
probabilities = numpy.exp(scores - scores.max(-1, keepdims=True))
probabilities /= probabilities.sum(-1, keepdims=True)
attended = probabilities @ values

rate = 1 / (1 + numpy.exp(-heads("b_proj", QUERY_HEADS)))  # [B, heads, S, 1]
log_decay = -numpy.log1p(numpy.exp(heads("a_proj", QUERY_HEADS)))
sums = numpy.cumsum(log_decay, axis=2)
decay = numpy.where(causal, numpy.exp(numpy.where(causal, sums - sums.swapaxes(-1, -2), 0)), 0)
state_q, state_k = unit(q) / numpy.sqrt(DIM), unit(keys)
earlier = numpy.tril(rate * decay * (state_k @ state_k.swapaxes(-1, -2)), -1)
written = numpy.linalg.solve(numpy.eye(S) + earlier, rate * values)
recalled = (decay * (state_q @ state_k.swapaxes(-1, -2))) @ written


def state_after(tokens):
    left = numpy.exp(sums[:, :, tokens - 1:tokens] - sums[:, :, :tokens])
    return (left * state_k[:, :, :tokens]).swapaxes(-1, -2) @ written[:, :, :tokens]


mean = (rms(together(attended), "attention_norm") + rms(together(recalled), "state_norm")) / 2
output = mean @ weights["o_proj.weight"].T

vector.write(
    "hybrid_numpy",
    "hybrid",
    [{"script": "tests/golden/numpy/hybrid_numpy.py",
      "formula": "arXiv 2411.13676, section 2.1; arXiv 2412.06464, equation 10 and section 3.3"}],
    {"B": B, "S": S, "hidden": HIDDEN, "num_heads": QUERY_HEADS, "num_kv_heads": KEY_HEADS, "head_dim": DIM,
     "v_head_dim": VALUE_DIM, "norm_eps": EPS, "l2norm_eps": L2_EPS, "scale": DIM ** -0.5, "prefill_len": P},
    ["arrays are row-major; linear layers are y = x W^T with W stored [out, in]; heads are split from the projection output as "
     "[B, S, H, D]",
     "both branches have the queries, keys and values of one projection each; query head h has key head floor(h / (heads / kv heads))",
     "attention: causal softmax of scale q.k, no rotary, values averaged",
     "state: a matrix [head_dim, v_head_dim] for each query head; q and k l2-normalised, x * (sum x^2 + l2norm_eps)^-1/2, then q times "
     "scale; beta = sigmoid(b_proj x), g = -softplus(a_proj x); S <- exp(g) S; u = beta (v - S^T k); S <- S + k u^T; o = S^T q",
     "each branch's heads side by side [B, S, heads * v_head_dim], RMS-normalised over all with its own weight; the mean of the two, "
     "then o_proj",
     "cache: keys and values as projected, and S"],
    {"hidden_states": x},
    weights,
    {"prefill_full": output, "prefill_first_P": output[:, :P], "decode_steps": output[:, P:],
     "state_after_P": state_after(P), "final_state": state_after(S), "final_cache_keys": k, "final_cache_values": v},
    {"attention_output": attended, "state_output": recalled, "attention_probabilities": probabilities},
)
