/* SPDX-License-Identifier: Apache-2.0 */
/* The instructions of each thread, and in program order its waits, as compact as loops are. */
#include "show/html/html_internal.h"

#include "base/memory.h"

#include <string.h>

/* Distinct words by the order of their first use; a slot of the table is 0 or the index + 1. */
struct words {
    uint32_t *words, *slots;
    size_t count, capacity, slot_count; /* slot_count: a power of two */
};

struct drawer {
    struct html *html;
    struct blob insns, waits;
    struct words words;
    struct texts texts; /* distinct, few */
    uint64_t last_seq, last_wait, shown, wait_count;
    struct blob sources,
        lines; /* runs of words from one place; each line and chain that is another than the one before */
    uint64_t source_count, source_seq;
    unsigned source_thread;
    bool has_line;
    char line[TTCAP_LINES_TEXT_MAX];
    bool is_out_of_memory;
};

static size_t html_timeline_slot_of(const struct words *words, uint32_t word)
{
    size_t slot = (word * UINT32_C(2654435761)) & (words->slot_count - 1);
    while (words->slots[slot] && words->words[words->slots[slot] - 1] != word)
        slot = (slot + 1) & (words->slot_count - 1);
    return slot;
}

static bool html_timeline_grow_slots(struct words *words)
{
    enum { FIRST = 1024 };
    if (words->count * 2 < words->slot_count)
        return true;
    struct words next = *words;
    next.slot_count = words->slot_count ? words->slot_count * 2 : FIRST;
    next.slots = mem_calloc(next.slot_count, sizeof *next.slots);
    if (!next.slots)
        return false;
    for (uint32_t i = 0; i < words->count; i++)
        next.slots[html_timeline_slot_of(&next, words->words[i])] = i + 1;
    mem_free(words->slots);
    *words = next;
    return true;
}

static bool word_index(struct words *words, uint32_t word, uint32_t *index)
{
    if (!html_timeline_grow_slots(words))
        return false;
    const size_t slot = html_timeline_slot_of(words, word);
    if (!words->slots[slot]) {
        if (mem_grow(&words->words, &words->capacity, words->count + 1, sizeof *words->words))
            return false;
        words->words[words->count++] = word;
        words->slots[slot] = (uint32_t)words->count;
    }
    *index = words->slots[slot] - 1;
    return true;
}

static bool text_index(struct texts *texts, const char *text, size_t *index)
{
    for (*index = texts->count; *index > 0; (*index)--)
        if (strcmp(texts->items[*index - 1], text) == 0) {
            (*index)--;
            return true;
        }
    *index = texts->count;
    return texts_add(texts, text);
}

/* An instruction: distance of its event; thread in bits 1:0 and unit above; number of its word. */
static int html_timeline_take_insn(void *user, const struct results_insn_row *row)
{
    struct drawer *drawer = user;
    uint32_t index = 0;
    drawer->html->summary->insns++;
    drawer->html->last_seq = row->seq;
    if (drawer->shown >= drawer->html->options->insn_limit)
        return 0;
    if (!word_index(&drawer->words, row->word, &index)) {
        drawer->is_out_of_memory = true;
        return 1;
    }
    drawer->shown++;
    blob_number(&drawer->insns, row->seq - drawer->last_seq);
    blob_number(&drawer->insns, row->thread | (uint32_t)row->unit << 2);
    blob_number(&drawer->insns, index);
    drawer->last_seq = row->seq;
    return 0;
}

/* A wait: thread in bits 1:0, bit 2 its core; distance of its first step; length; event; number of its text. */
static int html_timeline_take_wait(void *user, const struct results_wait_row *row)
{
    struct drawer *drawer = user;
    size_t index = 0;
    if (drawer->wait_count++ >= HTML_WAITS)
        return 0;
    if (!text_index(&drawer->texts, row->what, &index)) {
        drawer->is_out_of_memory = true;
        return 1;
    }
    blob_number(&drawer->waits, row->thread | (uint32_t)row->is_core << 2);
    blob_number(&drawer->waits, row->first_seq - drawer->last_wait);
    blob_number(&drawer->waits, row->last_seq - row->first_seq);
    blob_number(&drawer->waits, row->event);
    blob_number(&drawer->waits, index);
    drawer->last_wait = row->first_seq;
    return 0;
}

