/* SPDX-License-Identifier: Apache-2.0 */
/* Captures that are small and cost much: what a reader does for a byte of them is what they are made for.
 *
 *     make_bombs NAME SEED.ttcap OUT.ttcap      # NAME: a row of the table below; SEED: a kernel's capture */
#include "capture/file/chunk.h"
#include "capture/lines/symbol_text.h"
#include "capture/source_lines.h"
#include "capture/symbols.h"
#include "isa/isa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { NAME_BYTES = 4000, EVENTS_MANY = 200000, WIDE = 1 << 20 };

struct bomb {
    const char *seed, *out;
    struct ttcap *from;
    struct ttcap_writer *to;
    uint64_t seq;
    bool hides_dst, has_long_loops;
    const char *repeated; /* a mnemonic; null: nothing is */
    enum ttcap_kind repeated_kind;
    int repeated_thread;
    unsigned times;
};

static struct tt_error error;

static void must(enum tt_status status)
{
    if (!status)
        return;
    (void)fprintf(stderr, "%s\n", error.text);
    exit(2);
}

static void must_be(bool is_ok)
{
    if (!is_ok)
        must(tt_fail(&error, TT_NO_MEMORY, "no memory"));
}

/* ---- symbols, lines and notes, and events that ask for them ---- */

static void begin(struct bomb *bomb, const struct ttcap_meta *meta)
{
    must(ttcap_writer_open(&bomb->to, bomb->out, true, meta, &error));
    must(ttcap_writer_snapshot_begin(bomb->to, "begin", &error));
    must(ttcap_writer_snapshot_end(bomb->to, &error));
}

/* Program counters all over the place, so that nothing is remembered from the one before. */
static void add_events(struct bomb *bomb, uint64_t count, uint32_t reach)
{
    for (uint64_t i = 0; i < count; i++) {
        const struct ttcap_event event = {.seq = bomb->seq++,
                                          .kind = TTCAP_GPRW,
                                          .thread = 0,
                                          .addr = 1,
                                          .has_pc = true,
                                          .core = TT_CORE_T0,
                                          .pc = (uint32_t)(i * 2654435761u) % reach};
        must(ttcap_writer_event(bomb->to, &event, &error));
    }
}

static void end(struct bomb *bomb)
{
    must(ttcap_writer_snapshot_begin(bomb->to, "end", &error));
    must(ttcap_writer_snapshot_end(bomb->to, &error));
    must(ttcap_writer_finish(bomb->to, &error));
}

static const struct ttcap_meta PLAIN = {.chip = TT_BLACKHOLE, .source = TTCAP_SIMULATOR, .name = "bomb"};

/* As many bytes of names as a capture may have. */
static void symbols_names(struct bomb *bomb)
{
    char name[NAME_BYTES + 1];
    memset(name, 'x', NAME_BYTES);
    name[NAME_BYTES] = '\0';
    begin(bomb, &PLAIN);
    for (uint32_t i = 0; i < SYMBOL_BYTES_MAX / (NAME_BYTES + 32); i++) {
        const struct ttcap_symbol symbol = {TT_CORE_T0, TTCAP_FUNCTION, 4 * i, 8, name};
        must(ttcap_writer_symbol(bomb->to, &symbol, &error));
    }
    add_events(bomb, EVENTS_MANY, WIDE);
    end(bomb);
}

/* As many symbols as it may have. */
static void symbols_many(struct bomb *bomb)
{
    begin(bomb, &PLAIN);
    for (uint32_t i = 0; i < SYMBOLS_MAX; i++) {
        const struct ttcap_symbol symbol = {TT_CORE_T0, TTCAP_FUNCTION, 4 * i, 4, "f"};
        must(ttcap_writer_symbol(bomb->to, &symbol, &error));
    }
    add_events(bomb, EVENTS_MANY, 4 * SYMBOLS_MAX);
    end(bomb);
}

