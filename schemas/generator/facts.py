# SPDX-License-Identifier: Apache-2.0
"""schemas/facts.json and schemas/facts/: what is known of the hardware, a row a fact. Ids are what code cites: one or two
capital letters and numbers, with a small letter where a fact has a second part (M23x)."""
from generator.rows import fits, items, listing, one_of, optional, row, text

ID = r"[A-Z]{1,2}-?[0-9]+(\.[0-9]+)?[a-z]?"


class Facts:
    def __init__(self):
        self.levels, self.pages, self.all = [], [], {}

    def one(self, at, what, node):
        """A column: the id of a fact."""
        return one_of(self.all, 'fact "{}" is in none of schemas/facts')(at, what, node)

    def several(self, at, what, node):
        """A column: ids as in "C-38, P-5.2"."""
        for i, part in enumerate(text(at, what, node).split(",")):
            if i and not part.startswith(" "):
                at.refuse("ids stand apart by a comma and a space")
            self.one(at, what, part[1:] if i else part)
        return node


def read_fact(file, facts, page, group, node):
    columns = {"id": fits(ID, "an id is one or two capital letters, a number, and at most one small letter"),
               "level": one_of({level.name: i for i, level in enumerate(facts.levels)}, 'level "{}" does not exist'), "source": text,
               "where": optional(text, ""), "test": optional(text, ""), "text": text}
    fact, at = row(file, node, columns, "id")
    if group and not fact.id.startswith(group + "."):
        at.refuse(f"does not belong to the group {group}")
    if fact.id in facts.all:
        at.refuse("there are two facts of this id")
    anchor = fact.id.replace(".", "") # as of a heading: letters, digits and hyphens
    if anchor in page.anchors:
        at.refuse(f"{page.anchors[anchor].id} has the same anchor on its page")
    fact.index, fact.page = len(facts.all), page
    page.anchors[anchor] = facts.all[fact.id] = fact
    return fact


def read_section(file, facts, page, node):
    section, _ = row(file, node, {"group": optional(text, ""), "title": text, "facts": listing()}, "title")
    nodes, section.facts = section.facts, []
    page.sections.append(section)
    for entry in nodes:
        section.facts.append(read_fact(file, facts, page, section.group, entry))


def read_page(load, facts, name):
    root, file = load(f"facts/{name}.json")
    page, _ = row(file, root, {"title": text, "about": text, "sections": listing()})
    nodes, page.name, page.sections, page.anchors = page.sections, name, [], {}
    facts.pages.append(page)
    for node in nodes:
        read_section(file, facts, page, node)


def read_facts(load):
    root, at = load("facts.json")
    facts = Facts()
    level = items({"name": text, "doc": text}, "a level must be [name, meaning]")
    top, _ = row(at, root, {"levels": listing(level, 8, "more than 8 levels"), "pages": listing(most=16, too_many="more than 16 pages")})
    facts.levels = top.levels
    for i, name in enumerate(top.pages):
        read_page(load, facts, fits("[a-z0-9_]*", 'page "{}" must be small letters')(at, f"element {i}", name))
    return facts
