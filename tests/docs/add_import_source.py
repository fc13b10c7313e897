# SPDX-License-Identifier: Apache-2.0
"""add_import_source.py PROJECT BUILD: docs/how-to/add-an-import-source.md to the letter, in a copy of the tree: the row and the file
that the page shows, then what the new row changes is built and put in place of it in BUILD's own link of the tool, which imports the
page's text by its beginning, refuses a wrong line by its number, and shows the option in its help."""
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap

project, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
PAGE = "docs/how-to/add-an-import-source.md"
# Whoever includes the registry; the rest of the tool is as BUILD has it.
CHANGED = ["capture/import/peeker.c", "capture/import/sources/importer.c", "src/cli/capture/import.c"]


def stop(sentence):
    print(sentence)
    sys.exit(1)


def run(*words, status=0, **more):
    done = subprocess.run(words, capture_output=True, text=True, **more)
    if done.returncode != status:
        stop(f"{shlex.join(map(str, words))}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def blocks():
    """The page's code, a block a run of lines indented further than the text."""
    text = (project / PAGE).read_text()
    return [textwrap.dedent(block).strip() + "\n" for block in re.findall(r"^(?: {4,}.*\n|\n(?= {4}))+", text, re.M)]


def add(tree):
    """Steps 1 and 2."""
    prints, row, source = blocks()[:3]
    registry = tree / "capture/import/importer.h"
    text = registry.read_text()
    changed = text.replace("row(log)", row.strip().rstrip("\\").strip() + " row(log)")
    if changed == text:
        stop(f"{PAGE}: the registry has no row(log)")
    registry.write_text(changed)
    (tree / "capture/import/peeker.c").write_text(source)
    return prints


def build_tool(tree, folder):
    """Configures the copy, so that CMake must find the file; compiles what the row changed, links as BUILD does."""
    cache = (build / "CMakeCache.txt").read_text()
    cached = dict(re.findall(r"^(CMAKE_BUILD_TYPE|CMAKE_C_COMPILER|TTR_SANITIZE|TTR_COVERAGE|TTR_FUZZ):\w+=(.*)$", cache, re.M))
    run("cmake", "-S", tree, "-B", folder, "-G", "Ninja", "-DTTR_TESTS=OFF", *(f"-D{key}={value}" for key, value in cached.items()))
    commands = json.loads((folder / "compile_commands.json").read_text())
    made = {}
    for path in CHANGED:
        command = next((entry for entry in commands if entry["file"] == str(tree / path)), None)
        if not command:
            stop(f"CMake does not find {path}")
        words = shlex.split(command["command"])
        made[words[words.index("-o") + 1]] = path
        words[words.index("-o") + 1] = str(folder / pathlib.Path(path).name) + ".o"
        # Tables that the schemas give are those of BUILD; nothing needs to know what else depends on what.
        words = [word.replace(str(folder / "generated"), str(build / "generated")) for word in words]
        run(*words, cwd=folder)
    link = run("ninja", "-C", build, "-t", "commands", "tt-replay").splitlines()[-1]
    link = link.split("&&")[1] if "&&" in link else link
    words = shlex.split(link)
    tool = folder / "tt-replay"
    words[words.index("-o") + 1] = str(tool)
    # Objects before an archive win over those in it.
    fresh = {name: str(folder / pathlib.Path(path).name) + ".o" for name, path in made.items()}
    words = [fresh.pop(word, word) for word in words]
    at = next(i for i, word in enumerate(words) if word.endswith(".o"))
    words[at:at] = fresh.values()
    run(*words, cwd=build)
    return tool


def check(tool, prints, folder):
    """Step 4."""
    commands = [shlex.split(line) for line in blocks()[-1].splitlines()]
    (folder / "peeked.txt").write_text(prints)
    for words in commands:
        said = run(tool, *words[1:], cwd=folder)
    if "00 00 80 3f 00 00 00 40" not in said:
        stop(f"the capture does not hold the two words:\n{said}")
    if "--peeker=FILE" not in run(tool, "import", "--help"):
        stop("import --help does not show --peeker")
    (folder / "wrong.txt").write_text(prints + "20008 half\n")
    said = run(tool, "import", "--arch", "blackhole", "--peeker", "wrong.txt", "-o", "wrong.ttcap", status=2, cwd=folder)
    if "wrong.txt: line 4, column 1: expected an address and a word" not in said:
        stop(f"a wrong line is refused otherwise:\n{said}")


def main():
    if not shutil.which("ninja") or not (build / "build.ninja").exists():
        print("wants a build by Ninja")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="tt-replay-recipe.") as name:
        folder = pathlib.Path(name)
        tree = folder / "tree"
        shutil.copytree(project, tree, ignore=lambda at, names: [
            entry for entry in names if entry in (".git", "tests", "traces") or (entry == "build" and pathlib.Path(at) == project)])
        prints = add(tree)
        tool = build_tool(tree, folder / "build")
        check(tool, prints, folder)


main()
