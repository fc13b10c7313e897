# SPDX-License-Identifier: Apache-2.0
"""What can be changed in a C file, one token at a time.

The source is formatted by clang-format, which puts spaces around a binary operator and none behind a unary one; that
separates them. Left alone: comments, strings, preprocessor lines, assertions (faults of ours, not what a device
does), attributes, the sizes that arrays are declared with, and what a finding says in words.
"""

import hashlib
import re

TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)
      | (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
      | (?P<line>^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*)
      | (?P<number>\b0[xX][0-9A-Fa-f]+[uUlL]*|\b[0-9]+[uUlL]*\b)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<operator><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}\[\]])
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)

BINARY = {
    "<": ["<=", ">="],
    "<=": ["<", ">"],
    ">": [">=", "<="],
    ">=": [">", "<"],
    "==": ["!="],
    "!=": ["=="],
    "+": ["-", "|"],
    "-": ["+"],
    "*": ["+"],
    "/": ["*"],
    "%": ["/"],
    "<<": [">>"],
    ">>": ["<<"],
    "&": ["|"],
    "|": ["&"],
    "^": ["|"],
    "&&": ["||"],
    "||": ["&&"],
    "+=": ["-="],
    "-=": ["+="],
    "*=": ["+="],
    "|=": ["&="],
    "&=": ["|="],
    "^=": ["|="],
    "<<=": [">>="],
    ">>=": ["<<="],
}
UNARY = {"++": ["--"], "--": ["++"], "!": [""], "~": [""]}
LEFT_ALONE = {"assert", "static_assert", "_Static_assert", "__attribute__", "tile_finding"}
NO_TYPE = {"return", "else", "case", "sizeof"}


def unit_of(path):
    """src/tile/pack/fast/x.c: pack; src/tile/x.c and src/tile/fast/x.c: tile; src/numeric/x.h: numeric."""
    folders = [folder for folder in path.split("/")[:-1] if folder != "fast"]
    return folders[2] if folders[:2] == ["src", "tile"] and len(folders) > 2 else folders[-1]


class Mutant:
    """One change. What names it holds no line number, so that edits elsewhere leave it what it is."""

    def __init__(self, path, line, function, text, old, new, nth, start):
        self.path, self.line, self.function, self.text = path, line, function, text
        self.unit = unit_of(path)
        self.file = f"{self.unit}/{path.rsplit('/', 1)[-1]}"  # wherever in the unit's folder it lies
        self.old, self.new, self.start = old, new, start
        self.change = f"{old}{'' if nth == 1 else f'#{nth}'} -> {new or 'nothing'}"

    def name(self):
        return (self.file, self.function, self.text, self.change)

    def site(self):
        return (*self.name()[:3], self.change.split(" -> ")[0])

    def applied(self, source):
        return source[: self.start] + self.new + source[self.start + len(self.old) :]


def rank(seed, words):
    return hashlib.sha256("\0".join([str(seed), *words]).encode()).hexdigest()


def changed_numbers(text):
    digits = text.rstrip("uUlL")
    suffix = text[len(digits) :]
    value = int(digits, 0) if digits.lower().startswith("0x") or digits == "0" else int(digits.lstrip("0") or "0")
    form = (lambda n: f"0x{n:X}") if digits.lower().startswith("0x") else str
    return [form(n) + suffix for n in ([value - 1, value + 1] if value else [1])]


def function_name(before):
    """Of the code before a brace at depth 0: the name before the first parenthesis, or of a table."""
    before = re.sub(r"/\*.*?\*/|__attribute__\s*\(\(.*?\)\)", "", before, flags=re.DOTALL)
    call = re.search(r"([A-Za-z_]\w*)\s*\(", before)
    if call:
        return call.group(1)
    names = re.findall(r"[A-Za-z_]\w*", before.split("=")[0].split("[")[0])
    return names[-1] if names else "file"


def tokens(source):
    """(kind, text, start, function) of what is code."""
    depth, head, function, skip = 0, 0, "file", None
    nested = 0
    for match in TOKEN.finditer(source):
        kind, text, start = match.lastgroup, match.group(), match.start()
        if kind in ("comment", "line", "text"):
            if depth == 0 and kind == "line":
                head = match.end()
            continue
        if skip is not None:
            nested += (text == "(") - (text == ")")
            if nested == 0 and text == ")":
                skip = None
            continue
        if kind == "name" and text in LEFT_ALONE:
            skip, nested = text, 0
            continue
        if text == "{":
            if depth == 0:
                function = function_name(source[head:start])
            depth += 1
        elif text == "}":
            depth -= 1
            if depth == 0:
                head = match.end()
        elif text == ";" and depth == 0:
            head, function = match.end(), "file"
        yield kind, text, start, function


def is_size(source, start):
    """Of a number right behind '[': whether an array is declared with it (a type stands before the name)."""
    before = re.search(r"([A-Za-z_]\w*)[ *]+[A-Za-z_]\w*(?:\[[^\]]*\])*\[$", source[max(0, start - 200) : start])
    return bool(before) and before.group(1) not in NO_TYPE


def replacements(source, kind, text, start, previous):
    if kind == "number":
        is_left = previous == "static" or (previous == "[" and is_size(source, start))
        return [] if is_left else changed_numbers(text)
    if kind != "operator":
        return []
    is_binary = source[start - 1] in " \n" and source[start + len(text)] in " \n"
    return BINARY.get(text, []) if is_binary else UNARY.get(text, [])


def mutants_of(path, source, seed):
    """A change for each token that can have one; the seed draws which."""
    lines = source.split("\n")
    ends = [0]
    for line in lines:
        ends.append(ends[-1] + len(line) + 1)
    at, previous, on_line, seen = 0, "", {}, {}
    for kind, text, start, function in tokens(source):
        while ends[at + 1] <= start:
            at, on_line = at + 1, {}
        choice = replacements(source, kind, text, start, previous)
        previous = text
        if not choice:
            continue
        on_line[text] = on_line.get(text, 0) + 1
        words = " ".join(lines[at].split())
        if (function, words) not in seen or seen[function, words][-1] != at:
            seen.setdefault((function, words), []).append(at)
        again = len(seen[function, words])
        where = function if again == 1 else f"{function}@{again}"
        mutants = [Mutant(path, at + 1, where, words, text, new, on_line[text], start) for new in choice]
        yield mutants[int(rank(seed, mutants[0].site()), 16) % len(mutants)]
