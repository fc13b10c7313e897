# SPDX-License-Identifier: Apache-2.0
"""Sentences have a subject: no sentence of a comment or a page begins with "What stands there is ..." or "Who waits ...", a clause
without a noun, which has to be read twice. Questions may.

    python3 tests/style/bare_clauses.py PROJECT"""
import pathlib
import re
import sys

CLAUSE = r"(?:What|Who|Whatever|Whoever) [^?]*?(?:[.!?](?=\s|$)|$)"
project = pathlib.Path(sys.argv[1])
sentences = failed = 0


def check(path, line, text):
    """text: one comment or one paragraph, on one line."""
    global sentences, failed
    sentences += len(re.findall(r"[.!?](?:\s|$)", text))
    for start in re.finditer(r"(?:^|[.:;!] )(?=(?:What|Who|Whatever|Whoever) )", text):
        sentence = re.match(r"[^.?!]*(?:[.?!](?!\s|$)[^.?!]*)*[.?!]?", text[start.end():])[0]
        if not sentence.endswith("?"):
            print(f"{path.relative_to(project)}:{line}: {sentence[:100]}")
            failed += 1


for room in ("src", "capture"):
    for path in sorted((project / room).rglob("*.[ch]")):
        text = path.read_text()
        for comment in re.finditer(r"/\*(.*?)\*/", text, re.S):
            words = re.sub(r"\s*\n\s*(?:\*\s*)?", " ", comment[1]).strip()
            check(path, text.count("\n", 0, comment.start()) + 1, words)
for path in sorted([*project.glob("*.md"), *(project / "docs").rglob("*.md")]):
    text = re.sub(r"```.*?```", lambda code: "\n" * code[0].count("\n"), path.read_text(), flags=re.S)
    for paragraph in re.finditer(r"(?:^|\n)[ \t]*(?:[-*] |\d+\. )?([^\s|#][^\n]*(?:\n(?![ \t]*(?:[-*|#]|\d+\.) ?)[^\n]+)*)", text):
        line = text.count("\n", 0, paragraph.start(1)) + 1
        check(path, line, re.sub(r"\s*\n\s*", " ", paragraph[1]).strip())
if sentences < 8000:
    print(f"only {sentences} sentences were found: are comments or pages written otherwise now?")
    failed += 1
sys.exit(failed > 0)
