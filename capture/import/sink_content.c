/* SPDX-License-Identifier: Apache-2.0 */
/* The content of a capture that is put together: events, checkpoints and their bytes, symbols, cores that start. */
#include "capture/import/sink.h"

#include "base/little.h"
#include "base/number.h"
#include "isa/cores.h"
#include "isa/spaces.h"

enum { IDS_TEXT_MAX = 160 };

enum tt_status import_event(struct import_sink *sink, const struct ttcap_event *event, struct tt_error *err)
{
    REFUSE_IF(sink->base && ttcap_info(sink->base)->event_count > 0, err,
              "%s has events already; those of %s have no place among them", sink_label(sink, 0), sink_speaker(sink));
    if (mem_grow(&sink->events, &sink->event_capacity, sink->event_count + 1, sizeof *sink->events))
        return sink_no_memory(err);
    struct ttcap_event *copy = &sink->events[sink->event_count];
    *copy = *event;
    copy->seq = sink->event_count;
    copy->bytes = NULL;
    if (event->byte_count > 0) {
        uint8_t *bytes = mem_alloc(event->byte_count);
        if (!bytes)
            return sink_no_memory(err);
        memcpy(bytes, event->bytes, event->byte_count);
        copy->bytes = bytes;
    }
    sink->event_count++;
    return TT_OK;
}

static bool sink_content_is_mark(const void *user, size_t item, const void *id)
{
    const struct import_sink *sink = user;
    return strcmp(sink->marks[item].id, id) == 0;
}

static struct import_mark *find_mark(struct import_sink *sink, const char *id)
{
    const int64_t place = text_map_find(&sink->mark_places, id, sink_content_is_mark, sink);
    return place < 0 ? NULL : &sink->marks[place];
}

/* The base's checkpoint of that name, or -1. */
static int64_t find_base(const struct import_sink *sink, const char *id)
{
    for (uint32_t i = 0; sink->base && i < ttcap_info(sink->base)->checkpoint_count; i++) {
        if (strcmp(ttcap_checkpoint(sink->base, i)->id, id) == 0)
            return i;
    }
    return -1;
}

static enum tt_status add_mark(struct import_sink *sink, const char *id, int64_t base, uint64_t after,
                               struct import_mark **mark, struct tt_error *err)
{
    char *copy = mem_strdup(id);
    if (!copy || mem_grow(&sink->marks, &sink->mark_capacity, sink->mark_count + 1, sizeof *sink->marks) ||
        !text_map_add(&sink->mark_places, id, sink->mark_count)) {
        mem_free(copy);
        return sink_no_memory(err);
    }
    *mark = &sink->marks[sink->mark_count++];
    **mark = (struct import_mark){.id = copy, .base = base, .after = after};
    return TT_OK;
}

enum tt_status import_checkpoint(struct import_sink *sink, const char *id, struct tt_error *err)
{
    struct import_mark *mark;
    REFUSE_IF(sink->base && ttcap_info(sink->base)->event_count > 0, err,
              "%s has events already; a checkpoint of %s has no place among them", sink_label(sink, 0),
              sink_speaker(sink));
    REFUSE_IF(find_mark(sink, id) || find_base(sink, id) >= 0, err, "%s: a checkpoint '%.80s' is there already",
              sink_speaker(sink), id);
    return add_mark(sink, id, -1, sink->event_count, &mark, err);
}

enum tt_status import_moment(struct import_sink *sink, const char *text, char id[static IMPORT_ID_MAX],
                             struct tt_error *err)
{
    uint64_t event = 0;
    struct import_mark *mark;
    (void)snprintf(id, IMPORT_ID_MAX, "%s", text);
    if (!number_read(text, 10, UINT32_MAX, &event))
        return TT_OK; /* the id of a checkpoint */
    (void)snprintf(id, IMPORT_ID_MAX, "after%" PRIu64, event);
    if (find_mark(sink, id) || find_base(sink, id) >= 0)
        return TT_OK;
    return add_mark(sink, id, -1, event + 1, &mark, err);
}

