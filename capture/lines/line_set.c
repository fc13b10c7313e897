/* SPDX-License-Identifier: Apache-2.0 */
/* Names and chains once, ranges in order. docs/formats/ttcap.md#lines */
#include "capture/lines/line_set.h"

#include "base/mix.h"
#include "base/search.h"

void line_set_clear(struct line_set *set)
{
    texts_clear(&set->texts);
    mem_free(set->frames);
    mem_free(set->ranges);
    text_map_clear(&set->text_map);
    text_map_clear(&set->frame_map);
    *set = (struct line_set){0};
}

static bool name_is_sound(const char *name)
{
    return !name || (*name && strlen(name) <= LINE_TEXT_MAX);
}

bool lines_are_sound(const struct ttcap_lines *lines, const char **why)
{
    *why = NULL;
    if ((unsigned)lines->core >= TT_CORE_COUNT)
        *why = "its core is unknown";
    else if (lines->bytes == 0 || lines->bytes > UINT32_MAX - lines->addr)
        *why = "its range is empty or runs past the end of the addresses";
    else if (lines->frame_count == 0 || lines->frame_count > TTCAP_FRAMES_MAX)
        *why = "it has no functions, or more than 64";
    for (size_t i = 0; !*why && i < lines->frame_count; i++)
        if (!name_is_sound(lines->frames[i].function) || !name_is_sound(lines->frames[i].file))
            *why = "a name of it is empty or longer than 4095 bytes";
    return *why == NULL;
}

/* ---- each once ---- */

static const char *line_set_text_of(const struct line_set *set, uint32_t number)
{
    return number ? set->texts.items[number - 1] : NULL;
}

static bool intern_text(struct line_set *set, const char *text, uint32_t *number)
{
    const size_t had = set->texts.count;
    const int64_t found = text ? text_map_number(&set->text_map, &set->texts, text) : TEXT_MAP_MISSING;
    set->text_bytes += set->texts.count > had ? strlen(text) + 1 : 0;
    *number = (uint32_t)(found + 1);
    return !text || found != TEXT_MAP_MISSING;
}

static bool line_set_is_frame(const void *set, size_t item, const void *frame)
{
    const struct line_frame *a = &((const struct line_set *)set)->frames[item], *b = frame;
    return a->caller == b->caller && a->function == b->function && a->file == b->file && a->line == b->line;
}

static bool line_set_add_frame(struct line_set *set, const struct line_frame *frame)
{
    return MEM_PUSH(set->frames, set->frame_count, set->frame_capacity, *frame);
}

static bool intern_frame(struct line_set *set, const struct line_frame *frame, uint32_t *number)
{
    const uint64_t names = (uint64_t)frame->function << 32 | frame->file;
    const uint64_t hash = mix_bits(mix_bits(names) ^ ((uint64_t)frame->caller << 32 | frame->line));
    const int64_t found = text_map_find_key(&set->frame_map, hash, frame, line_set_is_frame, set);
    *number = (uint32_t)(found == TEXT_MAP_MISSING ? set->frame_count + 1 : (size_t)found + 1);
    return found != TEXT_MAP_MISSING ||
           (line_set_add_frame(set, frame) && text_map_add_key(&set->frame_map, hash, *number - 1));
}

static bool line_set_add_range(struct line_set *set, const struct line_range *range)
{
    return MEM_PUSH(set->ranges, set->range_count, set->range_capacity, *range);
}

bool line_set_add(struct line_set *set, const struct ttcap_lines *lines)
{
    uint32_t number = 0;
    for (size_t i = lines->frame_count; i-- > 0;) {
        const struct ttcap_frame *frame = &lines->frames[i];
        struct line_frame stored = {.caller = number, .line = frame->line, .depth = (uint32_t)(lines->frame_count - i)};
        if (!intern_text(set, frame->function, &stored.function) || !intern_text(set, frame->file, &stored.file) ||
            !intern_frame(set, &stored, &number))
            return false;
    }
    struct line_range *last = set->range_count ? &set->ranges[set->range_count - 1] : NULL;
    if (last && last->core == (uint8_t)lines->core && last->frame == number - 1 &&
        last->addr + last->bytes == lines->addr) {
        last->bytes += lines->bytes;
        return true;
    }
    return line_set_add_range(set, &(struct line_range){lines->addr, lines->bytes, number - 1, (uint8_t)lines->core});
}

/* ---- look-up ---- */

void line_set_get(const struct line_set *set, size_t i, struct ttcap_lines *lines)
{
    const struct line_range *range = &set->ranges[i];
    lines->core = (enum tt_core)range->core;
    lines->addr = range->addr;
    lines->bytes = range->bytes;
    lines->frame_count = 0;
    for (uint32_t number = range->frame + 1; number; number = set->frames[number - 1].caller) {
        const struct line_frame *frame = &set->frames[number - 1];
        lines->frames[lines->frame_count++] = (struct ttcap_frame){line_set_text_of(set, frame->function),
                                                                   line_set_text_of(set, frame->file), frame->line};
    }
}

