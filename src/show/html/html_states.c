/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the tile before each event, but for L1: chunks of a key frame and the changes behind it, by a replay in
 * steps. How the bytes lie: src/show/html/state.js. */
#include "show/html/html_internal.h"

#include "ask/run/run_whole.h"
#include "ask/run/state_walk.h"
#include "isa/chip.h"
#include "isa/spaces.h"
#include "results/results.h"

enum { CHUNK_BYTES = 256 * 1024 };

static const enum tt_space shown[] = {TT_SPACE_STATE,      TT_SPACE_GPR,  TT_SPACE_CFG,
                                      TT_SPACE_THREAD_CFG, TT_SPACE_DST,  TT_SPACE_DST_VALID,
                                      TT_SPACE_SRCA,       TT_SPACE_SRCB, TT_SPACE_LREG};
enum { SHOWN = sizeof shown / sizeof shown[0] };

/* A space as it stood before and as it stands now; unknown: 1 or 0, of an element. */
struct image {
    uint32_t count, width; /* elements, bytes of one */
    uint8_t *bytes, *unknown, *now, *unknown_now;
    bool has_unknown; /* any, now */
};

/* Deflated, from the state before event `from` on. */
struct chunk {
    uint64_t from;
    struct text text;
};

struct recorder {
    struct html *html;
    struct state_walk *walk;
    uint64_t first;
    uint64_t centre, past; /* the event that has to be there, and the one behind the last of the run */
    struct image images[SHOWN];
    uint8_t *bits; /* which bits are unknown, of the current space */
    struct chunk *chunks;
    size_t count, capacity, packed;
    struct text blob; /* of the current chunk */
    uint64_t from, last;
    bool is_full;
};

static bool image_new(struct image *image, enum tt_chip chip, enum tt_space space)
{
    const uint32_t bytes = space_bytes(chip, space);
    image->width = space_element_bytes(space);
    image->count = bytes / image->width;
    image->bytes = mem_calloc(bytes, 1);
    image->now = mem_calloc(bytes, 1);
    image->unknown = mem_calloc(image->count, 1);
    image->unknown_now = mem_calloc(image->count, 1);
    return image->bytes && image->now && image->unknown && image->unknown_now;
}

static void html_states_look(struct recorder *recorder, unsigned nth)
{
    struct image *image = &recorder->images[nth];
    const uint32_t bytes = image->count * image->width;
    state_walk_read(recorder->walk, shown[nth], 0, bytes, image->now);
    if (image->has_unknown)
        memset(image->unknown_now, 0, image->count);
    image->has_unknown = state_walk_has_unknown(recorder->walk, shown[nth]);
    if (!image->has_unknown)
        return;
    state_walk_unknown(recorder->walk, shown[nth], 0, bytes, recorder->bits);
    for (uint32_t i = 0; i < bytes; i++)
        image->unknown_now[i / image->width] |= recorder->bits[i] != 0;
}

/* From here on the present state is the one before. */
static void html_states_take(struct image *image)
{
    memcpy(image->bytes, image->now, (size_t)image->count * image->width);
    memcpy(image->unknown, image->unknown_now, image->count);
}

static void put_frame(struct recorder *recorder)
{
    recorder->from = recorder->last = state_walk_at(recorder->walk);
    for (unsigned nth = 0; nth < SHOWN; nth++) {
        struct image *image = &recorder->images[nth];
        for (unsigned plane = 0; plane < image->width; plane++)
            for (uint32_t i = 0; i < image->count; i++)
                text_add_bytes(&recorder->blob, &image->bytes[i * image->width + plane], 1);
        blob_runs(&recorder->blob, image->unknown, image->count, 1);
    }
}

static bool is_changed(const struct image *image, uint32_t i)
{
    if (image->unknown[i] || image->unknown_now[i])
        return image->unknown[i] != image->unknown_now[i];
    return memcmp(&image->bytes[i * image->width], &image->now[i * image->width], image->width) != 0;
}

/* Runs of elements that are other ones now: number of the space, one bit whether they are unknown; how far behind the
 * run before; how many; their bytes. */
static uint64_t html_states_put_changes(struct image *image, unsigned nth, struct text *runs)
{
    uint64_t run_count = 0;
    for (uint32_t i = 0, last = 0, length; i < image->count; i += length) {
        const uint8_t is_unknown = image->unknown_now[i];
        length = 1;
        if (!is_changed(image, i))
            continue;
        while (i + length < image->count && image->unknown_now[i + length] == is_unknown &&
               is_changed(image, i + length))
            length++;
        text_add_varint(runs, nth << 1 | is_unknown);
        text_add_varint(runs, i - last);
        text_add_varint(runs, length);
        if (!is_unknown)
            text_add_bytes(runs, &image->now[i * image->width], (size_t)length * image->width);
        last = i + length;
        run_count++;
    }
    return run_count;
}

static bool is_as_before(const struct image *image)
{
    return memcmp(image->bytes, image->now, (size_t)image->count * image->width) == 0 &&
           memcmp(image->unknown, image->unknown_now, image->count) == 0;
}

