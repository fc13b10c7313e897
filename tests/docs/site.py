# SPDX-License-Identifier: Apache-2.0
"""site.py BUILD: makes the site of the book, and follows each link of each of its pages: to a file of the site, and to a place
in it. What leads out of the site is counted, not asked: there is no network.

Exit 77 (skipped) without sphinx-build."""
import html.parser
import pathlib
import shutil
import subprocess
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.places = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        self.places.update(named[name] for name in ("id", "name") if named.get(name))
        self.links += [named[name] for name in ("href", "src") if named.get(name)]


def main():
    build = pathlib.Path(sys.argv[1])
    if not shutil.which("sphinx-build"):
        print("skipped: there is no sphinx-build")
        return 77
    subprocess.run(["cmake", "--build", build, "--target", "site"], check=True)
    site = build / "site"
    pages = {path.resolve(): Page(path.read_text()) for path in site.rglob("*.html")}
    dead, followed, outside = [], 0, set()
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme:
                outside.add(link)
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            place = urllib.parse.unquote(parts.fragment)
            followed += 1
            if site.resolve() not in target.parents or not target.exists():
                dead.append(f"{path.relative_to(site.resolve())}: {link}: no such file in the site")
            elif place and target in pages and place not in pages[target].places:
                dead.append(f"{path.relative_to(site.resolve())}: {link}: no such place")
    of_docs = {path.relative_to(build / "docs").with_suffix("") for path in (build / "docs").rglob("*.md")}
    missing = of_docs - {path.relative_to(site.resolve()).with_suffix("") for path in pages}
    print(f"{len(pages)} pages, {followed} links followed, {len(outside)} lead out of the site")
    print("\n".join(dead[:40] + [f"{page}: not in the site" for page in sorted(missing)]))
    return 1 if dead or missing or followed < 1000 else 0


sys.exit(main())
