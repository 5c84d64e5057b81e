"""Validates what the program prints and the YAML files that it reads against the schemas that it prints.

    validate.py PROGRAM SOURCE_FOLDER

The validator is python3-jsonschema, which shares no code with the program. The schemas are closed first: a field
that an output has and its schema lacks fails, although what users get allows it. Then the schemas themselves are
tried: of every document each field in turn is taken away, turned into another type, and joined by an unknown one,
and each of these must fail.
"""

import copy
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import jsonschema
import yaml

from commands import commands

PROGRAM, SOURCE = sys.argv[1:3]


# What explain-log reads; a line of llama.cpp.
LOG = ("llama_kv_cache: size = 1024.00 MiB (  8192 cells,  32 layers,  1/1 seqs), K (f16):  512.00 MiB, "
       "V (f16):  512.00 MiB\n")


def run(*words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False, cwd=SOURCE,
                          input=LOG if words[0] == "explain-log" else "")
    return done.returncode, done.stdout, done.stderr


# ---- closed, strict schemas

def openers(schema, out):
    """The definitions that others are made of (allOf): they stay open, what uses them is closed."""
    if isinstance(schema, dict):
        out.update(part["$ref"] for part in schema.get("allOf", []))
        for value in schema.values():
            openers(value, out)
    elif isinstance(schema, list):
        for value in schema:
            openers(value, out)
    return out


def close(schema, parts, path="#"):
    """Refuses fields that an object does not name."""
    if not isinstance(schema, dict):
        return
    if "properties" in schema and "additionalProperties" not in schema and path not in parts:
        schema["unevaluatedProperties"] = False
    for key in ("properties", "$defs"):
        for name, value in schema.get(key, {}).items():
            close(value, parts, f"{path}/{key}/{name}")
    for key in ("items", "additionalProperties"):
        close(schema.get(key), parts, f"{path}/{key}")
    for key in ("anyOf", "oneOf"):
        for value in schema.get(key, []):
            close(value, parts, f"{path}/{key}")


def whole(_, value):
    """2.0 is no integer: a field that becomes a fraction has another type."""
    return isinstance(value, int) and not isinstance(value, bool)


STRICT = jsonschema.validators.extend(
    jsonschema.Draft202012Validator,
    type_checker=jsonschema.Draft202012Validator.TYPE_CHECKER.redefine("integer", whole))


def validator(name):
    code, text, error = run("schema", name)
    assert code == 0, error
    schema = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    close(schema, openers(schema, set()))
    return STRICT(schema)


# ---- the schemas are tried

def objects(value, path=()):
    """Every object of a document with its path, of a list's the first two: the others are of the same definition."""
    if isinstance(value, dict):
        yield path
        for key, child in value.items():
            yield from objects(child, (*path, key))
    elif isinstance(value, list):
        for index, child in enumerate(value[:2]):
            yield from objects(child, (*path, index))


def shape(path):
    return ".".join("[]" if isinstance(part, int) else part for part in path)


def at(document, path):
    for part in path:
        document = document[part]
    return document


OTHER = {dict: "text", list: "text", str: 5.5, bool: "text", int: "text", float: "text", type(None): {"no": "such"}}

# Fields of either of two types, so that the other one is no fault.
UNIONS = {"model: retype values.[].value", "diff: retype differences.[].old", "diff: retype differences.[].new"}

# Objects whose keys are names of their own, not fields.
MAPS = {("corpus", "files.[].layers_by_kind"), ("report", "sections.[].values")}


def mutants(name, document, seen):
    """Documents with one field less, more, or of another type; each sort of change once. What a person writes may
    leave fields out, and has names of his own further in."""
    written = name.endswith("-yaml")
    for path in [()] if written else objects(document):
        is_map = (name, shape(path)) in MAPS
        for key in ["", *at(document, path)]:
            for change in ("add",) if key == "" else ("retype",) if is_map or written else ("remove", "retype"):
                label = f"{name}: {change} {shape((*path, key))}"
                if label in seen or label in UNIONS or (change == "add" and is_map):
                    continue
                mutant = copy.deepcopy(document)
                target = at(mutant, path)
                if change == "add":
                    target["a field of which no schema knows"] = 0
                elif change == "remove":
                    del target[key]
                else:
                    target[key] = OTHER[type(target[key])]
                seen.add(label)
                yield label, mutant


# Left out by other documents than those that have them: taking them away is no change of the form.
MAY_BE_ABSENT = {
    "show: models.[]": {"placement", "device_bytes", "all_devices_bytes", "stages", "stored_weights"},
    "explain: weights": {"from", "parts", "assumptions"},
    "verify: checks.[]": {"finding"},
    "engines: engines.[]": {"version", "model", "context", "requests", "devices", "needed_bytes", "allocated_bytes",
                            "naive_bytes", "naive_what", "groups", "reconciliation", "figures", "log", "log_notes",
                            "refusal", "assumptions"},
    "check: results.[]": {"source", "text", "printed"},
}


def may_be_absent(label):
    head, _, key = label.replace(": remove ", ": ").rpartition(".") if "." in label else (label, "", "")
    return ": remove " in label and key in MAY_BE_ABSENT.get(head, ())


