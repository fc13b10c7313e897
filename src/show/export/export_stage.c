/* SPDX-License-Identifier: Apache-2.0 */
/* The values of one stage: of a packer's by data tile, of other units in the order in which they were written. */
#include "show/export/export_internal.h"

#include "ask/diff/data_tiles.h"
#include "ask/run/value_text.h"
#include "base/little.h"
#include "isa/isa.h"

enum { SIDE = 32, FACE_SIDE = 16, FACE = FACE_SIDE * FACE_SIDE, TILE = SIDE * SIDE };

struct stage_writer {
    struct exporter *exporter;
    const struct export_stage *choice;
    /* of the current group */
    const struct results_group_row *group;
    uint32_t base, tile; /* of its first datum in the data tile */
    struct block_copy {
        bool is_there;
        char name[32];
        enum format format;
        uint32_t count, *values, insn_count, *counts;
        uint64_t *seqs;
        uint16_t *origin;
    } block;
    /* of the array */
    bool has_type;
    enum format format;
    enum npy_type type;
    uint32_t pending[TILE]; /* a data tile that waits to be laid in rows */
    uint32_t in_tile;
    uint64_t row; /* values of a data tile; UINT64_MAX: not all have as many */
    uint64_t in_row, rows;
    char seen[256]; /* names of stages that were at work */
    struct csv_rows csv;
    struct array_file array;
};

static void block_copy_clear(struct block_copy *block)
{
    mem_free(block->values);
    mem_free(block->counts);
    mem_free(block->seqs);
    mem_free(block->origin);
    *block = (struct block_copy){0};
}

static bool copy_block(struct block_copy *block, const struct results_block_row *row)
{
    block_copy_clear(block);
    block->is_there = true;
    block->format = (enum format)row->format;
    block->count = row->count;
    block->insn_count = row->insn_count;
    (void)snprintf(block->name, sizeof block->name, "%s", row->stage_name);
    block->values = mem_calloc(row->count + 1u, sizeof *block->values);
    block->counts = mem_calloc(row->insn_count + 1u, sizeof *block->counts);
    block->seqs = mem_calloc(row->insn_count + 1u, sizeof *block->seqs);
    block->origin = row->origin ? mem_calloc(row->count + 1u, sizeof *block->origin) : NULL;
    if (!block->values || !block->counts || !block->seqs || (row->origin && !block->origin))
        return false;
    for (uint32_t i = 0; i < row->count; i++)
        block->values[i] = number_at(row->values, row->value_bytes, i);
    memcpy(block->counts, row->counts, row->insn_count * sizeof *row->counts);
    memcpy(block->seqs, row->seqs, row->insn_count * sizeof *row->seqs);
    if (row->origin)
        memcpy(block->origin, row->origin, row->count * sizeof *row->origin);
    return true;
}

static void note_seen(struct stage_writer *writer, const char *name)
{
    const size_t used = strlen(writer->seen);
    char wanted[40];
    (void)snprintf(wanted, sizeof wanted, " %s,", name);
    if (!strstr(writer->seen, wanted) && used + strlen(wanted) < sizeof writer->seen)
        memcpy(writer->seen + used, wanted, strlen(wanted) + 1);
}

static enum tt_status export_stage_take_block(void *user, const struct results_block_row *row)
{
    struct stage_writer *writer = user;
    const char *wanted = writer->choice->stage;
    note_seen(writer, row->stage_name);
    if (*wanted ? strcmp(row->stage_name, wanted) != 0 : !format_is_datum((enum format)row->format))
        return TT_OK;
    NEED(copy_block(&writer->block, row), writer->exporter->err, "no memory for the values");
    return TT_OK;
}

/* ---- rows ---- */

static void export_stage_put_element(struct stage_writer *writer, uint32_t bits)
{
    if (writer->choice->is_raw)
        array_put_bits(&writer->array, writer->type, bits);
    else
        array_put_value(&writer->array, writer->type, writer->format, bits);
}

