/* SPDX-License-Identifier: Apache-2.0 */
/* The data of sources, gathered; two that contradict each other are named. docs/how-to/capture-from-dumps.md */
#include "capture/import/sink.h"

#include "capture/container/manifest.h"
#include "isa/chip.h"

enum { INPUTS_MAX = UINT16_MAX, NOTE_MAX = 512 };

struct import_sink *import_new(const struct import_options *options)
{
    struct import_sink *sink = mem_calloc(1, sizeof *sink);
    if (!sink)
        return NULL;
    sink->options = *options;
    sink->chip = options->chip;
    sink->chip_by = "--arch";
    sink->kind = options->has_kind ? options->kind : TTCAP_SILICON;
    return sink;
}

void import_free(struct import_sink *sink)
{
    if (!sink)
        return;
    struct page_layout layout = {0};
    if (sink->chip < TT_CHIP_COUNT)
        page_layout_init(&layout, sink->chip);
    for (size_t i = 0; i < sink->mark_count; i++) {
        overlay_clear(&sink->marks[i].over, &layout);
        mem_free(sink->marks[i].id);
    }
    for (size_t i = 0; i < sink->input_count; i++) {
        mem_free(sink->inputs[i].label);
        mem_free(sink->inputs[i].notes);
    }
    for (size_t i = 0; i < sink->event_count; i++)
        mem_free((void *)sink->events[i].bytes);
    for (size_t i = 0; i < sink->symbol_count; i++)
        mem_free((void *)sink->symbols[i].name);
    mem_free(sink->marks);
    text_map_clear(&sink->mark_places);
    mem_free(sink->inputs);
    texts_clear(&sink->tags);
    mem_free(sink->events);
    mem_free(sink->symbols);
    line_set_clear(&sink->lines);
    mem_free(sink->name);
    mem_free(sink->description);
    ttcap_close(sink->base);
    mem_free(sink);
}

enum tt_status sink_no_memory(struct tt_error *err)
{
    return tt_fail(err, TT_NO_MEMORY, "no memory");
}

const char *sink_label(const struct import_sink *sink, size_t input)
{
    return sink->inputs[input].label;
}

const char *sink_speaker(const struct import_sink *sink)
{
    assert(sink->input_count > 0);
    return sink_label(sink, sink->input_count - 1);
}

enum tt_status import_from(struct import_sink *sink, const char *label, struct tt_error *err)
{
    if (sink->input_count == INPUTS_MAX)
        return tt_fail(err, TT_UNSUPPORTED, "%s: more than %d sources", label, INPUTS_MAX);
    char *copy = mem_strdup(label);
    if (!copy || mem_grow(&sink->inputs, &sink->input_capacity, sink->input_count + 1, sizeof *sink->inputs)) {
        mem_free(copy);
        return sink_no_memory(err);
    }
    sink->inputs[sink->input_count++] = (struct import_input){.label = copy};
    return TT_OK;
}

enum tt_status import_chip(struct import_sink *sink, enum tt_chip chip, struct tt_error *err)
{
    REFUSE_IF(sink->chip < TT_CHIP_COUNT && sink->chip != chip, err, "%s says %s, and %s %s", sink->chip_by,
              chip_get(sink->chip)->name, sink_speaker(sink), chip_get(chip)->name);
    if (sink->chip == TT_CHIP_COUNT)
        sink->chip_by = sink_speaker(sink);
    sink->chip = chip;
    return TT_OK;
}

enum tt_chip import_chip_so_far(const struct import_sink *sink)
{
    return sink->chip;
}

enum tt_status import_tile(struct import_sink *sink, const char *tile, struct tt_error *err)
{
    REFUSE_IF(*sink->tile && strcmp(sink->tile, tile) != 0, err,
              "%s is of tile %s, and %s of tile %s: a capture is of one tile", sink->tile_by, sink->tile,
              sink_speaker(sink), tile);
    if (!*sink->tile) {
        (void)snprintf(sink->tile, sizeof sink->tile, "%s", tile);
        sink->tile_by = sink_speaker(sink);
    }
    return TT_OK;
}

enum tt_status import_kind(struct import_sink *sink, enum ttcap_source kind, struct tt_error *err)
{
    if (sink->options.has_kind)
        return TT_OK;
    REFUSE_IF(sink->has_kind && sink->kind != kind && !sink->options.override, err,
              "%s says that it comes from %s, and %s from %s; %s", sink->kind_by, ttcap_source_name(sink->kind),
              sink_speaker(sink), ttcap_source_name(kind), SINK_OVERRIDE_HELPS);
    sink->has_kind = true;
    sink->kind = kind;
    sink->kind_by = sink_speaker(sink);
    return TT_OK;
}

static enum tt_status set_text(char **text, const char *value, struct tt_error *err)
{
    char *copy = mem_strdup(value);
    if (!copy)
        return sink_no_memory(err);
    mem_free(*text);
    *text = copy;
    return TT_OK;
}

enum tt_status import_name(struct import_sink *sink, const char *name, struct tt_error *err)
{
    return set_text(&sink->name, name, err);
}

enum tt_status import_tag(struct import_sink *sink, const char *tag, struct tt_error *err)
{
    for (size_t i = 0; i < sink->tags.count; i++)
        if (strcmp(sink->tags.items[i], tag) == 0)
            return TT_OK;
    return texts_add(&sink->tags, tag) ? TT_OK : sink_no_memory(err);
}

static enum tt_status add_note(struct import_sink *sink, const char *note, struct tt_error *err)
{
    struct import_input *input = &sink->inputs[sink->input_count - 1];
    size_t before = input->notes ? strlen(input->notes) + 2 : 0;
    size_t size = before + strlen(note) + 1;
    char *notes = mem_alloc(size);
    if (!notes)
        return sink_no_memory(err);
    (void)snprintf(notes, size, "%s%s%s", input->notes ? input->notes : "", input->notes ? "; " : "", note);
    mem_free(input->notes);
    input->notes = notes;
    return TT_OK;
}

enum tt_status import_note(struct import_sink *sink, struct tt_error *err, const char *format, ...)
{
    char note[NOTE_MAX];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(note, sizeof note, format, args);
    va_end(args);
    return add_note(sink, note, err);
}

enum tt_status import_warn(struct import_sink *sink, struct tt_error *err, const char *format, ...)
{
    char note[NOTE_MAX], sentence[2 * NOTE_MAX];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(note, sizeof note, format, args);
    va_end(args);
    (void)snprintf(sentence, sizeof sentence, "%s: %s", sink_speaker(sink), note);
    if (sink->options.warned)
        sink->options.warned(sink->options.user, sentence);
    return add_note(sink, note, err);
}

enum tt_status import_base(struct import_sink *sink, struct ttcap *base, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(base);
    assert(sink->input_count == 1 && !sink->base);
    sink->base = base;
    TRY(import_chip(sink, info->chip, err));
    TRY(import_kind(sink, info->source, err));
    TRY(import_name(sink, info->name, err));
    TRY(set_text(&sink->description, info->description, err));
    for (size_t i = 0; i < info->tag_count; i++)
        TRY(import_tag(sink, info->tags[i], err));
    for (size_t i = 0; i < info->boot_count; i++)
        TRY(import_boot(sink, info->boot[i].core, info->boot[i].pc, err));
    return TT_OK;
}
