/* SPDX-License-Identifier: Apache-2.0 */
/* The instructions of each thread, and in program order its waits, as compact as loops are. */
#include "show/html/html_internal.h"

#include "base/mix.h"
#include "base/text/text_map.h"

struct drawer {
    struct html *html;
    struct text insns, waits;
    uint32_t *words; /* distinct, by their first use */
    size_t word_count, word_capacity;
    struct texts texts; /* distinct */
    struct text_map word_numbers, text_numbers;
    uint64_t last_seq, last_wait, shown, wait_count;
    struct text sources,
        lines; /* runs of words from one place; each line and chain that is another than the one before */
    uint64_t source_count, source_seq;
    unsigned source_thread;
    bool has_line;
    char line[TTCAP_LINES_TEXT_MAX];
};

static bool html_timeline_is_word(const void *user, size_t item, const void *word)
{
    const struct drawer *drawer = user;
    return memcmp(&drawer->words[item], word, sizeof drawer->words[item]) == 0;
}

static bool word_index(struct drawer *drawer, uint32_t word, size_t *index)
{
    const uint64_t hash = mix_bits(word);
    const int64_t found = text_map_find_key(&drawer->word_numbers, hash, &word, html_timeline_is_word, drawer);
    *index = found == TEXT_MAP_MISSING ? drawer->word_count : (size_t)found;
    if (found != TEXT_MAP_MISSING)
        return true;
    return MEM_PUSH(drawer->words, drawer->word_count, drawer->word_capacity, word);
}

/* An instruction: distance of its event; thread in bits 1:0 and unit above; number of its word. */
static enum tt_status html_timeline_take_insn(void *user, const struct results_insn_row *row)
{
    struct drawer *drawer = user;
    size_t index = 0;
    drawer->html->summary->insns++;
    drawer->html->last_seq = row->seq;
    if (drawer->shown >= drawer->html->options->insn_limit)
        return TT_OK;
    NEED(word_index(drawer, row->word, &index), drawer->html->err, "no memory for the timeline");
    drawer->shown++;
    text_add_varint(&drawer->insns, row->seq - drawer->last_seq);
    text_add_varint(&drawer->insns, row->thread | (uint32_t)row->unit << 2);
    text_add_varint(&drawer->insns, index);
    drawer->last_seq = row->seq;
    return TT_OK;
}

/* A wait: thread in bits 1:0, bit 2 its core; distance of its first step; length; event; number of its text. */
static enum tt_status html_timeline_take_wait(void *user, const struct results_wait_row *row)
{
    struct drawer *drawer = user;
    if (drawer->wait_count++ >= HTML_WAITS)
        return TT_OK;
    const int64_t index = text_map_number(&drawer->text_numbers, &drawer->texts, row->what);
    NEED(index != TEXT_MAP_MISSING, drawer->html->err, "no memory for the timeline");
    text_add_varint(&drawer->waits, row->thread | (uint32_t)row->is_core << 2);
    text_add_varint(&drawer->waits, row->first_seq - drawer->last_wait);
    text_add_varint(&drawer->waits, row->last_seq - row->first_seq);
    text_add_varint(&drawer->waits, row->event);
    text_add_varint(&drawer->waits, (uint64_t)index);
    drawer->last_wait = row->first_seq;
    return TT_OK;
}

/* A run of words from one place: thread; distance of its first step from that of the run before (of another thread:
 * from 0); how far its last one is; number of its text. */
static enum tt_status html_timeline_take_origin(void *user, const struct results_origin_row *row)
{
    struct drawer *drawer = user;
    char text[TTCAP_LINES_TEXT_MAX];
    if (row->source->frame_count == 0 || row->first_seq > drawer->last_seq)
        return TT_OK;
    (void)ttcap_lines_text(row->source->frames, row->source->frame_count, text);
    const bool is_same = drawer->has_line && strcmp(text, drawer->line) == 0;
    if (!is_same) {
        (void)snprintf(drawer->line, sizeof drawer->line, "%s", text);
        text_add_bytes(&drawer->lines, text, strlen(text));
        text_add_bytes(&drawer->lines, "\n", 1);
    }
    const uint64_t before = drawer->source_count && drawer->source_thread == row->thread ? drawer->source_seq : 0;
    text_add_varint(&drawer->sources, row->thread);
    text_add_varint(&drawer->sources, row->first_seq - before);
    text_add_varint(&drawer->sources, row->last_seq - row->first_seq);
    text_add_varint(&drawer->sources, !is_same && drawer->has_line);
    drawer->has_line = true;
    drawer->source_thread = row->thread;
    drawer->source_seq = row->first_seq;
    drawer->source_count++;
    return TT_OK;
}

/* The words as text, a line each. */
static enum tt_status html_timeline_put_words(struct drawer *drawer)
{
    struct text lines OWNED(text_clear) = {0};
    const enum tt_chip chip = results_run(drawer->html->results)->chip;
    for (size_t i = 0; i < drawer->word_count; i++) {
        char text[ISA_TEXT_MAX];
        (void)isa_disassemble(chip, drawer->words[i], text);
        text_add_bytes(&lines, text, strlen(text));
        text_add_bytes(&lines, "\n", 1);
    }
    return blob_put(drawer->html, "words", &lines);
}

static enum tt_status html_timeline_put_all(struct drawer *drawer)
{
    struct report *out = &drawer->html->report;
    report_say(out, SAY("count", drawer->shown), SAY("of", drawer->html->summary->insns),
               SAY("wait_count", drawer->wait_count < HTML_WAITS ? drawer->wait_count : HTML_WAITS),
               SAY("wait_of", drawer->wait_count), SAY("source_count", drawer->source_count));
    REPORT_EACH(out, "texts", i, drawer->texts.count)
        report_say(out, SAY(NULL, drawer->texts.items[i]));
    TRY(blob_put(drawer->html, "insns", &drawer->insns));
    TRY(blob_put(drawer->html, "waits", &drawer->waits));
    if (drawer->source_count)
        TRY(blob_put(drawer->html, "sources", &drawer->sources));
    if (drawer->source_count)
        TRY(blob_put(drawer->html, "lines", &drawer->lines));
    return html_timeline_put_words(drawer);
}

enum tt_status html_put_timeline(struct html *html)
{
    struct drawer drawer = {.html = html};
    report_object(&html->report, "timeline");
    enum tt_status status =
        results_each_insn(html->results, 0, INT64_MAX, UINT32_MAX, html_timeline_take_insn, &drawer, html->err);
    status = status ?: results_each_wait(html->results, html_timeline_take_wait, &drawer, html->err);
    status = status ?: results_each_origin(html->results, html_timeline_take_origin, &drawer, html->err);
    status = status ?: html_timeline_put_all(&drawer);
    report_close(&html->report);
    html->summary->insns_shown = drawer.shown;
    texts_clear(&drawer.texts);
    text_map_clear(&drawer.text_numbers);
    text_map_clear(&drawer.word_numbers);
    mem_free(drawer.words);
    text_clear(&drawer.insns);
    text_clear(&drawer.waits);
    text_clear(&drawer.sources);
    text_clear(&drawer.lines);
    return status;
}