/* A run of words from one place: thread; distance of its first step from that of the run before (of another thread:
 * from 0); how far its last one is; number of its text. */
static int html_timeline_take_origin(void *user, const struct results_origin_row *row)
{
    struct drawer *drawer = user;
    char text[TTCAP_LINES_TEXT_MAX];
    if (row->source->frame_count == 0 || row->first_seq > drawer->last_seq)
        return 0;
    (void)ttcap_lines_text(row->source->frames, row->source->frame_count, text);
    const bool is_same = drawer->has_line && strcmp(text, drawer->line) == 0;
    if (!is_same) {
        (void)snprintf(drawer->line, sizeof drawer->line, "%s", text);
        blob_bytes(&drawer->lines, text, strlen(text));
        blob_bytes(&drawer->lines, "\n", 1);
    }
    const uint64_t before = drawer->source_count && drawer->source_thread == row->thread ? drawer->source_seq : 0;
    blob_number(&drawer->sources, row->thread);
    blob_number(&drawer->sources, row->first_seq - before);
    blob_number(&drawer->sources, row->last_seq - row->first_seq);
    blob_number(&drawer->sources, !is_same && drawer->has_line);
    drawer->has_line = true;
    drawer->source_thread = row->thread;
    drawer->source_seq = row->first_seq;
    drawer->source_count++;
    return 0;
}

/* The words as text, a line each. */
static enum tt_status html_timeline_put_words(struct drawer *drawer)
{
    struct blob lines = {0};
    const enum tt_chip chip = results_run(drawer->html->results)->chip;
    for (size_t i = 0; i < drawer->words.count; i++) {
        char text[ISA_TEXT_MAX];
        (void)isa_disassemble(chip, drawer->words.words[i], text);
        blob_bytes(&lines, text, strlen(text));
        blob_bytes(&lines, "\n", 1);
    }
    enum tt_status status = blob_put(drawer->html, "words", &lines);
    blob_clear(&lines);
    return status;
}

static enum tt_status html_timeline_put_all(struct drawer *drawer)
{
    struct report *out = &drawer->html->report;
    report_say(out, SAY("count", drawer->shown), SAY("of", drawer->html->summary->insns),
               SAY("wait_count", drawer->wait_count < HTML_WAITS ? drawer->wait_count : HTML_WAITS),
               SAY("wait_of", drawer->wait_count), SAY("source_count", drawer->source_count));
    report_list(out, "texts");
    for (size_t i = 0; i < drawer->texts.count; i++)
        report_say(out, SAY(NULL, drawer->texts.items[i]));
    report_close(out);
    enum tt_status status = blob_put(drawer->html, "insns", &drawer->insns);
    if (!status)
        status = blob_put(drawer->html, "waits", &drawer->waits);
    if (!status && drawer->source_count)
        status = blob_put(drawer->html, "sources", &drawer->sources);
    if (!status && drawer->source_count)
        status = blob_put(drawer->html, "lines", &drawer->lines);
    return status ? status : html_timeline_put_words(drawer);
}

enum tt_status html_put_timeline(struct html *html)
{
    struct drawer drawer = {.html = html};
    report_object(&html->report, "timeline");
    enum tt_status status =
        results_each_insn(html->results, 0, INT64_MAX, UINT32_MAX, html_timeline_take_insn, &drawer, html->err);
    if (!status)
        status = results_each_wait(html->results, html_timeline_take_wait, &drawer, html->err);
    if (!status)
        status = results_each_origin(html->results, html_timeline_take_origin, &drawer, html->err);
    if (!status && drawer.is_out_of_memory)
        status = tt_fail(html->err, TT_NO_MEMORY, "no memory for the timeline");
    if (!status)
        status = html_timeline_put_all(&drawer);
    report_close(&html->report);
    html->summary->insns_shown = drawer.shown;
    texts_clear(&drawer.texts);
    mem_free(drawer.words.words);
    mem_free(drawer.words.slots);
    blob_clear(&drawer.insns);
    blob_clear(&drawer.waits);
    blob_clear(&drawer.sources);
    blob_clear(&drawer.lines);
    return status;
}