/* Faces of 16 by 16, two across, as rows of 32. */
static void put_untilized(struct stage_writer *writer, uint32_t bits)
{
    writer->pending[writer->in_tile++] = bits;
    if (writer->in_tile < TILE)
        return;
    for (uint32_t row = 0; row < SIDE; row++) {
        for (uint32_t column = 0; column < SIDE; column++) {
            const uint32_t face = row / FACE_SIDE * 2 + column / FACE_SIDE;
            export_stage_put_element(writer,
                                     writer->pending[face * FACE + row % FACE_SIDE * FACE_SIDE + column % FACE_SIDE]);
        }
    }
    writer->in_tile = 0;
}

static enum npy_type raw_type_of(enum format format)
{
    const struct format_info *info = format_get(format);
    return npy_raw_type(!info ? 32 : info->is_block ? 16 : info->storage_bits);
}

static enum tt_status choose_type(struct stage_writer *writer)
{
    const struct block_copy *block = &writer->block;
    char text[VALUE_TEXT_MAX], first[VALUE_TEXT_MAX];
    if (!writer->has_type) {
        writer->has_type = true;
        writer->format = block->format;
        writer->type = writer->choice->is_raw ? raw_type_of(block->format) : npy_type_of(block->format);
    }
    if (writer->format == block->format)
        return TT_OK;
    return tt_fail(writer->exporter->err, TT_UNSUPPORTED,
                   "%s: data tile %" PRIu32
                   " is of %s, those before of %s, and an array has one format; a .csv has all",
                   writer->exporter->request->path, writer->tile, format_text(block->format, text),
                   format_text(writer->format, first));
}

static enum tt_status export_stage_write_block(struct stage_writer *writer)
{
    const struct export_stage *choice = writer->choice;
    const struct block_copy *block = &writer->block;
    const bool is_csv = writer->exporter->kind == EXPORT_CSV;
    enum tt_status status = is_csv ? TT_OK : choose_type(writer);
    uint64_t end = block->insn_count ? block->counts[0] : 0;
    if (is_csv)
        csv_rows_of(&writer->csv, block->format, writer->group->instance, writer->tile);
    for (uint32_t nth = 0, insn = 0; !status && nth < block->count; nth++) {
        const uint32_t datum = writer->base + nth;
        while (nth >= end && insn + 1 < block->insn_count)
            end += block->counts[++insn];
        if (choice->has_datums && !address_datum_has(&choice->datums, writer->tile, datum))
            continue;
        if (is_csv)
            csv_rows_put(&writer->csv, datum, block->seqs[insn], block->origin ? block->origin[nth] : CSV_NO_CELL,
                         block->values[nth]);
        else if (choice->is_untilized)
            put_untilized(writer, block->values[nth]);
        else
            export_stage_put_element(writer, block->values[nth]);
        writer->in_row++;
        writer->exporter->summary->rows++;
    }
    return status;
}

/* ---- groups ---- */

static enum tt_status write_group(struct stage_writer *writer, const struct results_group_row *group, uint32_t base,
                                  uint32_t tile)
{
    writer->group = group;
    writer->base = base + group->first_datum;
    writer->tile = tile;
    block_copy_clear(&writer->block);
    enum tt_status status =
        results_blocks_in(writer->exporter->results, group, export_stage_take_block, writer, writer->exporter->err);
    return !status && writer->block.is_there ? export_stage_write_block(writer) : status;
}

/* A data tile has ended: how many values it has. */
static enum tt_status export_stage_end_row(struct stage_writer *writer)
{
    if (writer->in_row == 0)
        return TT_OK;
    if (writer->rows++ == 0)
        writer->row = writer->in_row;
    else if (writer->row != writer->in_row)
        writer->row = UINT64_MAX;
    writer->in_row = 0;
    if (!writer->choice->is_untilized || writer->exporter->kind == EXPORT_CSV || writer->row == TILE)
        return TT_OK;
    return tt_fail(writer->exporter->err, TT_UNSUPPORTED,
                   "%s: --untilize is for data tiles of 1,024 values; data tile %" PRIu32 " has another number",
                   writer->exporter->request->path, writer->tile);
}

