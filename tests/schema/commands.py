"""The commands whose output is validated: every command that writes JSON, and every option that changes its form."""

import glob
import json
import os
import struct

PLACEMENTS = (["--tp", "2"], ["--pp", "2"], ["--dp", "2"], ["--cp", "2"], ["--tp", "2", "--pp", "2", "--dp", "2"])


def zoo(source):
    return sorted(os.path.basename(path)[: -len(".yaml")] for path in glob.glob(source + "/modelzoo/*.yaml"))


def with_models():
    yield from (["explain", model, "-c", "8K"] for model in
                ("deepseek-v3", "gemma-3-27b", "deepseek-v4-flash", "jamba-v0.1", "whisper-large-v3", "kimi-k3"))
    yield ["explain", "deepseek-v3", "-c", "128K", "--mtp", "--on", "h100-sxm"]
    yield ["explain", "deepseek-v3", "-c", "128K", "--on", "h100-sxm", "--tp", "8", "--pp", "2"]
    yield ["explain", "deepseek-v3", "-c", "128K", "--as", "gqa-8"]
    for model in ("deepseek-v3", "gemma-3-27b", "palm-540b", "llama-3.1-8b"):
        yield ["explain", model, "--params"]
        yield ["explain", model, "--shapes", "-c", "4K"]
    yield ["compare", "deepseek-v3", "--as", "mha,gqa-8,mqa,mla,swa-4096,chunked-8192,dsa-2048,linear,gdn,kda"]
    yield ["compare", "deepseek-v3", "gemma-3-27b", "rwkv-7-2.9b", "-c", "128K", "--on", "tpu-v7x"]
    yield ["curve", "deepseek-v4-flash", "gemma-3-27b", "jamba-v0.1", "whisper-large-v3"]
    yield ["curve", "deepseek-v3", "--mtp", "-b", "4"]
    yield ["curve", "deepseek-v3", "rwkv-7", "--to", "128K", "--on", "h100-sxm"]


def roofline():
    base = ["roofline", "deepseek-v3", "gemma-3-27b", "--on", "h100-sxm", "-c", "32K"]
    yield base
    yield [*base, "--prompt", "4K", "--prefix", "1K", "--chunk", "2K", "--batches", "1,8,64"]
    yield ["roofline", "deepseek-v3", "--on", "h200-sxm", "-c", "32K", "--draft", "2", "--acceptance", "0.8"]
    yield ["roofline", "llama-3.1-8b", "--on", "h200-sxm", "-c", "32K", "--draft", "2", "--acceptance", "0.8"]
    yield [*base, "--achieved", "--all-logits", "--prompt", "1K"]
    yield ["roofline", "deepseek-v3.2", "--on", "b200-sxm", "-c", "128K", "--kv-dtype", "fp8"]
    yield ["roofline", "llama-3.1-8b", "--on", "rtx-4090", "-c", "8K", "--kv-dtype", "q8_0"]
    for placement in (*PLACEMENTS, ["--tp", "2", "--dp", "2", "--ep", "4"]):
        yield ["roofline", "deepseek-v3", "--on", "h200-sxm", "-c", "8K", "--prompt", "1K", *placement]


def deployments():
    fit = ["fit", "llama-3.1-70b", "--on", "h100-sxm"]
    yield [*fit, "-u", "64", "-c", "8K"]
    yield [*fit, "-u", "64", "--prompt", "4K", "--output", "4K"]
    yield [*fit, "-n", "4", "-c", "8K"]
    yield [*fit, "-n", "4", "-u", "8"]
    yield [*fit, "-n", "1", "-u", "8", "-c", "8K"]  # the answer is no
    yield [*fit, "--tp", "4", "-u", "8", "-c", "8K"]
    yield [*fit, "-u", "64", "-c", "p50=4K,p95=32K,p100=128K", "--shared-prefix", "1K"]
    yield [*fit, "-u", "64", "--prompt", "4K", "--output", "4K", "--samples", "2"]
    yield ["fit", "deepseek-v3", "--on", "h200-sxm", "-n", "1", "-u", "1", "-c", "32K"]
    yield ["fit", "deepseek-v3", "--on", "h200-sxm", "-u", "256", "-c", "32K", "--achieved"]
    plan = ["plan", "llama-3.1-70b", "--on", "h100-sxm", "-u", "32"]
    yield [*plan, "-c", "8K"]
    yield [*plan, "--tpot", "50ms", "--ttft", "2s", "--prompt", "4K", "--output", "4K", "--max-devices", "16"]
    yield ["plan", "llama-3.1-70b", "--on", "h200-sxm,price=3", "-u", "32", "--apart", "--prompt", "4K", "--output", "4K"]
    yield [*plan, "-c", "p50=4K,p100=32K", "--tp", "4", "--achieved"]
    yield ["plan", "llama-3.1-8b", "--on", "rtx-4090,h100-sxm", "-u", "1", "-c", "8K", "--each-device"]
    yield [*plan, "-c", "8K", "--tpot", "1us"]  # the answer is no


