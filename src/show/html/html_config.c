/* SPDX-License-Identifier: Apache-2.0 */
/* The packer's settings where the page looks at it, and every field of the configuration that changed in the run. */
#include "show/html/html_internal.h"

#include "base/memory.h"
#include "isa/chip.h"
#include "isa/registers.h"
#include "isa/spaces.h"
#include "show/reports.h"

#include <stdlib.h>

/* A field of one copy of the configuration (state 0 or 1) or of one thread, and one change of it. */
struct change {
    enum reg_id field;
    uint8_t copy;
    enum tt_unit unit;
    uint64_t seq;
    uint32_t order; /* newest first, as they are found */
    uint32_t before, after;
};

struct collector {
    enum tt_chip chip;
    enum tt_space space;
    struct change *changes;
    size_t count, capacity;
    uint64_t seen;
    bool is_out_of_memory;
};

static uint32_t html_config_field_of(const struct reg_field *field, uint32_t word)
{
    return (uint32_t)((word >> field->shift) & ((UINT64_C(1) << field->bits) - 1));
}

static void add_change(struct collector *collector, const struct change *change)
{
    if (collector->seen++ >= HTML_CHANGES)
        return;
    if (mem_grow(&collector->changes, &collector->capacity, collector->count + 1, sizeof *change)) {
        collector->is_out_of_memory = true;
        return;
    }
    collector->changes[collector->count] = *change;
    collector->changes[collector->count].order = (uint32_t)collector->count;
    collector->count++;
}

/* The fields of one word that a write changed. Bytes of the word that it did not touch are as they were: zero here. */
static void html_config_take_word(struct collector *collector, const struct results_access_row *row, uint32_t word)
{
    const struct chip *chip = chip_get(collector->chip);
    const uint32_t size = collector->space == TT_SPACE_CFG ? 4 : 2;
    const uint32_t words = collector->space == TT_SPACE_CFG ? chip->cfg_words : chip->thread_words;
    uint32_t before = 0, after = 0;
    for (uint32_t i = 0; i < size; i++) {
        const uint32_t addr = word * size + i;
        if (addr < row->lo || addr >= row->hi)
            continue;
        before |= (uint32_t)row->before[addr - row->lo] << 8 * i;
        after |= (uint32_t)row->after[addr - row->lo] << 8 * i;
    }
    const uint32_t copy = word / words, number = word % words;
    if (collector->space == TT_SPACE_CFG && copy && number >= chip->cfg_global_base)
        return; /* exists once; shown as of state 0 */
    enum reg_id fields[32];
    const size_t count = reg_fields_of_word(collector->chip, collector->space, number, fields);
    for (size_t i = 0; i < count; i++) {
        const struct reg_field *field = reg_field_get(collector->chip, fields[i]);
        const struct change change = {.field = fields[i],
                                      .copy = (uint8_t)copy,
                                      .unit = row->unit,
                                      .seq = row->seq,
                                      .before = html_config_field_of(field, before),
                                      .after = html_config_field_of(field, after)};
        if (change.before != change.after)
            add_change(collector, &change);
    }
}

static int html_config_take_write(void *user, const struct results_access_row *row)
{
    struct collector *collector = user;
    const uint32_t size = collector->space == TT_SPACE_CFG ? 4 : 2;
    for (uint32_t word = row->lo / size; row->before && row->after && word < (row->hi + size - 1) / size; word++)
        html_config_take_word(collector, row, word);
    return collector->is_out_of_memory;
}

static int by_field(const void *left, const void *right)
{
    const struct change *a = left, *b = right;
    if (a->field != b->field)
        return a->field < b->field ? -1 : 1;
    if (a->copy != b->copy)
        return (int)a->copy - (int)b->copy;
    return a->order > b->order ? -1 : 1;
}

static void html_config_put_changes(struct html *html, const struct collector *collector)
{
    struct report *out = &html->report;
    const struct change *changes = collector->changes;
    report_list(out, "fields");
    for (size_t i = 0; i < collector->count;) {
        const struct change *first = &changes[i];
        const struct reg_field *field = reg_field_get(collector->chip, first->field);
        report_object(out, NULL);
        report_say(out, SAY("field", field->name), SAY("meaning", field->doc),
                   SAY("of", field->space == TT_SPACE_CFG ? "state" : "thread"), SAY("word", field->word),
                   SAY("copy", first->copy));
        report_list_line(out, "changes"); /* event, unit, before, after */
        for (; i < collector->count && changes[i].field == first->field && changes[i].copy == first->copy; i++) {
            report_say(out, SAY(NULL, changes[i].seq), SAY(NULL, (uint64_t)changes[i].unit),
                       SAY(NULL, changes[i].before), SAY(NULL, changes[i].after));
        }
        report_close(out);
        report_close(out);
    }
    report_close(out);
    report_say(out, SAY("change_count", collector->count), SAY("change_of", collector->seen));
}

/* The packer's instruction that the page is about, and its settings. */
static void html_config_put_settings(struct html *html)
{
    const struct audit_view view = {0};
    if (!html->has_audit)
        return;
    report_object(&html->report, "audit");
    audit_report_head(&html->report, &html->audit);
    audit_report_settings(&html->report, &html->audit, &view);
    report_close(&html->report);
}

enum tt_status html_put_config(struct html *html)
{
    const enum tt_space spaces[] = {TT_SPACE_CFG, TT_SPACE_THREAD_CFG};
    const struct results_run_row *run = results_run(html->results);
    struct collector collector = {.chip = run->chip};
    enum tt_status status = TT_OK;
    for (size_t i = 0; !status && i < sizeof spaces / sizeof spaces[0]; i++) {
        collector.space = spaces[i];
        status = results_writers(html->results, spaces[i], 0, space_bytes(collector.chip, spaces[i]), INT64_MAX,
                                 html_config_take_write, &collector, html->err);
    }
    if (!status && collector.is_out_of_memory)
        status = tt_fail(html->err, TT_NO_MEMORY, "no memory for the page");
    if (!status) {
        if (collector.count)
            qsort(collector.changes, collector.count, sizeof *collector.changes, by_field);
        report_object(&html->report, "config");
        html_config_put_settings(html);
        html_config_put_changes(html, &collector);
        report_close(&html->report);
    }
    mem_free(collector.changes);
    return status;
}