/* The changes of an event: how many events behind the one before; how many runs; each. */
static void html_states_put_event(struct recorder *recorder, uint64_t at)
{
    struct text runs = {0};
    uint64_t run_count = 0;
    for (unsigned nth = 0; nth < SHOWN; nth++) {
        struct image *image = &recorder->images[nth];
        html_states_look(recorder, nth);
        if (is_as_before(image))
            continue;
        run_count += html_states_put_changes(image, nth, &runs);
        html_states_take(image);
    }
    if (run_count) {
        text_add_varint(&recorder->blob, at - recorder->last);
        text_add_varint(&recorder->blob, run_count);
        text_add_bytes(&recorder->blob, runs.bytes, runs.count);
        recorder->last = at;
    }
    recorder->blob.has_failed |= runs.has_failed;
    text_clear(&runs);
}

static void drop_first(struct recorder *recorder)
{
    recorder->packed -= recorder->chunks[0].text.count;
    text_clear(&recorder->chunks[0].text);
    recorder->count--;
    memmove(recorder->chunks, recorder->chunks + 1, recorder->count * sizeof *recorder->chunks);
}

/* Only so much: chunks far before the event in the middle go, and it ends where that has half of the room behind
 * it. */
static void keep_within(struct recorder *recorder)
{
    size_t behind = 0;
    for (size_t i = 0; i < recorder->count; i++)
        behind += recorder->chunks[i].from > recorder->centre ? recorder->chunks[i].text.count : 0;
    recorder->is_full = recorder->packed > HTML_STATE_BYTES && behind > HTML_STATE_BYTES / 2;
    while (recorder->packed > HTML_STATE_BYTES && recorder->count > 1 && recorder->chunks[1].from <= recorder->centre)
        drop_first(recorder);
    recorder->is_full |= recorder->packed > HTML_STATE_BYTES;
}

static enum tt_status close_chunk(struct recorder *recorder)
{
    struct tt_error *err = recorder->html->err;
    NEED(!mem_grow(&recorder->chunks, &recorder->capacity, recorder->count + 1, sizeof *recorder->chunks), err,
         "no memory for the page");
    struct chunk *chunk = &recorder->chunks[recorder->count++];
    *chunk = (struct chunk){.from = recorder->from};
    const enum tt_status status = blob_deflate(&recorder->blob, &chunk->text, err);
    text_clear(&recorder->blob);
    recorder->packed += chunk->text.count;
    if (!status)
        keep_within(recorder);
    return status;
}

static void html_states_begin(struct recorder *recorder)
{
    for (unsigned nth = 0; nth < SHOWN; nth++) {
        html_states_look(recorder, nth);
        html_states_take(&recorder->images[nth]);
    }
    put_frame(recorder);
}

static enum tt_status record(struct recorder *recorder)
{
    struct tt_error *err = recorder->html->err;
    const uint64_t centre = recorder->centre;
    uint64_t past = centre + HTML_STATE_EVENTS < recorder->past ? centre + HTML_STATE_EVENTS : recorder->past;
    enum tt_status status =
        centre > HTML_STATE_EVENTS ? state_walk_go(recorder->walk, centre - HTML_STATE_EVENTS, err) : TT_OK;
    if (!status)
        html_states_begin(recorder);
    while (!status && !recorder->is_full && state_walk_at(recorder->walk) < past) {
        status = state_walk_go(recorder->walk, state_walk_at(recorder->walk) + 1, err);
        if (!status)
            html_states_put_event(recorder, state_walk_at(recorder->walk));
        if (!status && recorder->blob.count > CHUNK_BYTES) {
            status = close_chunk(recorder);
            put_frame(recorder);
        }
    }
    past = state_walk_at(recorder->walk);
    if (status == TT_END)
        status = TT_OK;
    if (!status && (past > recorder->from || !recorder->count))
        status = close_chunk(recorder);
    recorder->last = past;
    return status;
}

/* ---- for its reader ---- */

static enum tt_status put_paths(struct html *html)
{
    struct text lines OWNED(text_clear) = {0};
    for (uint32_t word = 0; word < STATE_WORDS; word++) {
        char path[STATE_PATH_MAX];
        text_add_bytes(&lines, path, state_path(word, path));
        text_add_bytes(&lines, "\n", 1);
    }
    return blob_put(html, "paths", &lines);
}

/* A line each: whether it is a thread's, word, shift, bits, name. */
static enum tt_status put_fields(struct html *html)
{
    enum { LINE_MAX_BYTES = 256 };
    const enum tt_chip chip = results_run(html->results)->chip;
    struct text lines OWNED(text_clear) = {0};
    for (int id = 0; id < REG_COUNT; id++) {
        const struct reg_field *field = reg_field_get(chip, (enum reg_id)id);
        char line[LINE_MAX_BYTES];
        if (!field || !field->name)
            continue;
        const int length = snprintf(line, sizeof line, "%d %u %u %u %s\n", field->space == TT_SPACE_THREAD_CFG,
                                    field->word, field->shift, field->bits, field->name);
        text_add_bytes(&lines, line, (size_t)length);
    }
    return blob_put(html, "fields", &lines);
}