enum tt_status import_place(const struct import_sink *sink, const char *text, enum tt_space *space, uint32_t *lo,
                            struct tt_error *err)
{
    return sink->options.place(sink->chip, text, space, lo, err);
}

static size_t list_id(char *text, size_t length, const char *id)
{
    if (strcmp(id, "begin") == 0 || strcmp(id, "end") == 0 || length > IDS_TEXT_MAX - 40)
        return length;
    return length + (size_t)snprintf(text + length, IDS_TEXT_MAX - length, ", %.20s", id);
}

/* Ids that there are, for a message. */
static const char *list_ids(const struct import_sink *sink, char text[static IDS_TEXT_MAX])
{
    size_t n = (size_t)snprintf(text, IDS_TEXT_MAX, "begin, end");
    uint32_t count = sink->base ? ttcap_info(sink->base)->checkpoint_count : 0;
    for (uint32_t i = 0; i < count; i++)
        n = list_id(text, n, ttcap_checkpoint(sink->base, i)->id);
    for (size_t i = 0; i < sink->mark_count; i++) {
        if (sink->marks[i].base < 0)
            n = list_id(text, n, sink->marks[i].id);
    }
    return text;
}

/* The mark of an id, which is added where there is none yet. */
static enum tt_status need_mark(struct import_sink *sink, const char *id, struct import_mark **mark,
                                struct tt_error *err)
{
    char ids[IDS_TEXT_MAX];
    *mark = find_mark(sink, id);
    if (*mark)
        return TT_OK;
    int64_t base = find_base(sink, id);
    bool is_begin = strcmp(id, "begin") == 0;
    /* The first checkpoint is the start, whatever its name. */
    if (base < 0 && is_begin && sink->base && ttcap_info(sink->base)->checkpoint_count > 0)
        return need_mark(sink, ttcap_checkpoint(sink->base, 0)->id, mark, err);
    REFUSE_IF(base < 0 && !is_begin && strcmp(id, "end") != 0, err,
              "%s: there is no checkpoint '%.80s', expected one of %s", sink_speaker(sink), id, list_ids(sink, ids));
    return add_mark(sink, id, base, is_begin ? 0 : UINT64_MAX, mark, err);
}

/* "l1 0x20010", "gpr word 12". */
static void sink_content_place_text(enum tt_space space, uint32_t at, char text[static 48])
{
    static const char *const elements[] = {"", "byte", "cell", "", "word"};
    uint32_t bytes = space_element_bytes(space);
    if (space == TT_SPACE_L1)
        (void)snprintf(text, 48, "l1 0x%x", at);
    else
        (void)snprintf(text, 48, "%s %s %u, byte %u", space_name(space), elements[bytes], at / bytes, at % bytes);
}

enum tt_status import_region(struct import_sink *sink, const char *id, enum tt_space space, uint32_t lo, uint32_t count,
                             const uint8_t *bytes, const uint8_t *known, struct tt_error *err)
{
    assert(sink->chip < TT_CHIP_COUNT);
    uint32_t size = space_bytes(sink->chip, space);
    REFUSE_IF(lo > size || count > size - lo, err, "%s: %u bytes of %s from 0x%x run past its end at 0x%x",
              sink_speaker(sink), count, space_name(space), lo, size);
    struct import_mark *mark;
    TRY(need_mark(sink, id, &mark, err));
    struct page_layout layout;
    page_layout_init(&layout, sink->chip);
    struct overlay_put put = {.space = space,
                              .lo = lo,
                              .count = count,
                              .bytes = bytes,
                              .known = known,
                              .owner = (uint16_t)(sink->input_count - 1),
                              .override = sink->options.override};
    struct overlay_conflict conflict = {0};
    enum tt_status status = overlay_lay(&mark->over, &layout, mark->base >= 0 ? sink->base : NULL, (uint32_t)mark->base,
                                        &put, &conflict, err);
    if (status != TT_BAD_INPUT || conflict.bits == 0)
        return status;
    char place[48];
    sink_content_place_text(space, conflict.at, place);
    return tt_fail(err, TT_BAD_INPUT, "%s: %s is 0x%02x by %s, and 0x%02x by %s; %s", mark->id, place,
                   conflict.old_byte, sink_label(sink, conflict.owner), conflict.new_byte, sink_speaker(sink),
                   SINK_OVERRIDE_HELPS);
}

