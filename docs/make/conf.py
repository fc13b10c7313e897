# SPDX-License-Identifier: Apache-2.0
"""Sphinx's settings for the book as a site without network (cmake/docs.cmake, target `site`): every page of the book, in the
order of its first page, with a search that needs no server."""
import re

project = "tt-replay"
copyright = "the tt-replay authors"  # noqa: A001 (Sphinx's name)
extensions = ["myst_parser"]
root_doc = "README"
html_theme = "furo"
html_title = "tt-replay"
html_copy_source = False
html_show_sphinx = False
myst_heading_anchors = 6
# A block of commands is no language; what a lexer cannot read stands as it is.
highlight_language = "none"
suppress_warnings = ["misc.highlighting_failure"]

OTHERS = (("What the hardware does", "semantics"), ("From where that is known", "facts"), ("Files", "formats"), ("About the project", ""))


def _of_the_site(app, name, source):
    """The first page gets the list of all pages, which the column at the side shows. A link out of the book becomes its path in
    the package: a reader of the site has no such page."""
    text = re.sub(r"\[(`?)([^\]`]+)`?\]\(((?:\.\./)+(?:traces|schemas|examples|CONTRIBUTING)[^)]*|debug/vscode)\)",
                  lambda link: f"{link[2]} (`{link[3].lstrip('./')}`)" if link[2] not in link[3] else f"`{link[3].lstrip('./')}`", source[0])
    if name == root_doc:
        first = "\n".join(dict.fromkeys(re.findall(r"\]\((how-to/[\w-]+)\.md\)", text)))
        parts = [("First steps and questions", first), *((title, f"{folder}/*" if folder else "*") for title, folder in OTHERS)]
        text += "".join(f"\n```{{toctree}}\n:hidden:\n:glob:\n:caption: {title}\n\n{pages}\n```\n" for title, pages in parts)
    source[0] = text


def setup(app):
    app.connect("source-read", _of_the_site)