/* One around all of the others, which end at once: who walks back from an address walks far. */
static void symbols_nested(struct bomb *bomb)
{
    begin(bomb, &PLAIN);
    for (uint32_t i = 0; i < SYMBOLS_MAX / 4; i++) {
        const struct ttcap_symbol symbol = {TT_CORE_T0, TTCAP_FUNCTION, 4 * i, i ? 1 : UINT32_MAX, "f"};
        must(ttcap_writer_symbol(bomb->to, &symbol, &error));
    }
    add_events(bomb, EVENTS_MANY, UINT32_MAX);
    end(bomb);
}

/* Chains as deep as they may be, of names as long as they may be, all over the addresses. */
static void lines_deep(struct bomb *bomb)
{
    static char names[TTCAP_FRAMES_MAX][NAME_BYTES + 1];
    struct ttcap_lines lines = {.core = TT_CORE_T0, .bytes = 4, .frame_count = TTCAP_FRAMES_MAX};
    begin(bomb, &PLAIN);
    for (unsigned i = 0; i < TTCAP_FRAMES_MAX; i++) {
        memset(names[i], 'a' + (int)(i % 26), NAME_BYTES);
        lines.frames[i] = (struct ttcap_frame){names[i], names[i], i + 1};
    }
    for (uint32_t i = 0; i < EVENTS_MANY; i++) {
        lines.addr = 8 * i;
        lines.frames[0].line = i + 1;
        must(ttcap_writer_lines(bomb->to, &lines, &error));
    }
    add_events(bomb, EVENTS_MANY, 8 * EVENTS_MANY);
    end(bomb);
}

/* ---- chunks that no writer of ours makes ---- */

static void read_all(struct byte_buffer *file, const char *path)
{
    uint8_t bytes[4096];
    FILE *in = fopen(path, "rb");
    must_be(in != NULL);
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, in)) > 0;)
        must_be(buffer_append(file, bytes, n));
    (void)fclose(in);
}

static void write_all(const struct byte_buffer *file, const char *path)
{
    FILE *out = fopen(path, "wb");
    must_be(out && fwrite(file->data, 1, file->size, out) == file->size && fclose(out) == 0);
}

static void add_frame(struct byte_buffer *file, const struct chunk *head, const struct byte_buffer *packed)
{
    struct byte_buffer text = {0};
    must_be(chunk_text_write(&text, head, NULL) && skippable_write(file, FRAME_CHUNK, text.data, text.size) &&
            buffer_append(file, packed->data, packed->size));
    buffer_clear(&text);
}

static void symbols_beyond(struct bomb *bomb)
{
    static const char manifest[] = "{\"format\":\"ttcap\",\"version\":1,\"arch\":\"blackhole\",\"source\":\"silicon\","
                                   "\"name\":\"\",\"description\":\"\",\"tags\":[],\"recorder\":\"\"}";
    enum { IN_CHUNK = 1000, CHUNKS = 1000 };
    struct byte_buffer file = {0}, raw = {0}, packed = {0};
    char name[NAME_BYTES + 1];
    uint32_t last = 0;
    memset(name, 'x', NAME_BYTES);
    name[NAME_BYTES] = '\0';
    for (uint32_t i = 0; i < IN_CHUNK; i++) {
        const struct ttcap_symbol symbol = {TT_CORE_T0, TTCAP_FUNCTION, 4 * i, 4, name};
        must_be(symbol_write(&raw, &last, &symbol));
    }
    must_be(buffer_room(&packed, ZSTD_compressBound(raw.size)));
    packed.size = ZSTD_compress(packed.data, packed.size, raw.data, raw.size, 1);
    must_be(skippable_write(&file, FRAME_MANIFEST, manifest, strlen(manifest)));
    for (uint32_t i = 0; i < CHUNKS; i++) {
        const struct chunk head = {.type = CHUNK_SYMBOLS,
                                   .packed_bytes = (uint32_t)packed.size,
                                   .raw_bytes = (uint32_t)raw.size,
                                   .hash = hash_bytes(packed.data, packed.size),
                                   .first = (uint64_t)i * IN_CHUNK,
                                   .count = IN_CHUNK};
        add_frame(&file, &head, &packed);
    }
    write_all(&file, bomb->out);
    buffer_clear(&file);
    buffer_clear(&raw);
    buffer_clear(&packed);
}

