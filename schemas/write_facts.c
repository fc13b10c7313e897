/* SPDX-License-Identifier: Apache-2.0 */
/* docs/facts: a page for each file of schemas/facts, and README.md with the levels; fact_tables.c for the program. */
#include "output.h"

static void put_fact(FILE *to, const struct table_facts *facts, const struct table_fact *fact)
{
    fprintf(to, "\n### %s\n\n%s\n\n**%s**: %s", fact->id, fact->text, facts->levels[fact->level].name, fact->source);
    if (*fact->where)
        fprintf(to, " · *where* %s", fact->where);
    if (*fact->test)
        fprintf(to, " · *test* %s", fact->test);
    fputc('\n', to);
}

void write_fact_page(FILE *to, const struct table_facts *facts, size_t page)
{
    const struct table_fact_page *about = &facts->pages[page];
    fprintf(to,
            "# Facts: %s\n\n%s\n\nMade from schemas/facts/%s.json by the generator (`fact_pages`); a test holds this "
            "page against it. What the\nlevels mean stands in [README.md](README.md).\n",
            about->title, about->about, about->name);
    for (size_t i = 0; i < facts->section_count; i++) {
        const struct table_fact_section *section = &facts->sections[i];
        if (section->page != page)
            continue;
        fprintf(to, *section->group ? "\n## %s (%s)\n" : "\n## %s\n", section->title, section->group);
        for (size_t k = 0; k < section->count; k++)
            put_fact(to, facts, &facts->facts[section->first + k]);
    }
}

static size_t count(const struct table_facts *facts, size_t page, size_t level)
{
    size_t n = 0;
    for (size_t i = 0; i < facts->fact_count; i++)
        n += (page == facts->page_count || facts->facts[i].page == page) && facts->facts[i].level == level;
    return n;
}

static void put_counts(FILE *to, const struct table_facts *facts)
{
    fputs("| page |", to);
    for (size_t level = 0; level < facts->level_count; level++)
        fprintf(to, " %s |", facts->levels[level].name);
    fputs("\n|---|", to);
    for (size_t level = 0; level < facts->level_count; level++)
        fputs("---|", to);
    fputc('\n', to);
    for (size_t page = 0; page <= facts->page_count; page++) {
        if (page < facts->page_count)
            fprintf(to, "| [%s](%s.md) |", facts->pages[page].title, facts->pages[page].name);
        else
            fputs("| **all** |", to);
        for (size_t level = 0; level < facts->level_count; level++)
            fprintf(to, " %zu |", count(facts, page, level));
        fputc('\n', to);
    }
}

void write_fact_index(FILE *to, const struct table_facts *facts)
{
    fputs("# Facts\n\n"
          "What this project takes for true of the hardware, a row a fact: the statement, how sure it is, the document "
          "or recording\nit rests on, the settings it holds for, and the test that shows it where there is one. Code, "
          "tests, findings and pages\ncite facts by their ids; every id that they cite is here, and nobody keeps a "
          "fact that nothing cites (`style_facts`).\n\n"
          "Made from schemas/facts by the generator; a test holds these pages against it. To bring them up to "
          "date:\n\n    cmake --build BUILD --target fact_pages\n\n## Levels\n\n| level | what it means |\n|---|---|\n",
          to);
    for (size_t i = 0; i < facts->level_count; i++)
        fprintf(to, "| %s | %s |\n", facts->levels[i].name, facts->levels[i].doc);
    fputs(
        "\nA row with a small letter behind its number (M23x) is the part of a fact that lies beyond what the first "
        "part rests on.\n\n## How ids are cited\n\n"
        "`P-6.9` is one fact, `F-3.4 to F-3.6` the row of facts between two of one page, `P-7` all facts of the "
        "group of that name.\nIds with a hyphen and ids without are different ones: F-2.2 is about formats, F22 about "
        "the front end; C-18 is about the\npacker, C18 about the matrix unit.\n\n## Counts\n\n",
        to);
    put_counts(to, facts);
    fputs("\n\"ISA pages\" are Tenstorrent's tt-isa-documentation, by page (WormholeB0 unless a row says Blackhole), "
          "tt-llk and tt-metal the\nrepositories of those names, with their issues; \"recordings\" the vector files of "
          "[../formats/vectors.md](../formats/vectors.md)\nand the captures recorded on the maker's simulator, by "
          "name.\n",
          to);
}

void write_fact_tables(FILE *to, const struct tables *tables)
{
    const struct table_facts *facts = &tables->facts;
    put_banner(to, "facts");
    fputs("#include \"isa_tables.h\"\n\nconst char *const isa_fact_levels[FACT_LEVEL_COUNT] = {\n", to);
    for (size_t i = 0; i < facts->level_count; i++) {
        fputs("    [FACT_", to);
        put_upper(to, facts->levels[i].name);
        fprintf(to, "] = \"%s\",\n", facts->levels[i].name);
    }
    fprintf(to, "};\n\nconst unsigned isa_fact_count = %zu;\nconst struct fact isa_facts[] = {\n", facts->fact_count);
    for (size_t i = 0; i < facts->fact_count; i++) {
        const struct table_fact *fact = &facts->facts[i];
        fprintf(to, "    {\"%s\", FACT_", fact->id);
        put_upper(to, facts->levels[fact->level].name);
        fprintf(to, ", \"docs/facts/%s.md\",\n     ", facts->pages[fact->page].name);
        put_string(to, fact->text);
        fputs(",\n     ", to);
        put_string(to, fact->source);
        fputs(", ", to);
        put_string(to, fact->where);
        fputs("},\n", to);
    }
    fputs("};\n", to);
}