bool line_set_find(const struct line_set *set, enum tt_core core, uint32_t addr, size_t *i)
{
    const size_t count =
        SEARCH_FIRST(set->ranges, set->range_count, item->core < core || (item->core == core && item->addr <= addr));
    *i = count - 1;
    return count > 0 && set->ranges[*i].core == core && addr - set->ranges[*i].addr < set->ranges[*i].bytes;
}

/* ---- a chunk ---- */

static bool pack_frames(const struct line_set *set, struct byte_buffer *out)
{
    bool is_ok = buffer_varint(out, set->frame_count);
    for (size_t i = 0; i < set->frame_count && is_ok; i++)
        is_ok = buffer_varint(out, set->frames[i].caller ? i + 1 - set->frames[i].caller : 0);
    for (size_t i = 0; i < set->frame_count && is_ok; i++)
        is_ok = buffer_varint(out, set->frames[i].function);
    for (size_t i = 0; i < set->frame_count && is_ok; i++)
        is_ok = buffer_varint(out, set->frames[i].file);
    for (size_t i = 0; i < set->frame_count && is_ok; i++)
        is_ok = buffer_varint(out, set->frames[i].line);
    return is_ok;
}

bool line_set_pack(const struct line_set *set, struct byte_buffer *out)
{
    bool is_ok = buffer_varint(out, set->texts.count);
    for (uint32_t i = 1; i <= set->texts.count && is_ok; i++) {
        const size_t length = strlen(line_set_text_of(set, i));
        is_ok = buffer_varint(out, length) && buffer_append(out, line_set_text_of(set, i), length);
    }
    is_ok = is_ok && pack_frames(set, out);
    for (size_t i = 0; i < set->range_count && is_ok; i++)
        is_ok = buffer_u8(out, set->ranges[i].core);
    for (size_t i = 0; i < set->range_count && is_ok; i++) {
        const struct line_range *range = &set->ranges[i], *before = i > 0 ? range - 1 : NULL;
        const bool is_same = before && before->core == range->core;
        is_ok = buffer_varint(out, is_same ? range->addr - (before->addr + before->bytes) : range->addr);
    }
    for (size_t i = 0; i < set->range_count && is_ok; i++)
        is_ok = buffer_varint(out, set->ranges[i].bytes);
    for (size_t i = 0; i < set->range_count && is_ok; i++)
        is_ok = buffer_varint(out, zigzag((int64_t)set->ranges[i].frame - (i > 0 ? set->ranges[i - 1].frame : 0)));
    return is_ok;
}

/* ---- and back ---- */

/* A chunk on its way into a set: the lines before it. */
struct unpacking {
    struct line_set *set;
    struct byte_reader reader;
    size_t texts, frames, ranges;
    struct tt_error *err;
};

static enum tt_status line_set_no_memory(const struct unpacking *to)
{
    return tt_fail(to->err, TT_NO_MEMORY, "no memory for its lines");
}

static enum tt_status unpack_texts(struct unpacking *to)
{
    const uint64_t count = read_varint(&to->reader);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t length = read_varint(&to->reader);
        const char *text = (const char *)read_bytes(&to->reader, length);
        REFUSE_IF(to->reader.is_bad || length == 0 || length > LINE_TEXT_MAX || memchr(text, 0, (size_t)length),
                  to->err, "its name %llu is not sound", (unsigned long long)i);
        to->set->text_bytes += (size_t)length + 1;
        REFUSE_IF(to->set->text_bytes > LINE_TEXT_BYTES_MAX, to->err, "its names are more than %d bytes",
                  LINE_TEXT_BYTES_MAX);
        if (!texts_add_bytes(&to->set->texts, text, (size_t)length))
            return line_set_no_memory(to);
    }
    return TT_OK;
}

static struct line_frame *line_set_frame_at(const struct unpacking *to, uint64_t i)
{
    return &to->set->frames[to->frames + i];
}

/* Callers come first: from them follows how deep a frame is. */
static enum tt_status unpack_callers(struct unpacking *to, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t back = read_varint(&to->reader);
        struct line_frame frame = {.depth = 1};
        REFUSE_IF(to->reader.is_bad || back > i, to->err, "its function %llu is called by none before it",
                  (unsigned long long)i);
        if (back > 0) {
            frame.caller = (uint32_t)(to->frames + i - back + 1);
            frame.depth = line_set_frame_at(to, i - back)->depth + 1;
        }
        REFUSE_IF(frame.depth > TTCAP_FRAMES_MAX, to->err, "its function %llu is called through more than %d",
                  (unsigned long long)i, TTCAP_FRAMES_MAX);
        if (!line_set_add_frame(to->set, &frame))
            return line_set_no_memory(to);
    }
    return TT_OK;
}

