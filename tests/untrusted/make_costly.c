/* SPDX-License-Identifier: Apache-2.0 */
/* A capture from a recipe, a line a gene, so that a search can change it and a person can read it:
 *
 *     make_costly RECIPE SEED.ttcap OUT.ttcap
 *
 *     kernel                              all events of the seed
 *     hide SPACE                          the start does not know that space; source: silicon
 *     KIND THREAD ADDR VALUE STEP TIMES   events (push, exec, cfgw, mopw, gprw, semw, semr, l1w, mmio); STEP is added
 *                                         to ADDR, and 4 to a program counter, every time
 *     symbol ADDR BYTES NAME TIMES        TIMES symbols, each BYTES further, of names NAME bytes long
 *     lines ADDR BYTES DEPTH TIMES        the same of source lines
 *     mark TIMES                          checkpoints with one byte of L1
 *     again LINES TIMES                   the LINES lines above, TIMES times more
 * Numbers are decimal or 0x. A line that is none of these is passed over. */
#include "base/error.h"
#include "capture/source_lines.h"
#include "capture/symbols.h"
#include "capture/ttcap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GENES_MAX = 256, LINE_MAX_BYTES = 256, EVENTS_MAX = 1000000, NAME_MAX_BYTES = 4000, NUMBERS = 5, DEPTH_MAX = 4 };

struct gene {
    char name[16], word[16];
    uint64_t number[NUMBERS];
};

struct maker {
    struct gene genes[GENES_MAX];
    unsigned count;
    uint64_t seq;
    unsigned marks;
    struct ttcap *from;
    struct ttcap_writer *to;
};

static struct tt_error error;

static void must(enum tt_status status)
{
    if (!status)
        return;
    (void)fprintf(stderr, "%s\n", error.text);
    exit(2);
}

static void read_recipe(struct maker *maker, const char *path)
{
    char line[LINE_MAX_BYTES];
    FILE *in = fopen(path, "r");
    if (!in)
        must(tt_fail(&error, TT_IO, "%s: cannot be opened", path));
    while (maker->count < GENES_MAX && fgets(line, sizeof line, in)) {
        struct gene *gene = &maker->genes[maker->count];
        memset(gene, 0, sizeof *gene);
        if (line[0] == '#' || sscanf(line, "%15s %15s", gene->name, gene->word) < 1)
            continue;
        char *rest = strchr(line, ' ');
        for (unsigned i = 0; i < NUMBERS && rest; i++)
            gene->number[i] = strtoull(rest, &rest, 0);
        maker->count++;
    }
    (void)fclose(in);
}

static bool hides(const struct maker *maker, enum tt_space space)
{
    for (unsigned i = 0; i < maker->count; i++)
        if (strcmp(maker->genes[i].name, "hide") == 0 &&
            strcmp(maker->genes[i].word, ttcap_space_name(space)) == 0)
            return true;
    return false;
}

static bool hides_any(const struct maker *maker)
{
    bool any = false;
    for (unsigned space = 0; space < TT_SPACE_COUNT; space++)
        any |= hides(maker, (enum tt_space)space);
    return any;
}

static void copy_space(const struct maker *maker, enum tt_space space)
{
    uint32_t lo = 0, hi = 0;
    while (ttcap_next_known(maker->from, 0, space, &lo, &hi, &error) == TT_OK) {
        uint8_t *bytes = malloc(hi - lo), *known = malloc(hi - lo);
        must(bytes && known ? TT_OK : tt_fail(&error, TT_NO_MEMORY, "no memory"));
        must(ttcap_read(maker->from, 0, space, lo, hi - lo, bytes, known, &error));
        must(ttcap_writer_put(maker->to, space, lo, hi - lo, bytes, known, &error));
        free(bytes);
        free(known);
        lo = hi;
    }
}

static void put_event(struct maker *maker, struct ttcap_event event)
{
    if (maker->seq == EVENTS_MAX)
        return;
    event.seq = maker->seq;
    /* One that the format does not take is left out; the search goes on from there. */
    if (ttcap_writer_event(maker->to, &event, &error) == TT_OK)
        maker->seq++;
}

static void put_kernel(struct maker *maker)
{
    struct ttcap_cursor *cursor;
    struct ttcap_event event;
    must(ttcap_events_open(&cursor, maker->from, 0, ttcap_info(maker->from)->event_count, &error));
    while (ttcap_events_next(cursor, &event, &error) == TT_OK)
        put_event(maker, event);
    ttcap_events_close(cursor);
}

static void put_events(struct maker *maker, const struct gene *gene, enum ttcap_kind kind)
{
    static const uint8_t bytes[64];
    for (uint64_t i = 0; i < gene->number[4] && maker->seq < EVENTS_MAX; i++)
        put_event(maker, (struct ttcap_event){
                             .kind = kind,
                             .thread = (int8_t)(gene->number[0] % 3),
                             .addr = (uint32_t)(gene->number[1] + i * gene->number[3]),
                             .value = (uint32_t)gene->number[2],
                             .bytes = bytes,
                             .byte_count = kind == TTCAP_L1W ? 1 + (uint32_t)(gene->number[2] % sizeof bytes) : 0,
                             .has_pc = true,
                             .core = TT_CORE_T0,
                             .pc = (uint32_t)i * 4});
}