/* A good capture, its index cut off, with a chunk behind it whose hash is right and whose content is none. */
static void add_unsound(struct bomb *bomb, enum chunk_type type)
{
    static const uint8_t raw[] = {0xFF, 0xFF, 0xFF, 0xFF};
    struct byte_buffer file = {0}, packed = {0};
    uint64_t table = 0;
    uint32_t index = 0;
    begin(bomb, &PLAIN);
    add_events(bomb, 10, WIDE);
    end(bomb);
    read_all(&file, bomb->out);
    must_be(seek_table_tail(file.data, file.size, &table, &index) && buffer_room(&packed, 64));
    file.size -= (size_t)table + index;
    packed.size = ZSTD_compress(packed.data, 64, raw, sizeof raw, 1);
    const struct chunk head = {.type = type,
                               .packed_bytes = (uint32_t)packed.size,
                               .raw_bytes = sizeof raw,
                               .hash = hash_bytes(packed.data, packed.size),
                               .count = 1};
    add_frame(&file, &head, &packed);
    write_all(&file, bomb->out);
    buffer_clear(&file);
    buffer_clear(&packed);
}

static void symbols_unsound(struct bomb *bomb)
{
    add_unsound(bomb, CHUNK_SYMBOLS);
}

static void lines_unsound(struct bomb *bomb)
{
    add_unsound(bomb, CHUNK_LINES);
}

/* ---- a kernel's capture, changed ---- */

static void copy_space(const struct bomb *bomb, enum tt_space space)
{
    uint32_t lo = 0, hi = 0;
    while (ttcap_next_known(bomb->from, 0, space, &lo, &hi, &error) == TT_OK) {
        uint8_t *bytes = malloc(hi - lo), *known = malloc(hi - lo);
        must_be(bytes && known);
        must(ttcap_read(bomb->from, 0, space, lo, hi - lo, bytes, known, &error));
        must(ttcap_writer_put(bomb->to, space, lo, hi - lo, bytes, known, &error));
        free(bytes);
        free(known);
        lo = hi;
    }
}

static bool is_repeated(const struct bomb *bomb, enum tt_chip chip, const struct ttcap_event *event)
{
    const struct isa_insn *insn =
        event->kind == bomb->repeated_kind && bomb->repeated ? isa_find(chip, event->value) : NULL;
    return insn && event->thread == bomb->repeated_thread && strcmp(insn->mnemonic, bomb->repeated) == 0;
}

static void copy_event(struct bomb *bomb, enum tt_chip chip, struct ttcap_event event)
{
    const unsigned times = is_repeated(bomb, chip, &event) ? bomb->times : 1;
    if (bomb->has_long_loops && event.kind == TTCAP_MOPW && event.thread == bomb->repeated_thread && event.addr < 2)
        event.value = 127;
    for (unsigned i = 0; i < times; i++) {
        event.seq = bomb->seq++;
        must(ttcap_writer_event(bomb->to, &event, &error));
    }
}

static void copy(struct bomb *bomb)
{
    struct ttcap_cursor *cursor;
    struct ttcap_event event;
    enum tt_status status;
    must(ttcap_open(&bomb->from, bomb->seed, &error));
    const struct ttcap_info *info = ttcap_info(bomb->from);
    const struct ttcap_meta meta = {
        .chip = info->chip, .source = bomb->hides_dst ? TTCAP_SILICON : info->source, .name = "bomb"};
    must(ttcap_writer_open(&bomb->to, bomb->out, true, &meta, &error));
    must(ttcap_writer_snapshot_begin(bomb->to, "begin", &error));
    for (unsigned space = 0; space < TT_SPACE_COUNT; space++)
        if (!bomb->hides_dst || space != TT_SPACE_DST)
            copy_space(bomb, (enum tt_space)space);
    must(ttcap_writer_snapshot_end(bomb->to, &error));
    must(ttcap_events_open(&cursor, bomb->from, 0, info->event_count, &error));
    while ((status = ttcap_events_next(cursor, &event, &error)) == TT_OK)
        copy_event(bomb, info->chip, event);
    must(status == TT_END ? TT_OK : status);
    ttcap_events_close(cursor);
    end(bomb);
    ttcap_close(bomb->from);
}

