/* SPDX-License-Identifier: Apache-2.0 */
/* What the generator holds of schemas/facts.json and schemas/facts/. */
#pragma once

#include "base/error.h"

#include <stddef.h>
#include <stdio.h>

struct table_fact_level {
    const char *name, *doc;
};

struct table_fact {
    const char *id, *source, *where, *test, *text; /* where, test: "" where there is none */
    size_t level, page;
};

struct table_fact_section {
    const char *group, *title; /* group "P-7", or "" */
    size_t page, first, count;
};

struct table_fact_page {
    const char *name, *title, *about;
};

enum { FACT_LEVELS_MAX = 8, FACT_PAGES_MAX = 16 };
struct table_facts {
    struct table_fact_level levels[FACT_LEVELS_MAX];
    struct table_fact_page pages[FACT_PAGES_MAX];
    struct table_fact_section *sections; /* page by page */
    struct table_fact *facts;            /* section by section */
    size_t level_count, page_count, section_count, section_capacity, fact_count, fact_capacity;
};

struct tables;
struct place;
enum tt_status read_facts(struct tables *tables, const char *dir, struct tt_error *err);
void clear_facts(struct table_facts *facts);

/* The fact of the id that stands in LENGTH characters; null if there is none. */
const struct table_fact *facts_find(const struct table_facts *facts, const char *id, size_t length);

/* Refuses a list of ids ("C-38, P-5.2") of which one is no fact. */
enum tt_status check_facts(const struct place *at, const struct table_facts *facts, const char *ids);

/* fact_tables.c */
void write_fact_tables(FILE *to, const struct tables *tables);

/* docs/facts: README.md, and the page of each file of schemas/facts. */
void write_fact_index(FILE *to, const struct table_facts *facts);
void write_fact_page(FILE *to, const struct table_facts *facts, size_t page);
