/* SPDX-License-Identifier: Apache-2.0 */
/* Written beside its place, and put there once it is whole. */
#include "device/program.h"

#include "base/new_file.h"
#include "base/path.h"
#include "base/search.h"
#include "capture/import/wire/wire.h"
#include "device/tile_record.h"

enum { FILE_NAME_MAX = 32, FILE_MAX = 1 << 30 };

struct tile_file {
    uint8_t x, y;
    struct tile_record *record;
    char *path; /* mem_free it */
};

struct program_writer {
    const char *path, *wire;
    bool replace;
    struct tile_record_of of;
    struct new_folder folder;
    struct tile_file *tiles;
    size_t tile_count, tile_capacity;
    struct program program; /* its index */
};

static enum tt_status program_check_place(const char *path, bool replace, struct tt_error *err)
{
    enum path_kind kind = PATH_ABSENT;
    const enum tt_status status = path_look(&kind, path, err);
    if (status || kind == PATH_ABSENT)
        return status;
    REFUSE_IF(!program_is(path), err, "%s: is there already and is no program, expected a name for a new folder", path);
    return replace ? TT_OK : tt_fail(err, TT_BAD_INPUT, "%s: the program exists; --force replaces it", path);
}

enum tt_status program_writer_open(struct program_writer **out, const char *path, bool replace, const char *wire,
                                   const struct replay_options *options, enum tt_chip chip, struct tt_error *err)
{
    *out = NULL;
    TRY(program_check_place(path, replace, err));
    struct program_writer *writer = mem_calloc(1, sizeof *writer);
    NEED(writer, err, "%s: no memory", path);
    *writer =
        (struct program_writer){.path = path, .wire = wire, .replace = replace, .of = {path_name(wire), options, chip}};
    writer->program =
        (struct program){.folder = writer->folder.path, .chip = chip, .name = mem_strdup(writer->of.name)};
    enum tt_status status = new_folder_make(&writer->folder, path, err);
    if (!status && !writer->program.name)
        status = tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    if (status)
        program_writer_abandon(writer);
    else
        *out = writer;
    return status;
}

static enum tt_status program_started(void *user, uint8_t x, uint8_t y, struct live *live, void **tile,
                                      struct tt_error *err)
{
    struct program_writer *writer = user;
    char name[FILE_NAME_MAX];
    (void)snprintf(name, sizeof name, "tile-%u-%u.ttcap", x, y);
    NEED(!mem_grow(&writer->tiles, &writer->tile_capacity, writer->tile_count + 1, sizeof *writer->tiles), err,
         "%s: no memory for its tiles", writer->path);
    struct tile_file *const made = &writer->tiles[writer->tile_count];
    *made = (struct tile_file){.x = x, .y = y, .path = path_join(writer->folder.path, name)};
    NEED(made->path, err, "%s: no memory for its tiles", writer->path);
    writer->tile_count++;
    const enum tt_status status = tile_record_open(&made->record, x, y, live, &writer->of, err);
    *tile = made->record;
    return status;
}

static void program_happened(void *tile, const struct ttcap_event *event)
{
    tile_record_event(tile, event);
}

struct device_listener program_writer_listener(struct program_writer *writer)
{
    return (struct device_listener){.user = writer, .started = program_started, .happened = program_happened};
}

/* ---- what is no capture ---- */

/* ",STEP", or "," of a memory, which has none. */
static void put_step(FILE *out, uint64_t step)
{
    (void)fputc(',', out);
    if (step != DEVICE_NO_STEP)
        (void)fprintf(out, "%" PRIu64, step);
}

static enum tt_status put_network(void *user, FILE *out, struct tt_error *err)
{
    size_t count = 0;
    const struct device_transfer *transfers = device_transfers(user, &count);
    (void)err;
    (void)fputs("number,way,noc,by_x,by_y,by_step,line,to_x,to_y,to_addr,bytes,to_step,"
                "from_x,from_y,from_addr,from_step\n",
                out);
    for (size_t i = 0; i < count; i++) {
        const struct device_transfer *one = &transfers[i];
        (void)fprintf(out, "%zu,%s,", i, device_way_name(one->way));
        if (one->way == DEVICE_BY_HOST)
            (void)fprintf(out, ",,,,%" PRIu64, one->by_step);
        else
            (void)fprintf(out, "%u,%u,%u,%" PRIu64 ",", one->noc, one->by_x, one->by_y, one->by_step);
        (void)fprintf(out, ",%u,%u,%" PRIu32 ",%" PRIu32, one->to_x, one->to_y, one->to_addr, one->count);
        put_step(out, one->to_step);
        if (device_has_source(one))
            (void)fprintf(out, ",%u,%u,%" PRIu32, one->from_x, one->from_y, one->from_addr);
        else
            (void)fputs(",,,", out);
        put_step(out, device_has_source(one) ? one->from_step : DEVICE_NO_STEP);
        (void)fputc('\n', out);
    }
    return TT_OK;
}

