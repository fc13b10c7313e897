# SPDX-License-Identifier: Apache-2.0
"""book.py PROJECT OUT: copies the pages of docs/ beside those that the build makes, makes links of the ids of facts, and puts
tables where a page has a line `<!-- made: NAME -->`.

A page in the source tree cites a fact by its id alone; the page of the fact exists only in OUT. So do tables whose one place
is a source. cmake/docs.cmake calls it."""
import json
import os
import pathlib
import re
import shutil
import sys

LEAVE = r"^```.*?^```|^    .*?$|`[^`\n]*`|\[[^\]]*\]\([^)]*\)|^#.*?$"  # code, links, headings
ID = r"\b(?:[PUF]-\d+(?:\.\d+)?|(?:C-|SL-|[MVRFC])\d+)[a-z]?\b(?!\()"


def facts(project):
    """Where each fact and each group of facts stands."""
    place_of = {}
    for page in json.loads((project / "schemas/facts.json").read_text())["pages"]:
        for section in json.loads((project / f"schemas/facts/{page}.json").read_text())["sections"]:
            places = [(fact["id"], fact["id"]) for fact in section["facts"]]
            if section.get("group"):
                places.append((section["group"], f"{section['title']} ({section['group']})"))
            place_of.update({name: f"{page}.md#{anchor(heading)}" for name, heading in places})
    return place_of