static enum tt_status write_tiles(struct stage_writer *writer)
{
    struct data_tiles tiles OWNED(data_tiles_clear) = {0};
    TRY(data_tiles_make(&tiles, writer->exporter->results, 1, writer->exporter->err));
    for (size_t t = 0; t < tiles.tile_count; t++) {
        const struct data_tile *tile = &tiles.tiles[t];
        if (writer->choice->has_tile && tile->number != writer->choice->tile)
            continue;
        for (size_t p = 0; p < tile->part_count; p++) {
            const struct tile_part *part = &tiles.parts[tile->part_first + p];
            for (size_t i = 0; i < part->group_count; i++)
                TRY(write_group(writer, &tiles.groups[part->group_first + i], part->base, tile->number));
        }
        TRY(export_stage_end_row(writer));
    }
    return TT_OK;
}

struct group_walk {
    struct stage_writer *writer;
    struct results_group_row *items;
    size_t count, capacity;
};

static enum tt_status keep_group(void *user, const struct results_group_row *row)
{
    struct group_walk *walk = user;
    NEED(MEM_PUSH(walk->items, walk->count, walk->capacity, *row), walk->writer->exporter->err,
         "no memory for the values");
    return TT_OK;
}

static enum tt_status write_groups(struct stage_writer *writer)
{
    struct group_walk walk = {.writer = writer};
    enum tt_status status =
        results_each_group(writer->exporter->results, writer->choice->unit, keep_group, &walk, writer->exporter->err);
    for (size_t i = 0; !status && i < walk.count; i++) {
        if (!writer->choice->has_tile || walk.items[i].tile == writer->choice->tile)
            status = write_group(writer, &walk.items[i], 0, walk.items[i].tile);
    }
    mem_free(walk.items);
    return status;
}

static enum tt_status refuse_empty(const struct stage_writer *writer)
{
    const struct export_stage *choice = writer->choice;
    const char *unit = unit_name(choice->unit);
    REFUSE_IF(!writer->seen[0], writer->exporter->err, "no values of unit %s%s: no instruction of it ran", unit,
              choice->has_tile ? " in that data tile" : "");
    REFUSE_IF(choice->has_datums, writer->exporter->err, "no datum of that name in the values of %s", unit);
    return tt_fail(writer->exporter->err, TT_BAD_INPUT, "stage %s of %s was not at work; at work were:%.*s",
                   choice->stage, unit, (int)strlen(writer->seen) - 1, writer->seen);
}

/* Values of a data tile, if all have as many; 0: one dimension. */
static uint64_t export_stage_row_of(const struct stage_writer *writer)
{
    const struct export_stage *choice = writer->choice;
    const bool has_rows =
        choice->unit == TT_UNIT_PACK && !choice->has_tile && !choice->has_datums && writer->row != UINT64_MAX;
    return has_rows || choice->is_untilized ? writer->row : 0;
}

static enum tt_status export_stage_write_all(struct stage_writer *writer)
{
    enum tt_status status = writer->choice->unit == TT_UNIT_PACK ? write_tiles(writer) : write_groups(writer);
    return !status && !writer->exporter->summary->rows ? refuse_empty(writer) : status;
}

static enum tt_status write_csv(struct stage_writer *writer)
{
    csv_rows_begin(&writer->csv);
    const enum tt_status status = export_stage_write_all(writer);
    csv_rows_end(&writer->csv);
    return status;
}

static enum tt_status write_npy(struct stage_writer *writer)
{
    array_begin(&writer->array);
    TRY(export_stage_write_all(writer));
    return array_end(&writer->array, writer->type, export_stage_row_of(writer),
                     writer->choice->is_untilized ? SIDE : 0);
}

enum tt_status export_stage_write(struct exporter *exporter)
{
    struct stage_writer *writer = mem_calloc(1, sizeof *writer);
    NEED(writer, exporter->err, "no memory for the values");
    writer->exporter = writer->array.exporter = exporter;
    writer->choice = exporter->request->stage;
    writer->csv.out = exporter->out;
    writer->csv.unit = writer->choice->unit;
    const enum tt_status status = exporter->kind == EXPORT_CSV ? write_csv(writer) : write_npy(writer);
    block_copy_clear(&writer->block);
    mem_free(writer);
    return status;
}