/* Bytes that nobody can know are left out, as bytes that nobody wrote are. */
static enum tt_status put_dram(void *user, FILE *out, struct tt_error *err)
{
    enum { MOST = 4096 };
    const struct device *device = user;
    uint8_t bytes[MOST], flags[MOST];
    char head[WIRE_HEAD_MAX];
    struct device_dram at = {0};
    (void)fputs("# what was written to DRAM and can be known, as it was at the end\n", out);
    while (device_dram_next(device, &at)) {
        TRY(device_read((struct device *)(uintptr_t)device, at.x, at.y, at.addr, bytes, at.count, err));
        (void)device_unknown(device, at.x, at.y, at.addr, at.count, flags);
        for (uint32_t from = 0, to; from < at.count; from = to) {
            for (to = from; to < at.count && flags[to] == flags[from]; to++)
                ;
            if (flags[from])
                continue;
            wire_head(&(struct wire_op){.kind = WIRE_WRITE,
                                        .x = at.x,
                                        .y = at.y,
                                        .size = to - from,
                                        .addr = at.addr + from,
                                        .bytes = bytes + from},
                      head);
            (void)fputs(head, out);
            for (uint32_t i = from; i < to; i++)
                (void)fprintf(out, "%02x", bytes[i]);
            (void)fputc('\n', out);
        }
    }
    return TT_OK;
}

/* ---- the whole ---- */

static enum tt_status program_put(struct program_writer *writer, const char *name, new_file_put *put, void *user,
                                  struct tt_error *err)
{
    char *path OWNED(mem_free_at) = path_join(writer->folder.path, name);
    NEED(path, err, "%s: no memory", name);
    TRY(new_file_write(path, NEW_FILE_NEW, put, user, err));
    return program_add_file(&writer->program, name, err);
}

static enum tt_status program_copy_wire(struct program_writer *writer, struct tt_error *err)
{
    struct new_file_copy of = {writer->wire, FILE_MAX};
    return program_put(writer, path_ending(writer->wire, ".zst") ? "conversation.wire.zst" : "conversation.wire",
                       new_file_put_copy, &of, err);
}

ORDER(by_row, struct tile_file, RISING(y) ?: RISING(x))

static enum tt_status finish_tiles(struct program_writer *writer, struct tt_error *err)
{
    if (writer->tile_count)
        qsort(writer->tiles, writer->tile_count, sizeof *writer->tiles, by_row);
    for (size_t i = 0; i < writer->tile_count; i++) {
        struct tile_file *tile = &writer->tiles[i];
        struct tile_record *record = tile->record;
        const char *name = path_name(tile->path);
        tile->record = NULL;
        TRY(tile_record_finish(record, tile->path, err));
        TRY(program_add_file(&writer->program, name, err));
        TRY(program_add_tile(&writer->program, tile->x, tile->y, err));
    }
    return TT_OK;
}

OWNED_AT(struct program_writer, program_writer_abandon)

enum tt_status program_writer_finish(struct program_writer *writer, const struct device *device, struct tt_error *err)
{
    struct program_writer *ends OWNED(program_writer_abandon_at) = writer;
    void *user = (void *)(uintptr_t)device;
    TRY(program_copy_wire(ends, err));
    TRY(program_put(ends, PROGRAM_NETWORK, put_network, user, err));
    TRY(program_put(ends, PROGRAM_DRAM, put_dram, user, err));
    TRY(finish_tiles(ends, err));
    TRY(program_write_index(&ends->program, err));
    TRY(program_check_place(ends->path, ends->replace, err));
    return new_folder_put(&ends->folder, ends->replace, err);
}

void program_writer_abandon(struct program_writer *writer)
{
    if (!writer)
        return;
    for (size_t i = 0; i < writer->tile_count; i++) {
        tile_record_abandon(writer->tiles[i].record);
        mem_free(writer->tiles[i].path);
    }
    mem_free(writer->tiles);
    program_clear(&writer->program);
    new_folder_clear(&writer->folder);
    mem_free(writer);
}
