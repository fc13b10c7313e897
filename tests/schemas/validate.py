# SPDX-License-Identifier: Apache-2.0
"""validate.py PROJECT: each schema is one of draft 2020-12, and what the verbs print is what their schemas say.

The outputs are the golden ones of the command tests, tests/cli/VERB/NAME.out, which those tests hold to be what the
program prints. NAME may begin with the schema's name, as lint_json does; else the schema is that of VERB. So that a
schema that allows anything does not pass, each output must be refused when a required member is missing or another one
is there."""
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)

project = pathlib.Path(sys.argv[1])
schemas = {path.name.removesuffix(".schema.json"): path for path in sorted(project.glob("schemas/*.schema.json"))}
failures = []


def fail(path, sentence):
    failures.append(f"{path.relative_to(project)}: {sentence}")


def load_validators():
    validators = {}
    for name, path in schemas.items():
        schema = json.loads(path.read_text())
        if schema.get("$schema") != "https://json-schema.org/draft/2020-12/schema":
            fail(path, "says no draft, or another one than 2020-12")
        try:
            jsonschema.Draft202012Validator.check_schema(schema)
        except jsonschema.SchemaError as error:
            fail(path, f"no schema: {error.message}")
        validators[name] = jsonschema.Draft202012Validator(schema)
    return validators


# What changes with every build is taken out of golden outputs.
TAKEN_OUT = {"info": {"bytes": 1, "hash": "0" * 32}}


def documents(text):
    """A file may hold several, one after the other, and then what else its case says."""
    decoder, rest = json.JSONDecoder(), text
    while rest.startswith("{"):
        document, end = decoder.raw_decode(rest)
        yield document
        rest = rest[end:].lstrip()


def check_document(path, validator, document):
    for error in validator.iter_errors(document):
        fail(path, f"{error.json_path}: {error.message[:200]}")
    required = validator.schema.get("required", [])
    if not required:
        fail(path, "its schema requires nothing")
    for name in required:
        less = {key: value for key, value in document.items() if key != name}
        if validator.is_valid(less):
            fail(path, f"fits its schema without {name}, which that requires")
    if validator.is_valid({**document, "no such member": 0}):
        fail(path, "fits its schema with a member that no verb prints")


def schema_of(path):
    for name in (path.stem.split("_json")[0], path.parent.name):
        if name in schemas:
            return name
    return None


def main():
    validators = load_validators()
    seen = dict.fromkeys(validators, 0)
    for path in sorted(project.glob("tests/cli/*/*.out")):
        text = path.read_text()
        script = path.with_suffix(".sh").read_text()
        if not text.startswith("{") or "--json" not in script:
            continue
        name = schema_of(path)
        if name is None:
            fail(path, "prints JSON, and no schema is there for it")
            continue
        try:
            for document in documents(text):
                check_document(path, validators[name], {**TAKEN_OUT.get(name, {}), **document})
                seen[name] += 1
        except json.JSONDecodeError as error:
            fail(path, f"not JSON: {error}")
    manifest = project / "tests/cli/fixtures/bundle/bundle.json"
    check_document(manifest, validators["bundle"], json.loads(manifest.read_text()))
    for name in ("info", "dump", "replay", "diff", "audit", "schedules", "conform"):
        if not seen[name]:
            fail(schemas[name], "no golden output of its verb is left to hold against it")
    print("\n".join(failures) or f"{len(schemas)} schemas, {sum(seen.values())} outputs: all fit")
    sys.exit(1 if failures else 0)


main()