/* Macro-ops of the longest loops, pushed again and again: each word is 16,129 instructions. */
static void program_loops(struct bomb *bomb)
{
    bomb->has_long_loops = true;
    bomb->repeated = "MOP";
    bomb->repeated_kind = TTCAP_PUSH;
    bomb->repeated_thread = 2;
    bomb->times = 20000;
    copy(bomb);
}

/* Packs of unknown bytes: every byte's dependence is asked for, in every replay of a search. */
static void packs_unknown(struct bomb *bomb)
{
    bomb->hides_dst = true;
    bomb->repeated = "PACR";
    bomb->repeated_kind = TTCAP_EXEC;
    bomb->repeated_thread = 2;
    bomb->times = 4000;
    copy(bomb);
}

/* ---- many of what may be many ---- */

static void checkpoints_many(struct bomb *bomb)
{
    enum { CHECKPOINTS = 60000 };
    char id[32];
    begin(bomb, &PLAIN);
    for (unsigned i = 0; i < CHECKPOINTS; i++) {
        static const uint8_t byte = 1;
        (void)snprintf(id, sizeof id, "c%u", i);
        must(ttcap_writer_snapshot_begin(bomb->to, id, &error));
        must(ttcap_writer_put(bomb->to, TT_SPACE_L1, 0, 1, &byte, NULL, &error));
        must(ttcap_writer_snapshot_end(bomb->to, &error));
        add_events(bomb, 1, WIDE);
    }
    end(bomb);
}

/* Words that are no instruction: a finding each. */
static void findings_many(struct bomb *bomb)
{
    enum { WORDS = 4000000 };
    begin(bomb, &PLAIN);
    for (unsigned i = 0; i < WORDS; i++) {
        const struct ttcap_event event = {.seq = bomb->seq++, .kind = TTCAP_EXEC, .value = 0xFF000000u};
        must(ttcap_writer_event(bomb->to, &event, &error));
    }
    end(bomb);
}

/* Stores to addresses beyond the memory, of all threads. */
static void stores_many(struct bomb *bomb)
{
    enum { STORES = 4000000 };
    begin(bomb, &PLAIN);
    for (unsigned i = 0; i < STORES; i++) {
        const struct ttcap_event event = {.seq = bomb->seq++,
                                          .kind = TTCAP_MMIO,
                                          .thread = (int8_t)(i % 3),
                                          .addr = 0xFFB00000u + 4 * (i % 1024),
                                          .value = i};
        must(ttcap_writer_event(bomb->to, &event, &error));
    }
    end(bomb);
}

static const struct {
    const char *name;
    void (*make)(struct bomb *bomb);
} BOMBS[] = {
    {"symbols_names", symbols_names},     {"symbols_many", symbols_many},
    {"symbols_nested", symbols_nested},   {"symbols_beyond", symbols_beyond},
    {"lines_deep", lines_deep},           {"program_loops", program_loops},
    {"packs_unknown", packs_unknown},     {"checkpoints_many", checkpoints_many},
    {"findings_many", findings_many},     {"stores_many", stores_many},
    {"symbols_unsound", symbols_unsound}, {"lines_unsound", lines_unsound},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof BOMBS / sizeof *BOMBS && argc == 4; i++) {
        struct bomb bomb = {.seed = argv[2], .out = argv[3]};
        if (strcmp(argv[1], BOMBS[i].name) != 0)
            continue;
        BOMBS[i].make(&bomb);
        return 0;
    }
    (void)fprintf(stderr, "make_bombs NAME SEED.ttcap OUT.ttcap\n");
    return 2;
}
