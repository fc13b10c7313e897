# SPDX-License-Identifier: Apache-2.0
"""book.py PROJECT OUT: copies the pages of docs/ beside those that the build makes, and makes links of the ids of facts.

A page in the source tree cites a fact by its id alone; the page of the fact exists only in OUT. cmake/docs.cmake calls it."""
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
            (out / name).write_text(linked(source.read_text(), place_of, to_facts))
        else:
            shutil.copyfile(source, out / name)


main()
