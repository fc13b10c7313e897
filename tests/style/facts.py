# SPDX-License-Identifier: Apache-2.0
"""facts.py PROJECT: every fact that is cited is a row of schemas/facts, and every row is cited.

A citation is an id (P-6.9, C-18, SL-014, M23, M23x), a range of one series ("F-3.4 to F-3.6"), or a group ("P-7"). It is
looked for in comments and strings of C, in prose of pages, in the schemas and in what the tests expect. Pages that comments
name are pages of this repository: what they say of the hardware is cited by id. Numbers that only look like ids are in NOT_IDS."""
import json
import pathlib
import re
import sys

project = pathlib.Path(sys.argv[1])
FOLDERS = ("src", "capture", "schemas", "tests", "docs", "traces")
SUFFIXES = (".c", ".h", ".json", ".md", ".sh", ".py", ".toml", ".txt", ".cmake", ".out", ".err", ".ld")
WITHOUT = ("schemas/facts", "schemas/silicon.json", "tests/fuzz/corpus", "tests/cli/fixtures", "tests/style/facts.py", "tests/schemas/refusals.py")

ID = r"(?:(?:[PUF]-[1-9]\d?\.|C-|SL-|[MVRFC](?=[1-9]\d?[a-z]?\b))\d+[a-z]?)\b(?!\()"
RANGE = re.compile(rf"\b({ID}) to ({ID})")
SINGLE = re.compile(rf"\b{ID}")
GROUP = re.compile(r"\b([PUF]-[1-9]\d?)\b(?!\.?\d)")
OPEN_RANGE = re.compile(rf"\b{ID}(?:-(?=[PUFCMVR]-?\d)| on\b)")
NOT_IDS = {"C99": "", "C11": "", "C80": "docs/semantics/riscv.md", "C82": "docs/semantics/riscv.md"}  # "": everywhere
PAGE = re.compile(r"(?<![\w/.%-])[\w/.-]*\w\.md\b")
ELSEWHERE = ("zstd_seekable_compression_format.md", "../formats/vectors.md")
AT_HAND = ("tests/unit/isa/test_isa.c", "tests/unit/isa/test_lists.c", "tests/unit/isa/test_registers.c")  # pages that a developer may have beside the tree
MADE = {"docs/coverage.md", "docs/silicon.md", "docs/facts/README.md"} | {  # by the build (cmake/docs.cmake)
    f"docs/facts/{path.stem}.md" for path in (project / "schemas/facts").glob("*.json")}

failures = []


def series(fact):
    """Where an id stands: its series, and its place there."""
    letters, chapter, number, part = re.fullmatch(r"([A-Z]+-?)(?:(\d+)\.)?(\d+)([a-z]?)", fact).groups()
    return letters, (int(chapter or 0), int(number), part)


def read_facts():
    facts, groups = {}, {}
    for name in json.loads((project / "schemas/facts.json").read_text())["pages"]:
        for section in json.loads((project / f"schemas/facts/{name}.json").read_text())["sections"]:
            ids = [fact["id"] for fact in section["facts"]]
            facts.update({fact["id"]: fact for fact in section["facts"]})
            if section.get("group"):
                groups[section["group"]] = ids
    return facts, groups


def prose_of(path):
    """What of a file may cite: of C the comments and strings, of a page all but its blocks of code. Comments are joined to one line."""
    text = path.read_text(errors="replace")
    if path.suffix in (".c", ".h"):
        text = "\n".join(re.findall(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"', text, re.S))
        return re.sub(r"\n\s*\*(?!/)", " ", text)
    if path.suffix == ".md":
        text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)  # a link is its words
        text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
        return re.sub(r"(?<=\S)\n(?=\S)", " ", text)
    return text


def is_id(fact, where):
    return not (fact in NOT_IDS and NOT_IDS[fact] in ("", where))


def cited_by(where, text, facts, groups):
    for found in OPEN_RANGE.finditer(text):
        failures.append(f'{where}: "{found[0]}": a range is written "P-6.3 to P-6.5"')
    for first, last in RANGE.findall(text):
        (kind, low), (other, high) = series(first), series(last)
        inside = [fact for fact in facts if series(fact)[0] == kind and low <= series(fact)[1] <= high]
        if kind != other or not low < high:
            failures.append(f'{where}: "{first} to {last}" is no range')
        yield from inside
    for fact in SINGLE.findall(text):
        if not is_id(fact, where):
            continue
        if fact not in facts:
            failures.append(f"{where}: there is no fact {fact}")
        yield fact
    for group in GROUP.findall(text):
        if group not in groups:
            failures.append(f"{where}: there is no group of facts {group}")
        yield from groups.get(group, ())


def check_pages(where, text):
    for page in PAGE.findall(text):
        if where not in AT_HAND and page not in ELSEWHERE and page not in MADE and not (project / page).is_file():
            failures.append(f"{where}: {page} is no page of this repository: cite the fact by its id")


def files():
    for folder in FOLDERS:
        for path in sorted((project / folder).glob("**/*")):
            where = str(path.relative_to(project))
            if path.is_file() and path.suffix in SUFFIXES and not where.startswith(WITHOUT):
                yield where, path


def check_itself():
    """The grammar on sentences whose citations are known."""
    facts = {fact: {} for fact in "P-3.3 P-3.4 P-3.6 P-3.6x P-12.1 C-18 C18 F18 F-1.8 M23 M23x SL-014".split()}
    groups = {"P-3": ["P-3.3", "P-3.4", "P-3.6", "P-3.6x"], "P-12": ["P-12.1"]}
    for text, expected in (
            ("see P-3.3 to P-3.6, SL-014", "P-3.3 P-3.4 P-3.6 SL-014"), ("P-3; P-12.", "P-3.3 P-3.4 P-3.6 P-3.6x P-12.1"),
            ("C-18, C18", "C-18 C18"), ("F18 is not F-1.8", "F18 F-1.8"), ("M23x", "M23x"), ("(M23)", "M23"),
            ("M0, C00, M(23), CM23, M230, C99, 0xF18, NC-18", "")):
        found = set(cited_by("", text, facts, groups))
        if found != set(expected.split()) or failures:
            failures.append(f'tests/style/facts.py: "{text}" cites {sorted(found)}')
            return
    for text in ("M24", "P-4", "P-3.5", "C18 to M23", "P-3.6 to P-3.3", "M23 on", "F18-F19"):
        list(cited_by("", text, facts, groups))
        if not failures:
            failures.append(f'tests/style/facts.py: "{text}" must be refused')
            return
        failures.clear()


check_itself()
facts, groups = read_facts()
cited = set()
for where, path in files():
    text = prose_of(path)
    cited.update(cited_by(where, text, facts, groups))
    if path.suffix in (".c", ".h", ".json") or where.startswith("tests/boundary/"):
        check_pages(where, text)
for fact in facts:
    if fact not in cited:
        failures.append(f"schemas/facts: nothing cites {fact}")
    for test in facts[fact].get("test", "").split(", "):
        if test and (not (project / test).is_file() or not re.search(rf"\b{fact}\b", (project / test).read_text())):
            failures.append(f"schemas/facts: {fact}: its test {test} is not there, or does not cite it")
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