static const char *name_of(char *name, uint64_t bytes)
{
    const size_t length = 1 + (size_t)(bytes % NAME_MAX_BYTES);
    memset(name, 'x', length);
    name[length] = '\0';
    return name;
}

static void put_symbols(struct maker *maker, const struct gene *gene)
{
    char name[NAME_MAX_BYTES + 1];
    for (uint64_t i = 0; i < gene->number[3]; i++) {
        const struct ttcap_symbol symbol = {TT_CORE_T0, TTCAP_FUNCTION,
                                            (uint32_t)(gene->number[0] + i * gene->number[1]),
                                            (uint32_t)gene->number[1], name_of(name, gene->number[2])};
        if (ttcap_writer_symbol(maker->to, &symbol, &error) != TT_OK)
            return;
    }
}

static void put_lines(struct maker *maker, const struct gene *gene)
{
    struct ttcap_lines lines = {.core = TT_CORE_T0,
                                .bytes = (uint32_t)gene->number[1],
                                .frame_count = 1 + (unsigned)(gene->number[2] % TTCAP_FRAMES_MAX)};
    for (unsigned i = 0; i < lines.frame_count; i++)
        lines.frames[i] = (struct ttcap_frame){"f", "file.c", i + 1};
    for (uint64_t i = 0; i < gene->number[3]; i++) {
        lines.addr = (uint32_t)(gene->number[0] + i * gene->number[1]);
        lines.frames[0].line = (uint32_t)i + 1;
        if (ttcap_writer_lines(maker->to, &lines, &error) != TT_OK)
            return;
    }
}

static void put_marks(struct maker *maker, uint64_t times)
{
    static const uint8_t byte = 1;
    char id[32];
    for (uint64_t i = 0; i < times && maker->marks < EVENTS_MAX / 16; i++) {
        (void)snprintf(id, sizeof id, "c%u", maker->marks++);
        must(ttcap_writer_snapshot_begin(maker->to, id, &error));
        must(ttcap_writer_put(maker->to, TT_SPACE_L1, 0, 1, &byte, NULL, &error));
        must(ttcap_writer_snapshot_end(maker->to, &error));
    }
}

static void put_gene(struct maker *maker, unsigned at, unsigned depth)
{
    const struct gene *gene = &maker->genes[at];
    for (unsigned kind = 0; kind < TTCAP_KIND_COUNT; kind++)
        if (strcmp(gene->name, ttcap_kind_name((enum ttcap_kind)kind)) == 0)
            put_events(maker, gene, (enum ttcap_kind)kind);
    if (strcmp(gene->name, "kernel") == 0)
        put_kernel(maker);
    if (strcmp(gene->name, "mark") == 0)
        put_marks(maker, gene->number[0]);
    if (strcmp(gene->name, "again") != 0 || depth == DEPTH_MAX)
        return;
    const unsigned lines = gene->number[0] < at ? (unsigned)gene->number[0] : at;
    for (uint64_t i = 0; i < gene->number[1] && maker->seq < EVENTS_MAX; i++) {
        const uint64_t before = maker->seq;
        for (unsigned j = at - lines; j < at; j++)
            put_gene(maker, j, depth + 1);
        if (maker->seq == before)
            return;
    }
}

static void make(struct maker *maker, const char *out)
{
    const struct ttcap_info *info = ttcap_info(maker->from);
    const struct ttcap_meta meta = {
        .chip = info->chip, .source = hides_any(maker) ? TTCAP_SILICON : info->source, .name = "costly"};
    must(ttcap_writer_open(&maker->to, out, true, &meta, &error));
    for (unsigned i = 0; i < maker->count; i++) {
        if (strcmp(maker->genes[i].name, "symbol") == 0)
            put_symbols(maker, &maker->genes[i]);
        if (strcmp(maker->genes[i].name, "lines") == 0)
            put_lines(maker, &maker->genes[i]);
    }
    must(ttcap_writer_snapshot_begin(maker->to, "begin", &error));
    for (unsigned space = 0; space < TT_SPACE_COUNT; space++)
        if (!hides(maker, (enum tt_space)space))
            copy_space(maker, (enum tt_space)space);
    must(ttcap_writer_snapshot_end(maker->to, &error));
    for (unsigned i = 0; i < maker->count; i++)
        put_gene(maker, i, 0);
    must(ttcap_writer_snapshot_begin(maker->to, "end", &error));
    must(ttcap_writer_snapshot_end(maker->to, &error));
    must(ttcap_writer_finish(maker->to, &error));
}

int main(int argc, char **argv)
{
    static struct maker maker;
    if (argc != 4) {
        (void)fprintf(stderr, "make_costly RECIPE SEED.ttcap OUT.ttcap\n");
        return 2;
    }
    read_recipe(&maker, argv[1]);
    must(ttcap_open(&maker.from, argv[2], &error));
    make(&maker, argv[3]);
    ttcap_close(maker.from);
    return 0;
}