/* The number of a name in the set, of one in the chunk. */
static uint32_t line_set_read_name(struct unpacking *to)
{
    const uint64_t number = read_varint(&to->reader);
    if (number > to->set->texts.count - to->texts)
        to->reader.is_bad = true;
    return number && !to->reader.is_bad ? (uint32_t)(to->texts + number) : 0;
}

static enum tt_status unpack_frames(struct unpacking *to)
{
    const uint64_t count = read_varint(&to->reader);
    REFUSE_IF(to->reader.is_bad || count > LINE_FRAMES_MAX - to->frames, to->err, "its functions are more than %d",
              LINE_FRAMES_MAX);
    TRY(unpack_callers(to, count));
    for (uint64_t i = 0; i < count; i++)
        line_set_frame_at(to, i)->function = line_set_read_name(to);
    for (uint64_t i = 0; i < count; i++)
        line_set_frame_at(to, i)->file = line_set_read_name(to);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t line = read_varint(&to->reader);
        if (line > UINT32_MAX)
            to->reader.is_bad = true;
        line_set_frame_at(to, i)->line = (uint32_t)line;
    }
    return to->reader.is_bad ? tt_fail(to->err, TT_BAD_INPUT, "its functions are not sound") : TT_OK;
}

/* Where range i of the set starts; false where it does not follow the one before. */
static bool read_addr(const struct unpacking *to, size_t i, uint64_t distance)
{
    assert(to->set->ranges && i < to->set->range_count);
    struct line_range *range = &to->set->ranges[i];
    const struct line_range *before = i > 0 ? range - 1 : NULL;
    /* The first range of a chunk does not refer to the one before it. */
    const bool is_first = i == to->ranges;
    const bool is_same = before && before->core == range->core;
    const uint64_t end = is_same ? (uint64_t)before->addr + before->bytes : 0;
    const uint64_t addr = distance + (is_same && !is_first ? end : 0);
    range->addr = (uint32_t)addr;
    return distance <= UINT32_MAX && addr <= UINT32_MAX && addr >= end && (!before || before->core <= range->core);
}

static enum tt_status unpack_ranges(struct unpacking *to, uint32_t count)
{
    const uint8_t *cores = read_bytes(&to->reader, count);
    REFUSE_IF(!cores || count == 0 || count > LINE_RANGES_MAX - to->ranges, to->err,
              "it ends inside the cores of its ranges");
    for (uint32_t i = 0; i < count; i++) {
        REFUSE_IF(cores[i] >= TT_CORE_COUNT, to->err, "its range %u is of core %u", i, cores[i]);
        if (!line_set_add_range(to->set, &(struct line_range){.core = cores[i]}))
            return line_set_no_memory(to);
    }
    /* Where a range ends stands in another column than where the next one begins. */
    struct line_range *ranges = to->set->ranges + to->ranges;
    struct byte_reader distances = to->reader;
    for (uint32_t i = 0; i < count; i++)
        (void)read_varint(&to->reader);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t bytes = read_varint(&to->reader);
        const bool is_behind = read_addr(to, to->ranges + i, read_varint(&distances));
        REFUSE_IF(to->reader.is_bad || !is_behind || bytes == 0 || bytes > UINT32_MAX - ranges[i].addr, to->err,
                  "its range %u does not follow the one before", i);
        ranges[i].bytes = (uint32_t)bytes;
    }
    int64_t frame = 0;
    const int64_t frames = (int64_t)(to->set->frame_count - to->frames);
    for (uint32_t i = 0; i < count; i++) {
        const int64_t step = unzigzag(read_varint(&to->reader));
        REFUSE_IF(to->reader.is_bad || step > frames || step < -frames || frame + step < 0 || frame + step >= frames,
                  to->err, "its range %u is of a function that is not there", i);
        frame += step;
        ranges[i].frame = (uint32_t)((int64_t)to->frames + frame);
    }
    return TT_OK;
}

enum tt_status line_set_unpack(struct line_set *set, const uint8_t *raw, size_t raw_bytes, uint32_t count,
                               struct tt_error *err)
{
    struct unpacking to = {.set = set,
                           .reader = byte_reader(raw, raw_bytes),
                           .texts = set->texts.count,
                           .frames = set->frame_count,
                           .ranges = set->range_count,
                           .err = err};
    TRY(unpack_texts(&to));
    TRY(unpack_frames(&to));
    TRY(unpack_ranges(&to, count));
    REFUSE_IF(to.reader.at != to.reader.end, err, "it is longer than its lines");
    return TT_OK;
}

enum tt_status lines_check(const uint8_t *raw, size_t raw_bytes, uint32_t count, struct tt_error *err)
{
    struct line_set set OWNED(line_set_clear) = {0};
    return line_set_unpack(&set, raw, raw_bytes, count, err);
}
