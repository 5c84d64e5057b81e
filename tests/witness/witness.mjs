// Asks llama.cpp itself what it allocates: node witness.mjs JOBS.json, where a job is
//   {"id", "keys": a GGUF file of keys alone, "classes": one word a layer, "settings": [{...}]}.
// Layers of one class have the same tensors. For each job and setting one line of JSON goes to standard output:
//   {"id", "setting", "bytes": context and compute buffers together, "lines": what llama.cpp printed}.
//
// A GGUF needs the tensors that the architecture loads. They are found by asking: llama.cpp names the first that is
// missing or has another shape. The file ends in a hole (no data), and nothing is allocated (no_alloc).
import {createRequire} from "node:module";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const require = createRequire(import.meta.url);
const folder = path.join(import.meta.dirname, "node_modules/@node-llama-cpp/linux-x64/bins/linux-x64");
const addon = require(path.join(folder, "llama-addon.node"));
const F32 = 0;
const MOST_ROUNDS = 20000;

const number = (value, bytes) => {
  const out = Buffer.alloc(bytes);
  bytes === 8 ? out.writeBigUInt64LE(BigInt(value)) : out.writeUInt32LE(value);
  return out;
};
const text = (value) => Buffer.concat([number(Buffer.byteLength(value), 8), Buffer.from(value)]);
const elements = (dims) => dims.reduce((product, size) => product * size, 1);
const aligned = (bytes) => Math.ceil(bytes / 32) * 32;

// The keys with a table of these tensors, and a hole where their data would be.
function write(file, keys, tensors) {
  let offset = 0;
  const table = tensors.map(({name, dims}) => {
    const row = [text(name), number(dims.length, 4), ...dims.map((size) => number(size, 8)), number(F32, 4),
                 number(offset, 8)];
    offset += aligned(elements(dims) * 4);
    return Buffer.concat(row);
  });
  const header = Buffer.concat([keys.subarray(0, 8), number(tensors.length, 8), keys.subarray(16), ...table]);
  fs.writeFileSync(file, header);
  fs.truncateSync(file, aligned(header.length) + offset);
}

let printed = [];
const settle = async () => {
  // Lines arrive through the event loop.
  for (let i = 0; i < 3; ++i) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
};

async function load(file) {
  printed = [];
  const model = new addon.AddonModel(file, {gpuLayers: 0, checkTensors: false, noAlloc: true});
  let loaded = false;
  try {
    loaded = await model.init();
  } catch (error) {
    printed.push(String(error));
  }
  await settle();
  return {model, loaded, said: printed.join("")};
}

const layerOf = (name) => Number(/^blk\.(\d+)\./.exec(name)?.[1] ?? -1);

// Adds a tensor that is missing; with it, when it begins a layer, all of the last layer of its class.
function add(tensors, name, classes) {
  const layer = layerOf(name);
  const first = layer >= 0 && !tensors.some((tensor) => layerOf(tensor.name) === layer);
  const like = first ? classes.lastIndexOf(classes[layer], layer - 1) : -1;
  const rest = tensors.filter((tensor) => layer > 0 && like >= 0 && layerOf(tensor.name) === like)
                   .map(({name, dims}) => ({name: name.replace(/^blk\.\d+/, `blk.${layer}`), dims: [...dims]}));
  if (rest.some((tensor) => tensor.name === name)) {
    tensors.push(...rest);
    return;
  }
  const known = tensors.findLast((tensor) => tensor.name.replace(/^blk\.\d+/, "") === name.replace(/^blk\.\d+/, ""));
  tensors.push({name, dims: known === undefined ? [1] : [...known.dims]});
}

// Tensors that llama.cpp loads where a file has them, and that its graphs use without asking.
const GRAPH_NEEDS = /ssm_conv1d\.bias$|\.indexer\.|\.attn_gate\.weight$|\.attn_qkv\.weight$/;

// Adds those that it looked for; a layer with attn_q has no fused attn_qkv.
function addOptional(tensors, said) {
  const have = new Set(tensors.map((tensor) => tensor.name));
  const before = tensors.length;
  for (const [, name] of said.matchAll(/loading tensor (\S+)/g)) {
    const fused = name.endsWith("attn_qkv.weight") && have.has(name.replace("attn_qkv", "attn_q"));
    if (GRAPH_NEEDS.test(name) && !have.has(name) && !fused) {
      tensors.push({name, dims: [1]});
      have.add(name);
    }
  }
  return tensors.length > before;
}

// Every tensor of that name, in whatever layer of the class.
function reshape(tensors, name, dims, classes) {
  const rest = name.replace(/^blk\.\d+/, "");
  for (const tensor of tensors) {
    const same = tensor.name.replace(/^blk\.\d+/, "") === rest && classes[layerOf(tensor.name)] === classes[layerOf(name)];
    if (same) {
      tensor.dims = dims;
    }
  }
}

async function loadable(file, job) {
  const keys = fs.readFileSync(job.keys);
  const tensors = [];
  for (let round = 0; round < MOST_ROUNDS; ++round) {
    write(file, keys, tensors);
    const {model, loaded, said} = await load(file);
    if (loaded && !addOptional(tensors, said)) {
      return model;
    }
    await model.dispose();
    const missing = /tensor '([^']+)' not found/.exec(said);
    const wrong = /tensor '([^']+)' has wrong shape; expected ([0-9, ]+), got/.exec(said);
    if (loaded) {
      continue;
    }
    if (missing !== null) {
      add(tensors, missing[1], job.classes);
    } else if (wrong !== null) {
      const sizes = wrong[2].split(",").map(Number);
      while (sizes.length > 1 && sizes.at(-1) === 1) {
        sizes.pop();
      }
      reshape(tensors, wrong[1], sizes, job.classes);
    } else {
      throw new Error(said.split("\n").filter((line) => /error|fail|wrong/i.test(line)).join("; ") || said.slice(-500));
    }
  }
  throw new Error("no end of tensors");
}

async function ask(model, setting) {
  printed = [];
  const context = new addon.AddonContext(model, {
    contextSize: setting.context, batchSize: setting.ubatch, sequences: setting.sequences, flashAttention: setting.flash,
    kvCacheKeyType: setting.type, kvCacheValueType: setting.type, swaFullCache: setting.swa_full});
  const made = await context.init();
  await settle();
  const lines = printed.join("").split("\n").filter((line) => /: size = |buffer size|SWA KV cache|DSV4|n_ctx|n_seq_max|n_ubatch|kv_unified/.test(line));
  const bytes = made ? context.getMemoryBreakdown().cpuRam : null;
  await context.dispose();
  return {bytes, lines};
}

addon.setLogger((level, line) => printed.push(line));
addon.setLoggerLogLevel(6);
await addon.init();
addon.loadBackends(folder);
const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "witness-")), "model.gguf");
for (const job of JSON.parse(fs.readFileSync(process.argv[2], "utf8"))) {
  try {
    const model = await loadable(file, job);
    for (const [index, setting] of job.settings.entries()) {
      fs.writeSync(1, JSON.stringify({id: job.id, setting: index, ...await ask(model, setting)}) + "\n");
    }
    await model.dispose();
  } catch (error) {
    fs.writeSync(1, JSON.stringify({id: job.id, error: String(error.message)}) + "\n");
  }
}
fs.rmSync(path.dirname(file), {recursive: true});
process.exit(0);