def anchor(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def linked(text, place_of, to_facts):
    def link(found):
        place = place_of.get(found[0])
        return f"[{found[0]}]({to_facts}/{place})" if place else found[0]
    return re.sub(rf"({LEAVE})|{ID}", lambda found: found[0] if found[1] else link(found), text, flags=re.M | re.S)


def rooms(project):
    """What each room may include, of tests/style/arrows.sh."""
    lines, text = [], (project / "tests/style/arrows.sh").read_text()
    libraries = {}
    for header, folders in re.findall(r"^only (\S+) (.*)$", text, re.M):
        for folder in folders.split():
            libraries.setdefault(folder.rstrip("/"), []).append(header)
    for room, folder, allowed in re.findall(r"^may (\S+) (\S+) (.*)$", text, re.M):
        if "$" in folder or folder.count("/") > 1:
            continue  # of one question of ask
        others = [name.rstrip("/") for name in allowed.split() if name.rstrip("/") != room]
        headers = libraries.get(folder, [])
        lines.append(f"- `{folder}`: " + (", ".join(f"`{name}`" if "." in name else name for name in others) or "nothing") +
                     ("; libraries: " + ", ".join(f"`{name}`" for name in headers) if headers else ""))
    return lines


def statuses(project):
    """The exit status of each verb, of tests/verdict/table.txt."""
    lines = ["| verb | same | differs | hung | no verdict | unsupported | damaged | trouble |", "|---|" + "---|" * 7]
    for row in (project / "tests/verdict/table.txt").read_text().splitlines():
        if row and not row.startswith("#"):
            verb, codes, trouble, _ = [cell.strip() for cell in row.split(" | ")]
            lines.append(f"| `{verb}` | " + " | ".join([*codes.split(), trouble]) + " |")
    return lines


def limits(project):
    """Reach and limits of each verb, of src/cli/verbs.h."""
    reads = {"NAMED": "the paths named", "MASKS": "the paths named, and a `cfg-mask.json` beside them", "ANYWHERE": "anywhere"}
    writes = {"NOTHING": "nothing", "OUTPUTS": "the folders of its outputs", "NAMED": "every folder named, and the current one"}
    lines = ["| verb | reads below | writes below | memory, MiB | a file, MiB | seconds |", "|---|---|---|---|---|---|"]
    text = (project / "src/cli/verbs.h").read_text()
    for verb, how, read, write, *numbers in re.findall(
            r"VERB\((\w+), \"[^\"]*\", \\\n\s+([\w |]+), (\w+), (\w+), (\d+), (\d+), (\d+), (\d+), (\d+), (\d+)\)", text):
        for_any, for_each = [[f"{int(number):,}" for number in some] for some in (numbers[:3], numbers[3:])]
        cells = [one + (f" + {more}" if more != "0" else "") for one, more in zip(for_any, for_each)]
        cells[0] += ", and 256 a processor" if "PARALLEL" in how else ""
        cells[2] = "none" if cells[2] == "0" else cells[2]
        reach = "anywhere | anywhere" if "OTHERS" in how else f"{reads[read]} | {writes[write]}"
        lines.append(f"| `{verb}` | {reach} | " + " | ".join(cells) + " |")
    return lines


def traits(project):
    """What chips differ in, of schemas/chips.json."""
    tables = json.loads((project / "schemas/chips.json").read_text())
    chips = [{**chip, **chip["vector"]} for chip in tables["chips"]]
    lines = ["| trait | " + " | ".join(chip["name"] for chip in chips) + " | source |", "|---|" + "---|" * (len(chips) + 1)]

    def cell(value):
        if isinstance(value, bool):
            return ("no", "yes")[value]
        return "its own" if isinstance(value, dict) else str(value)
    for name, source in tables["sources"].items():
        lines.append(f"| `{name}` | " + " | ".join(cell(chip.get(name, chips[0].get(name))) for chip in chips) + f" | {source} |")
    return lines


def edges(project):
    """What lets a pipe or a core know work to be done, of src/observe/hazard_edges.c."""
    at = {window["name"]: window["at"] for window in json.loads((project / "schemas/mmio.json").read_text())["windows"]}
    text = re.search(r"edges\[EDGE_COUNT\] = \{(.*?)\n\};", (project / "src/observe/hazard_edges.c").read_text(), re.S)[1]
    text = re.sub(r"\b(?:INSN|MMIO)_TEXT_(\w+)", lambda found: f'"{at.get(found[1], found[1])}"', text)
    lines = ["| edge | comes first | knows it | level, source |", "|---|---|---|---|"]
    for row in re.findall(r"\[EDGE_\w+\] = \{(.*?)\}", re.sub(r'"\s+"', "", text), re.S):
        name, first, then, level, source = re.findall(r'"([^"]*)"', row)
        lines.append(f"| {name} | {first} | {then} | {level}: {source} |")
    return lines


def readings(belongs):
    """Readings of schemas/variants.json: the device's choice, then the others; behind the words the fact."""
    def rows(project):
        yield from ("| reading | choices | what it is |", "|---|---|---|")
        for row in json.loads((project / "schemas/variants.json").read_text())["variants"]:
            if belongs(row):
                yield f"| `{row['key']}` | {', '.join(choice[0] for choice in row['choices'])} | {row['doc']} ({row['row']}) |"
    return lambda project: list(rows(project))


def lint(project):
    """What a look over the whole run finds, of schemas/findings.json."""
    rows = [row for row in json.loads((project / "schemas/findings.json").read_text())["findings"] if row["code"].startswith("lint-")]
    return ["| code | what it says |", "|---|---|"] + [
        f"| `{row['code']}` | {row['doc']}" + (f" ({row['fact']}) |" if "fact" in row else " |") for row in rows]


def measured(name):
    """What a program of tests/bench wrote."""
    return lambda project: (project / f"tests/bench/measured/{name}.md").read_text().splitlines()


MADE = {"rooms": rooms, "statuses": statuses, "limits": limits, "traits": traits, "edges": edges,
        "lint": lint, "readings": readings(lambda row: "simulator" in row), "readings_pack": readings(lambda row: row["key"].startswith(("pack.", "dst."))),
        "growth": measured("growth"), "costs": measured("costs"), "fast_paths": measured("fast_paths")}


def with_tables(text, project):
    return re.sub(r"^<!-- made: (\w+) -->$", lambda found: "\n".join(MADE[found[1]](project)), text, flags=re.M)


def main():
    project, out = map(pathlib.Path, sys.argv[1:])
    docs, place_of = project / "docs", facts(project)
    for source in sorted(docs.glob("**/*")):
        name = source.relative_to(docs)
        if not source.is_file() or name.parts[0] == "make":
            continue
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            to_facts = os.path.relpath("facts", name.parent)
            (out / name).write_text(linked(with_tables(source.read_text(), project), place_of, to_facts))
        else:
            shutil.copyfile(source, out / name)
    for folder in [path.name for path in docs.iterdir() if path.is_dir() and path.name != "make"]:
        for page in (out / folder).glob("**/*.md"):  # of an earlier build
            if not (docs / page.relative_to(out)).exists():
                page.unlink()


main()