enum tt_status import_numbers(struct import_sink *sink, const char *id, enum tt_space space, uint32_t lo,
                              uint32_t count, const void *numbers, const void *known, struct tt_error *err)
{
    const uint32_t width = space_element_bytes(space), bytes = count * width;
    uint8_t *image OWNED(mem_free_at) = mem_alloc((size_t)2 * bytes);
    if (!image)
        return sink_no_memory(err);
    copy_numbers(image, numbers, count, width);
    copy_numbers(image + bytes, known, count, width);
    return import_region(sink, id, space, lo, bytes, image, image + bytes, err);
}

enum tt_status import_symbol(struct import_sink *sink, const struct ttcap_symbol *symbol, struct tt_error *err)
{
    char *name = mem_strdup(symbol->name);
    if (!name || mem_grow(&sink->symbols, &sink->symbol_capacity, sink->symbol_count + 1, sizeof *sink->symbols)) {
        mem_free(name);
        return sink_no_memory(err);
    }
    sink->symbols[sink->symbol_count] = *symbol;
    sink->symbols[sink->symbol_count++].name = name;
    return TT_OK;
}

/* A file's name as the user wants it: the first prefix that fits is put in the other's place. */
static const char *rename_file(const struct import_options *options, const char *file,
                               char name[static LINE_TEXT_MAX + 1])
{
    for (size_t i = 0; i < options->prefix_count && file; i++) {
        const struct import_prefix *prefix = &options->prefixes[i];
        const size_t cut = strlen(prefix->old_text), put = strlen(prefix->new_text);
        const size_t rest = strncmp(file, prefix->old_text, cut) == 0 ? strlen(file + cut) : 0;
        if (rest == 0 || put + rest > LINE_TEXT_MAX)
            continue;
        memcpy(name, prefix->new_text, put);
        memcpy(name + put, file + cut, rest + 1);
        return name;
    }
    return file;
}

const char *import_mask(const struct import_sink *sink)
{
    return sink->options.mask;
}

bool import_wants_lines(const struct import_sink *sink)
{
    return !sink->options.no_lines;
}

enum tt_status import_lines(struct import_sink *sink, const struct ttcap_lines *lines, struct tt_error *err)
{
    struct ttcap_lines named = *lines;
    char(*names)[LINE_TEXT_MAX + 1] = NULL;
    if (sink->options.prefix_count > 0 && !(names = mem_calloc(lines->frame_count, sizeof *names)))
        return sink_no_memory(err);
    for (size_t i = 0; i < lines->frame_count && names; i++)
        named.frames[i].file = rename_file(&sink->options, lines->frames[i].file, names[i]);
    const bool is_ok = line_set_add(&sink->lines, &named);
    mem_free(names);
    return is_ok ? TT_OK : sink_no_memory(err);
}

enum tt_status import_boot(struct import_sink *sink, enum tt_core core, uint32_t pc, struct tt_error *err)
{
    for (size_t i = 0; i < sink->boot_count; i++) {
        if (sink->boot[i].core != core)
            continue;
        REFUSE_IF(sink->boot[i].pc != pc && !sink->options.override, err,
                  "core %s starts at 0x%x by %s, and at 0x%x by %s; %s", core_name(core), sink->boot[i].pc,
                  sink->boot_by[i], pc, sink_speaker(sink), SINK_OVERRIDE_HELPS);
        sink->boot[i].pc = pc;
        sink->boot_by[i] = sink_speaker(sink);
        return TT_OK;
    }
    sink->boot_by[sink->boot_count] = sink_speaker(sink);
    sink->boot[sink->boot_count++] = (struct ttcap_boot){core, pc};
    return TT_OK;
}