# ---- every field is in some document

def fields(schema, path="#"):
    """Every field that a schema names, as the path of its object and its key."""
    for key, value in schema.get("properties", {}).items():
        yield path, key
        yield from fields(value, f"{path}/{key}")
    for name, value in schema.get("$defs", {}).items():
        yield from fields(value, f"#/$defs/{name}")
    for value in [schema.get("items"), schema.get("additionalProperties")]:
        if isinstance(value, dict):
            yield from fields(value, path)


def mark(schema, root, value, found, path="#"):
    """Notes the fields that a document has, null aside."""
    if "$ref" in schema:
        mark(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, value, found, schema["$ref"])
    for part in [*schema.get("allOf", []), *schema.get("anyOf", []), *schema.get("oneOf", [])]:
        mark(part, root, value, found, path)
    if isinstance(value, list):
        for item in value:
            mark(schema.get("items", {}), root, item, found, path)
    elif isinstance(value, dict):
        for key, child in value.items():
            if child is not None and key in schema.get("properties", {}):
                found.add((path, key))
                mark(schema["properties"][key], root, child, found, f"{path}/{key}")
            elif isinstance(schema.get("additionalProperties"), dict):
                mark(schema["additionalProperties"], root, child, found, path)


# ---- YAML, by the types that YAML 1.2 and the program give to plain words

class Loader(yaml.SafeLoader):
    yaml_implicit_resolvers = {}


def plain(tag, pattern, first):
    Loader.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(pattern), list(first))


plain("int", r"^[0-9]+$", "0123456789")
plain("float", r"^[0-9]+\.[0-9]+$", "0123456789")
plain("bool", r"^(true|false)$", "tf")
plain("null", r"^(null|~|)$", ["n", "~", ""])

INPUTS = {
    "model-yaml": ["modelzoo/*.yaml"],
    "hardware-yaml": ["hardware/*.yaml"],
    "report-yaml": [f"reports/{name}.yaml" for name in ("attention-evolution", "deployment", "models")],
    "claims-yaml": ["reports/claims.yaml", "reports/published.yaml"],
    "check-yaml": [f"tests/data/checks/{name}.yaml" for name in ("good", "off", "theirs")],
}

# Documents with faults that no change of one field makes.
CHECK = {"id": "a", "what": {"figure": "model.released", "model": "deepseek-v3"}}
WRONG = [
    ("check-yaml", {"checks": []}),
    *(("check-yaml", {"checks": [{**CHECK, **more}]}) for more in (
        {"error": "it is not published", "expected": "2024-12"}, {"error": "it is not published", "equal": "text"},
        {"expected": 5, "equal": "within"}, {"expected": 5, "equal": "as printd"}, {"expects": 5}, {"expected": None})),
    *(("check-yaml", {"checks": [{key: CHECK[key]}]}) for key in CHECK),
]


def inputs():
    for name, patterns in INPUTS.items():
        for pattern in patterns:
            for path in sorted(glob.glob(os.path.join(SOURCE, pattern))):
                with open(path, encoding="utf-8") as file:
                    yield name, os.path.relpath(path, SOURCE), yaml.load(file, Loader)  # noqa: S506  a SafeLoader


def outputs(folder):
    for words in commands(SOURCE, folder):
        code, text, error = run(*words, "-o", "json")
        if "-O" in words and code == 0:
            continue  # written for a later command
        if code not in (0, 1) or not text:
            yield "show", " ".join(words), {"refused": error}
            continue
        document = json.loads(text)
        yield document["schema"].removeprefix("kvtally.").removesuffix("/1"), " ".join(words), document


def main():
    names = [entry["name"] for entry in json.loads(run("schema", "-o", "json")[1])["schemas"]]
    validators = {name: validator(name) for name in names}
    faults, documents, seen, tried = [], dict.fromkeys(names, 0), set(), 0
    found = {name: set() for name in names}
    with tempfile.TemporaryDirectory() as folder:
        every = [*outputs(folder), *inputs()]
    for name, what, document in every:
        documents[name] += 1
        for error in list(validators[name].iter_errors(document))[:5]:
            faults.append(f"{what}: {shape(error.absolute_path)}: {error.message[:300]}")
        mark(validators[name].schema, validators[name].schema, document, found[name])
        for label, mutant in mutants(name, document, seen):
            tried += 1
            if validators[name].is_valid(mutant) and not may_be_absent(label):
                faults.append(f"{what}: not seen: {label}")
    faults += [f"{name}: not seen: {document}" for name, document in WRONG if validators[name].is_valid(document)]
    for name, count in documents.items():
        if count == 0:
            faults.append(f"no document of {name} was validated")
        faults += [f"{name}: no document has {path}/{key}" for path, key in fields(validators[name].schema)
                   if (path, key) not in found[name] and not name.endswith("-yaml")]
    print("\n".join(faults))
    print(f"{sum(documents.values())} documents, {tried} changed ones, {len(faults)} faults; "
          + ", ".join(f"{name} {count}" for name, count in documents.items()))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
