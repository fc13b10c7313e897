# SPDX-License-Identifier: Apache-2.0
"""tables.py PROJECT BUILD: pages that list what a script decides list all of it. docs/architecture.md has rooms of
tests/style/arrows.sh, and a row for each folder of a unit; docs/dependencies.md has
each package that tests/packages.sh and tests/run.sh install, docs/README.md a link to every page. Links in pages,
as written and as the build makes them, and pages that sources name, lead to files and to headings in them; a file or a test, a
finding or a variant that a page names is there."""
import json
import pathlib
import re
import subprocess
import sys

project = pathlib.Path(sys.argv[1])
docs = project / "docs"
book = pathlib.Path(sys.argv[2]).resolve() / "docs"  # with the pages that the build makes
failures = []


def words_of(path, pattern):
    return re.findall(pattern, (project / path).read_text(), re.M)


def check_rooms():
    text = (docs / "architecture.md").read_text()
    listed = {folder for _, folder, _ in words_of("tests/style/arrows.sh", r"^may (\S+) (\S+) (.*)$")}
    for folder in re.findall(r"^\| `((?:src/\w+|capture))` \|", text, re.M):
        if folder not in {*listed, "src/cli"}:
            failures.append(f"tests/style/arrows.sh: nothing says what {folder} may include")
    units = " ".join(re.findall(r"^\|(.*?)\|", text, re.M))
    for folder in sorted(path.name for path in project.glob("src/tile/*") if path.is_dir()):
        if f"`{folder}`" not in units:
            failures.append(f"docs/architecture.md: no row for src/tile/{folder}")


def check_packages():
    listed = " ".join(words_of("tests/packages.sh", r"^for package in ((?:.*\\\n)*.*); do") +
                      words_of("tests/run.sh", r'more="([^$"]+)"')).replace('"$@"', "").replace("\\", "").split()
    listed += [name for pair in words_of("tests/run.sh", r"^\s*for pair in (.*); do") for name in
               [word.split(":")[1] for word in pair.split()]]
    listed = set(words_of("docs/dependencies.md", r"[\w.+-]+"))
    for package in listed:
        if package not in listed:
            failures.append(f"docs/dependencies.md: nothing about the package {package}")


def pages():
    return [*sorted(project.glob("*.md")), project / "traces/README.md", *sorted(docs.glob("**/*.md"))]


def anchors_of(page):
    """What `#` may name in a page: its headings as a browser of repositories makes anchors of them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    titles = [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in re.findall(r"^#+ (.*)$", text, re.M)]
    return {title if titles[:i].count(title) == 0 else f"{title}-{titles[:i].count(title)}" for i, title in enumerate(titles)}


def check_target(where, path, anchor):
    if not path.exists():
        failures.append(f"{where}: {path} is not there")
    elif anchor and anchor not in anchors_of(path):
        failures.append(f"{where}: {path.name} has no heading #{anchor}")


def check_links():
    linked = set()
    for page in pages():
        for target, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)\s]*))?\)", page.read_text()):
            path = (page.parent / target).resolve() if target else page.resolve()
            if page == docs / "README.md":
                linked.add(path)
            check_target(page.relative_to(project), path, anchor)
    for page in docs.glob("**/*.md"):
        if page.resolve() not in linked and page != docs / "README.md":
            failures.append(f"docs/README.md: no link to {page.relative_to(docs)}")
    for page in book.glob("**/*.md"):
        for target, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)\s]*))?\)", page.read_text()):
            path = (page.parent / target).resolve() if target else page
            if not path.is_relative_to(book):  # ../traces lies beside the pages when they are installed
                path = project.resolve() / path.relative_to(book.parent)
            check_target(page.relative_to(book.parent), path, anchor)


def check_sources():
    """A page of docs/ that a source names is there, with its heading."""
    for folder in ("src", "capture", "schemas", "tests", "examples", "cmake", "completions", "packaging"):
        for path in project.glob(f"{folder}/**/*"):
            if path.is_file() and path.suffix in (".c", ".h", ".sh", ".py", ".txt", ".cmake", ".json", ".sql", ".toml"):
                for page, anchor in re.findall(r"(?<![/\w])(docs/[\w/-]+\.md)(?:#([\w-]+))?", path.read_text(errors="replace")):
                    in_tree = project.resolve() / page
                    check_target(path.relative_to(project), in_tree if in_tree.exists() else book.parent / page, anchor)


def check_traits():
    """Each trait of schemas/chips.json has its source there, and each source a trait."""
    tables = json.loads((project / "schemas/chips.json").read_text())
    names = {*tables["chips"][0], *tables["chips"][0]["vector"]} - {"name", "vector"}
    for name in names ^ set(tables["sources"]):
        failures.append(f"schemas/chips.json: {name} has no source, or is no trait")


def check_names():
    """Files and tests that a page names by themselves are there. Names in capitals stand for others."""
    stems = {path.stem for folder in ("tests", "examples") for path in project.glob(folder + "/**/*.[ch]")}
    listed = subprocess.run(["ctest", "--test-dir", sys.argv[2], "-N"], capture_output=True, text=True, check=True).stdout
    stems |= set(re.findall(r"Test +#\d+: (\S+)", listed))
    for page in pages():
        for span in re.findall(r"`([^`\s]+)`", page.read_text()):
            is_path = re.fullmatch(r"(src|tests|docs|schemas|capture|traces|examples|cmake)/[a-z0-9_./*-]+", span)
            if is_path and not list(project.glob(span)):
                failures.append(f"{page.relative_to(project)}: there is no {span}")
            if re.fullmatch(r"(conformance|style|unit|cli|docs|fuzz|bench|test)_[a-z0-9_]+", span) and span not in stems:
                failures.append(f"{page.relative_to(project)}: there is no test {span}")


def check_readings():
    """What the pages of semantics and deviations.md, as the build makes them, name as a finding or as a choice of a variant is
    one, and each variant is on one of them."""
    findings = {finding["code"] for finding in json.loads((project / "schemas/findings.json").read_text())["findings"]}
    variants = {variant["key"]: variant for variant in json.loads((project / "schemas/variants.json").read_text())["variants"]}
    short = {alias: key for key, variant in variants.items() for choice in variant["choices"] for alias in choice[1:]}
    rooms, named = {key.split(".")[0] for key in variants}, set()
    for page in [book / "deviations.md", *sorted((book / "semantics").glob("*.md"))]:
        where = page.relative_to(book.parent)
        for span in re.findall(r"`([^`]+)`", page.read_text()):
            key, _, choice = span.partition("=")
            if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", span) and span not in findings | {"not-recorded"}:
                failures.append(f"{where}: there is no finding {span}")
            if re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)+", key) and key.split(".")[0] in rooms and len(key.split(".")) < 4:
                choices = [item[0] for item in variants.get(key, {"choices": []})["choices"]]
                if key not in variants or (choice and choice not in choices):
                    failures.append(f"{where}: there is no variant {span}")
            named.add(short.get(span, key))
    for key in variants.keys() - named:
        failures.append(f"docs/semantics: no page names the variant {key}")
    for row in words_of("docs/deviations.md", r"^\|.*\bfinding\b.*\|$"):
        if "without a finding" not in row and not findings & set(re.findall(r"`([^`]+)`", row)):
            failures.append(f"docs/deviations.md: a row does not name its finding: {row[:60]}")


for check in (check_readings, check_rooms, check_packages, check_links, check_sources, check_traits, check_names):
    check()
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
