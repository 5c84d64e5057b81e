"""Latent attention over chosen tokens, by whole matrices (arXiv 2405.04434, equations 9 to 19, keys and values expanded;
arXiv 2512.02556, equations 1 and 2): what dsa_shared_numpy.py and dsa_pooled_numpy.py share."""

import numpy

EPS = 1e-6


def rms(x, weight):
    return x / numpy.sqrt((x * x).mean(-1, keepdims=True) + EPS) * weight


def layer_norm(x, weight, bias):
    centred = x - x.mean(-1, keepdims=True)
    return centred / numpy.sqrt((centred * centred).mean(-1, keepdims=True) + EPS) * weight + bias


def softmax(scores):
    """Over the last axis; rows of nothing but -inf are not given."""
    e = numpy.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def frequencies(channels, base):
    return base ** (-numpy.arange(0, channels, 2) / channels)


def turned(x, channels, base, interleaved):
    """The leading channels of x [..., tokens, dim] at positions 0, 1, ...: as complex numbers times e^(i p f)."""
    if channels == 0:
        return x
    angle = numpy.arange(x.shape[-2])[:, None] * frequencies(channels, base)
    part = x[..., :channels]
    pairs = part[..., 0::2] + 1j * part[..., 1::2] if interleaved else part[..., : channels // 2] + 1j * part[..., channels // 2:]
    pairs = pairs * numpy.exp(1j * angle)
    out = numpy.stack([pairs.real, pairs.imag], -1).reshape(part.shape) if interleaved else numpy.concatenate([pairs.real, pairs.imag], -1)
    return numpy.concatenate([out, x[..., channels:]], -1)


def heads(x, count):
    """[B, S, heads * dim] to [B, heads, S, dim]."""
    b, s, _ = x.shape
    return x.reshape(b, s, count, -1).transpose(0, 2, 1, 3)


class Sizes:
    def __init__(self, **sizes):
        self.__dict__.update(sizes)

    def parameters(self, base=None):
        out = {"B": self.b, "S": self.s, "hidden": self.hidden, "num_heads": self.heads, "q_lora_rank": self.q_rank,
               "kv_lora_rank": self.rank, "qk_nope_head_dim": self.nope, "qk_rope_head_dim": self.rope,
               "v_head_dim": self.value, "norm_eps": EPS, "scale": (self.nope + self.rope) ** -0.5,
               "prefill_len": self.prefill, "index_n_heads": self.index_heads, "index_head_dim": self.index_dim,
               "index_topk": self.top_k, "index_scale": self.index_dim ** -0.5,
               "index_weight_scale": self.index_heads ** -0.5,
               "index_k_norm": "layer norm with weight and bias, eps 1e-6"}
        if base:
            out["rope"] = {"layout": "interleaved", "rotary_dim": self.rope, "base": base, "type": "default",
                           "inv_freq": frequencies(self.rope, base), "attention_scaling": 1.0,
                           "position_of_slice": "rope part of head (attention); the indexer uses half-split on the "
                                                "LEADING channels of its head",
                           "rope_parameters": {"rope_type": "default", "rope_theta": base}}
        return out


def layer_weights(numbers, s, prefix=""):
    w = {
        "q_a_proj.weight": numbers.normal(s.q_rank, s.hidden, scale=0.4),
        "q_a_layernorm.weight": 1 + numbers.normal(s.q_rank, scale=0.1),
        "q_b_proj.weight": numbers.normal(s.heads * (s.nope + s.rope), s.q_rank, scale=0.5),
        "kv_a_proj_with_mqa.weight": numbers.normal(s.rank + s.rope, s.hidden, scale=0.4),
        "kv_a_layernorm.weight": 1 + numbers.normal(s.rank, scale=0.1),
        "kv_b_proj.weight": numbers.normal(s.heads * (s.nope + s.value), s.rank, scale=0.5),
        "o_proj.weight": numbers.normal(s.hidden, s.heads * s.value, scale=0.4),
    }
    return {prefix + name: weight for name, weight in w.items()}


def indexer_weights(numbers, s, prefix):
    w = {
        "wq_b.weight": numbers.normal(s.index_heads * s.index_dim, s.q_rank, scale=0.6),
        "wk.weight": numbers.normal(s.index_dim, s.hidden, scale=0.5),
        "k_norm.weight": 1 + numbers.normal(s.index_dim, scale=0.1),
        "k_norm.bias": numbers.normal(s.index_dim, scale=0.1),
        "weights_proj.weight": numbers.normal(s.index_heads, s.hidden, scale=0.5),
    }
    return {prefix + name: weight for name, weight in w.items()}


def query_latent(x, w):
    return rms(x @ w["q_a_proj.weight"].T, w["q_a_layernorm.weight"])


def attention(x, w, s, read, base=None):
    """read [B, S, S] is true where a query reads a token. The output, the weights, and the cache's two kinds of rows."""
    query = heads(query_latent(x, w) @ w["q_b_proj.weight"].T, s.heads)
    both = x @ w["kv_a_proj_with_mqa.weight"].T
    latent = rms(both[..., : s.rank], w["kv_a_layernorm.weight"])
    rope = both[:, None, :, s.rank:]
    query_rope = query[..., s.nope:]
    if base:
        rope = turned(rope, s.rope, base, True)
        query_rope = turned(query_rope, s.rope, base, True)
    up = w["kv_b_proj.weight"].reshape(s.heads, s.nope + s.value, s.rank)
    keys = numpy.einsum("hdr,bsr->bhsd", up[:, : s.nope], latent)
    values = numpy.einsum("hdr,bsr->bhsd", up[:, s.nope:], latent)
    scores = query[..., : s.nope] @ keys.swapaxes(-1, -2) + query_rope @ rope.swapaxes(-1, -2)
    p = softmax(numpy.where(read[:, None], scores * (s.nope + s.rope) ** -0.5, -numpy.inf))
    merged = (p @ values).transpose(0, 2, 1, 3).reshape(s.b, s.s, -1)
    return merged @ w["o_proj.weight"].T, p, latent[:, None], rope


def best(scores, count):
    """The indices of the best finite scores of each row, ascending, padded with -1; of equal ones the earlier."""
    order = numpy.argsort(-scores, -1, kind="stable")[..., :count]
    order = numpy.where(numpy.isfinite(numpy.take_along_axis(scores, order, -1)), order, scores.shape[-1])
    order = numpy.sort(order, -1)
    return numpy.where(order == scores.shape[-1], -1, order)


def among(chosen, size):
    """True at the chosen indices: [..., size]."""
    return (chosen[..., None] == numpy.arange(size)).any(-2)


def margin(scores, count):
    ordered = -numpy.sort(-scores, -1)
    kept, dropped = ordered[..., count - 1], ordered[..., count]
    whole = numpy.isfinite(dropped)
    return float((kept[whole] - dropped[whole]).min())


def part(w, prefix):
    return {name[len(prefix):]: weight for name, weight in w.items() if name.startswith(prefix)}