static void put_spaces(struct html *html)
{
    const enum tt_chip chip = results_run(html->results)->chip;
    REPORT_EACH(&html->report, "spaces", nth, SHOWN)
        report_item(&html->report, NULL, SAY("space", space_name(shown[nth])),
                    SAY("width", space_element_bytes(shown[nth])),
                    SAY("count", space_bytes(chip, shown[nth]) / space_element_bytes(shown[nth])));
}

static enum tt_status put_states(struct recorder *recorder)
{
    struct html *html = recorder->html;
    const struct chip *chip = chip_get(results_run(html->results)->chip);
    report_say(&html->report, SAY("first", recorder->chunks[0].from), SAY("past", recorder->last),
               SAY("is_cut_before", recorder->chunks[0].from > recorder->first),
               SAY("is_cut_behind", recorder->last < recorder->past), SAY("cfg_words", chip->cfg_words),
               SAY("cfg_global_base", chip->cfg_global_base), SAY("thread_words", chip->thread_words));
    put_spaces(html);
    enum tt_status status = put_paths(html);
    status = status ?: put_fields(html);
    REPORT_EACH(&html->report, "chunks", i, recorder->count)
        report_item(&html->report, NULL, SAY("from", recorder->chunks[i].from),
                    SAY("data", (const char *)recorder->chunks[i].text.bytes));
    return status;
}

static void html_states_clear(struct recorder *recorder)
{
    for (unsigned nth = 0; nth < SHOWN; nth++) {
        mem_free(recorder->images[nth].bytes);
        mem_free(recorder->images[nth].now);
        mem_free(recorder->images[nth].unknown);
        mem_free(recorder->images[nth].unknown_now);
    }
    for (size_t i = 0; i < recorder->count; i++)
        text_clear(&recorder->chunks[i].text);
    mem_free(recorder->chunks);
    text_clear(&recorder->blob);
    mem_free(recorder->bits);
    state_walk_close(recorder->walk);
}

/* ---- which events ---- */

static enum tt_status html_states_take_last(void *user, const struct results_access_row *row)
{
    uint64_t *last = user;
    *last = row->seq > *last ? row->seq : *last;
    return TT_OK;
}

static enum tt_status html_states_take_finding(void *user, const struct results_finding_row *row)
{
    uint64_t *centre = user;
    *centre = row->seq;
    return TT_END;
}

/* As the timeline opens: at the instruction that wrote the first difference, else at the first finding; and where the
 * run ends. */
static enum tt_status find_span(struct recorder *recorder)
{
    struct html *html = recorder->html;
    const struct results_run_row *run = results_run(html->results);
    const struct diff *diff = &html->tiles.diff;
    uint64_t last = html->last_seq;
    recorder->past = run->totals.events;
    for (size_t i = 0; i < diff->item_count; i++)
        if (diff->items[i].has_writer) {
            recorder->centre = diff->items[i].seq;
            break;
        }
    if (!recorder->centre)
        TRY(results_each_finding(html->results, html_states_take_finding, &recorder->centre, html->err));
    if (state_walk_is_executed(recorder->walk))
        return TT_OK;
    TRY(results_each_access(html->results, last, INT64_MAX, html_states_take_last, &last, html->err));
    recorder->past = last + 1;
    return TT_OK;
}

static enum tt_status record_all(struct recorder *recorder, struct ttcap *capture)
{
    struct html *html = recorder->html;
    const struct results_run_row *run = results_run(html->results);
    recorder->bits = mem_calloc(space_bytes(run->chip, TT_SPACE_DST), 1); /* the largest of them */
    bool has_memory = recorder->bits != NULL;
    for (unsigned nth = 0; nth < SHOWN; nth++)
        has_memory &= image_new(&recorder->images[nth], run->chip, shown[nth]);
    NEED(has_memory, html->err, "no memory for the page");
    TRY(state_walk_open_run(&recorder->walk, run, capture, html->err));
    recorder->first = state_walk_at(recorder->walk);
    TRY(find_span(recorder));
    return record(recorder);
}

enum tt_status html_put_states(struct html *html)
{
    const struct results_run_row *run = results_run(html->results);
    struct recorder recorder = {.html = html};
    struct ttcap *capture = NULL;
    struct tt_error why = {{0}};
    enum tt_status status = TT_OK;
    report_object(&html->report, "states");
    const bool is_whole = !run_check_whole(run, "show what it held", &why);
    if (is_whole)
        status = run_capture_open(&capture, run, &why, html->err);
    if (!status && capture)
        status = record_all(&recorder, capture);
    if (!status && capture)
        status = put_states(&recorder);
    report_say(&html->report, SAY_OR_NULL("reason", !capture && why.text[0], (const char *)why.text));
    report_close(&html->report);
    html_states_clear(&recorder);
    ttcap_close(capture);
    return status;
}