def engines():
    yield [*(fit := ["fit", "gemma-3-27b", "--on", "h100-sxm", "-u", "16", "-c", "32K"]), "--engine", "vllm"]
    yield ["plan", *fit[1:], "--max-devices", "4", "--engine", "vllm", "--engine-flags", "--block-size 32"]
    for engine in ("transformers", "vllm", "llama.cpp", "sglang"):
        yield ["engine", engine, "gemma-3-27b", "--context", "32K"]
    yield ["engine", "vllm", "deepseek-v4-flash", "-c", "32K", "--kv-cache-memory-bytes", "30GiB"]
    yield ["engine", "vllm", "llama-3.1-8b", "-c", "128K", "--kv-cache-memory-bytes", "1GiB"]  # it does not start
    yield ["engine", "all", "gemma-3-27b", "-c", "32K"]
    yield ["engine", "all", "gemma-3-27b", "-c", "32K", "--tp", "3"]
    yield ["engine", "all", "qwen3-next-80b-a3b", "-c", "32K"]
    yield ["explain-log"]
    yield ["explain-log", "--engine", "llama.cpp", "--model", "llama-3.1-8b", "--flags", "-c 8192"]


def lists():
    yield ["table"]
    yield ["table", "--highlight", "--sort", "kv"]
    yield ["table", "-c", "1M", "--kv-dtype", "fp8"]
    yield ["models"]
    for model in ("deepseek-v3", "rwkv-7-2.9b", "gemma-3-27b"):
        yield ["models", "show", model]
    yield ["hardware"]
    yield ["hardware", "show", "h100-sxm,bandwidth=3.0TB/s,price=$2.50", "tpu-v7x:chip"]
    yield ["kinds"]
    yield ["kinds", "--kernels"]
    yield ["kinds", "--containers"]
    yield ["corpus", "tests/data/corpus_folder"]
    yield ["corpus", "tests/data/corpus"]
    yield ["corpus", "tests/data/corpus_folder", "-c", "8K", "-b", "2", "--census"]
    yield ["verify", "mla"]
    yield ["verify", "pitfalls"]
    yield ["verify", "--list"]
    yield ["schema"]


def checks(folder):
    for name in ("good", "off", "theirs"):
        yield ["check", f"tests/data/checks/{name}.yaml"]
    yield ["check", "tests/data/checks/theirs.yaml", "--diagnose"]
    yield ["check", "claims", "--diagnose"]
    yield ["check", "published"]
    old, new = folder + "/old.json", folder + "/new.json"
    yield ["show", "gemma-3-27b", "deepseek-v3", "-c", "32K", "-O", old]
    yield ["show", "gemma-3-27b", "llama-3.1-8b", "-c", "64K", "--kv-dtype", "fp8", "-O", new]
    yield ["diff", old, new]
    yield ["diff", old, old]


def with_files(folder):
    """What no file of the project has: weights beside a config, a published bandwidth of a second memory."""
    config = {"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
              "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 100, "max_position_embeddings": 4096}
    header = json.dumps({"model.embed_tokens.weight": {"dtype": "BF16", "shape": [100, 64], "data_offsets": [0, 12800]},
                         "lm_head.weight": {"dtype": "F32", "shape": [100, 64], "data_offsets": [12800, 38400]}}).encode()
    with open(folder + "/config.json", "w", encoding="utf-8") as file:
        json.dump(config, file)
    with open(folder + "/model.safetensors", "wb") as file:
        file.write(struct.pack("<Q", len(header)) + header + bytes(38400))
    with open(folder + "/device.yaml", "w", encoding="utf-8") as file:
        file.write("name: A device\nmemory: {stated: 16 GB, assumed: 0.98, basis: a guess}\n"
                   "bandwidth: {peak: 500 GB/s}\nother_memory: {sram: {bandwidth: 8 TB/s}}\n")
    yield ["show", folder]
    yield ["explain", folder, "--params"]
    yield ["hardware", "show", folder + "/device.yaml"]


def reports():
    yield ["report"]
    yield ["report", "--lang", "zh"]
    yield ["report", "models", "gemma-3-27b", "deepseek-v3.2"]
    yield ["report", "deployment", "deepseek-v3", "--on", "h200-sxm", "--users", "64"]


def commands(source, folder):
    for model in zoo(source):
        yield ["show", model, "-c", "32K"]
        yield ["models", "show", model]
    yield ["show", "deepseek-v3", "qwen3.5-27b", "--mtp", "-b", "3"]
    yield ["show", "tests/data/corpus_folder/hybrid", "-c", "4K"]
    for placement in PLACEMENTS:
        yield ["show", "llama-3.1-70b", "-c", "8K", *placement]
    yield ["show", "deepseek-v3", "-c", "8K", "--tp", "2", "--dp", "2", "--ep", "4"]
    yield from with_models()
    yield from roofline()
    yield from deployments()
    yield from engines()
    yield from lists()
    yield from with_files(folder)
    yield from checks(folder)
    yield from reports()
