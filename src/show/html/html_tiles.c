/* SPDX-License-Identifier: Apache-2.0 */
/* The data tiles: its name, a thumbnail of its differences, and, while there is room, all values of all stages,
 * which the script unpacks when a tile is looked at. How the bytes lie: unpackTile() in src/show/html/data.js. */
#include "show/html/html_internal.h"

#include "base/little.h"

enum { THUMB_SIDE = 16, THUMB_CELLS = THUMB_SIDE * THUMB_SIDE, FACE_COLUMNS = 16, NO_CELL = 0xFFFF, NO_STAGE = 31 };
enum { DISTANCES = 66, DISTANCE_INFINITE = 65, EXPONENTS = 1024, EXPONENT_ZERO = 512 };

/* Of all data tiles: how far, and at which exponents. */
struct tallies {
    uint64_t distances[DISTANCES]; /* by bits of the distance; the last: infinitely far */
    uint64_t exponents[2][EXPONENTS], zeros[2], infinite[2], nans[2]; /* of all; of those that differ */
};

/* A data tile that is being written. */
struct tile_writer {
    struct html *html;
    const struct data_tile *tile;
    const struct tile_part *part;
    struct text blob;
    uint32_t *values; /* of the data tile, as they left the packers */
    uint32_t value_count;
    uint32_t *wide; /* scratch: values of a block */
    size_t wide_capacity;
    const struct results_group_row *group;
    uint16_t *origin; /* of the group's datums; null: not reported */
    uint32_t *insn_counts;
    uint64_t *insn_seqs;
    uint32_t insn_count;
};

struct tallier {
    struct html *html;
    struct tallies tallies;
    struct text thumbs; /* of tiles that differ, THUMB_CELLS classes each */
    unsigned face_rows;
    size_t room;
};

/* ---- values ---- */

static unsigned bit_length(uint64_t number)
{
    unsigned bits = 0;
    for (; number; number >>= 1)
        bits++;
    return bits;
}

static uint64_t distance_of(enum format format, uint32_t held, uint32_t replayed)
{
    const struct format_info *info = format_get(format);
    if (info && info->is_block)
        return format_ulps(format, held & 0xFF, held >> 8, replayed & 0xFF, replayed >> 8);
    return format_ulps(format, held, 0, replayed, 0);
}

static void tally_value(struct tallies *tallies, enum format format, uint32_t bits, bool is_different)
{
    const struct format_info *info = format_get(format);
    const uint32_t shared = info && info->is_block ? bits >> 8 & 0xFF : 0;
    if (!info)
        return;
    const struct value_parts parts = format_parts(format, info->is_block ? bits & 0xFF : bits, shared);
    uint64_t *counter = &tallies->zeros[is_different];
    if (parts.kind == VALUE_INFINITE)
        counter = &tallies->infinite[is_different];
    else if (parts.kind == VALUE_NAN)
        counter = &tallies->nans[is_different];
    else if (parts.significand)
        counter =
            &tallies->exponents[is_different][EXPONENT_ZERO + parts.exponent2 + (int)bit_length(parts.significand) - 1];
    (*counter)++;
}

/* A shared exponent's difference, as that of a datum of it. */
static struct tile_difference complete(const struct tile_writer *writer, const struct tile_difference *difference)
{
    struct tile_difference whole = *difference;
    const uint32_t replayed = difference->datum < writer->value_count ? writer->values[difference->datum] : 0;
    if (difference->is_exponent) {
        whole.held = difference->held << 8 | (replayed & 0xFF);
        whole.ulps = distance_of(writer->tile->format, whole.held, replayed);
    }
    return whole;
}

/* ---- bytes of a tile ---- */

static bool html_tiles_widen(struct tile_writer *writer, const struct results_block_row *row)
{
    if (mem_grow(&writer->wide, &writer->wide_capacity, row->count + 1u, sizeof *writer->wide))
        return false;
    for (uint32_t i = 0; i < row->count; i++)
        writer->wide[i] = number_at(row->values, row->value_bytes, i);
    return true;
}

/* The data of the group's last stage of datums beyond its values. */
static bool keep_last(struct tile_writer *writer, const struct results_block_row *row)
{
    const uint32_t from = writer->part->base + writer->group->first_datum;
    for (uint32_t i = 0; i < row->count && from + i < writer->value_count; i++)
        writer->values[from + i] = writer->wide[i];
    mem_free(writer->insn_counts);
    mem_free(writer->insn_seqs);
    writer->insn_counts = mem_calloc(row->insn_count + 1u, sizeof *writer->insn_counts);
    writer->insn_seqs = mem_calloc(row->insn_count + 1u, sizeof *writer->insn_seqs);
    if (!writer->insn_counts || !writer->insn_seqs)
        return false;
    memcpy(writer->insn_counts, row->counts, row->insn_count * sizeof *row->counts);
    memcpy(writer->insn_seqs, row->seqs, row->insn_count * sizeof *row->seqs);
    writer->insn_count = row->insn_count;
    if (!row->origin)
        return true;
    mem_free(writer->origin);
    writer->origin = mem_calloc(row->count + 1u, sizeof *writer->origin);
    if (writer->origin)
        memcpy(writer->origin, row->origin, row->count * sizeof *row->origin);
    return writer->origin != NULL;
}

/* A stage: number, format, bytes of a value, number of values, whether it changed any; then the values' planes, unless
 * they are as the stage before or not one for each datum that left. */
static enum tt_status html_tiles_take_block(void *user, const struct results_block_row *row)
{
    struct tile_writer *writer = user;
    const bool is_placed = row->count == writer->group->datums;
    struct text *blob = &writer->blob;
    NEED(html_tiles_widen(writer, row), writer->html->err, "no memory for the page");
    text_add_varint(blob, row->stage);
    text_add_varint(blob, row->format);
    text_add_varint(blob, row->value_bytes);
    text_add_varint(blob, row->count);
    text_add_varint(blob, row->is_changed);
    if (row->is_changed && is_placed)
        blob_planes(blob, writer->wide, row->count, row->value_bytes);
    if (is_placed && format_is_datum((enum format)row->format))
        NEED(keep_last(writer, row), writer->html->err, "no memory for the page");
    return TT_OK;
}

/* Which instruction each datum is of, and which cell of Dst. */
static void put_places(struct tile_writer *writer)
{
    struct text *blob = &writer->blob;
    const uint32_t datums = writer->group->datums;
    uint64_t last = 0;
    text_add_varint(blob, writer->insn_count);
    for (uint32_t i = 0; i < writer->insn_count; i++) {
        text_add_varint(blob, writer->insn_seqs[i] - last);
        text_add_varint(blob, writer->insn_counts[i]);
        last = writer->insn_seqs[i];
    }
    text_add_varint(blob, writer->origin != NULL);
    for (uint32_t i = 0, expected = 0; writer->origin && i < datums;) {
        uint32_t count = 1;
        const uint16_t cell = writer->origin[i];
        while (i + count < datums && writer->origin[i + count] == (cell == NO_CELL ? NO_CELL : cell + count))
            count++;
        blob_signed(blob, (int64_t)cell - (int64_t)expected);
        text_add_varint(blob, count);
        expected = cell + count;
        i += count;
    }
}

static enum tt_status put_group(struct tile_writer *writer, const struct results_group_row *group)
{
    writer->group = group;
    writer->insn_count = 0;
    mem_free(writer->origin);
    writer->origin = NULL;
    text_add_varint(&writer->blob, writer->part->instance);
    text_add_varint(&writer->blob, writer->part->base + group->first_datum);
    text_add_varint(&writer->blob, group->datums);
    enum tt_status status =
        results_blocks_in(writer->html->results, group, html_tiles_take_block, writer, writer->html->err);
    text_add_varint(&writer->blob, NO_STAGE);
    put_places(writer);
    return status;
}

/* Where datums lie in L1: stretches, neighbours as one. */
static void put_writes(struct tile_writer *writer)
{
    const struct data_tiles *tiles = &writer->html->tiles;
    const struct data_tile *tile = writer->tile;
    const struct format_info *info = format_get(tile->format);
    struct text stretches = {0};
    uint64_t count = 0;
    for (size_t p = 0; p < tile->part_count; p++) {
        const struct tile_part *part = &tiles->parts[tile->part_first + p];
        const struct tile_write *writes = &tiles->writes[part->write_first];
        for (size_t i = 0; i < part->write_count;) {
            const size_t first = i++;
            while (info && i < part->write_count && writes[i].lo == writes[i - 1].hi &&
                   (uint64_t)(writes[i].first_datum - writes[first].first_datum) * info->storage_bits ==
                       (uint64_t)(writes[i].lo - writes[first].lo) * 8)
                i++;
            text_add_varint(&stretches, part->base + writes[first].first_datum);
            text_add_varint(&stretches, writes[first].lo);
            text_add_varint(&stretches, writes[i - 1].hi - writes[first].lo);
            count++;
        }
    }
    text_add_varint(&writer->blob, count);
    text_add_bytes(&writer->blob, stretches.bytes, stretches.count);
    writer->blob.has_failed |= stretches.has_failed;
    text_clear(&stretches);
}

/* The datums, then the device's values, then the bits in which the replayed ones differ, then the distances: like
 * things stand side by side. */
static void put_differences(struct tile_writer *writer)
{
    const struct data_tile *tile = writer->tile;
    const struct tile_difference *differences = &writer->html->tiles.differences[tile->difference_first];
    uint32_t last = 0;
    text_add_varint(&writer->blob, tile->difference_count);
    for (size_t i = 0; i < tile->difference_count; i++) {
        text_add_varint(&writer->blob, differences[i].datum - last);
        last = differences[i].datum;
    }
    for (size_t i = 0; i < tile->difference_count; i++) {
        const struct tile_difference whole = complete(writer, &differences[i]);
        const uint32_t replayed = whole.datum < writer->value_count ? writer->values[whole.datum] : 0;
        text_add_varint(&writer->blob, whole.held ^ replayed);
    }
    for (size_t i = 0; i < tile->difference_count; i++) {
        const struct tile_difference whole = complete(writer, &differences[i]);
        text_add_varint(&writer->blob, whole.ulps == UINT64_MAX ? 0 : whole.ulps + 1);
    }
}

/* Which datums are tainted: how many after the last, how many of them. */
static void put_taint(struct tile_writer *writer)
{
    const struct data_tile *tile = writer->tile;
    uint32_t last = 0;
    text_add_varint(&writer->blob, tile->taint_count);
    for (size_t i = 0; i < tile->taint_count; i++) {
        const struct tile_taint *taint = &writer->html->tiles.taints[tile->taint_first + i];
        text_add_varint(&writer->blob, taint->datum - last);
        text_add_varint(&writer->blob, taint->count);
        last = taint->datum + taint->count;
    }
}

static enum tt_status html_tiles_write_tile(struct tile_writer *writer, const struct data_tile *tile)
{
    const struct data_tiles *tiles = &writer->html->tiles;
    enum tt_status status = TT_OK;
    writer->tile = tile;
    writer->blob.count = 0;
    writer->value_count = tile->datums;
    mem_free(writer->values);
    writer->values = mem_calloc(tile->datums + 1u, sizeof *writer->values);
    NEED(writer->values, writer->html->err, "no memory for the page");
    uint64_t groups = 0;
    for (size_t p = 0; p < tile->part_count; p++)
        groups += tiles->parts[tile->part_first + p].group_count;
    text_add_varint(&writer->blob, groups);
    for (size_t p = 0; !status && p < tile->part_count; p++) {
        writer->part = &tiles->parts[tile->part_first + p];
        for (size_t i = 0; !status && i < writer->part->group_count; i++)
            status = put_group(writer, &tiles->groups[writer->part->group_first + i]);
    }
    put_writes(writer);
    put_differences(writer);
    put_taint(writer);
    return status;
}

static void tile_writer_clear(struct tile_writer *writer)
{
    text_clear(&writer->blob);
    mem_free(writer->values);
    mem_free(writer->wide);
    mem_free(writer->origin);
    mem_free(writer->insn_counts);
    mem_free(writer->insn_seqs);
}

/* ---- a tile's line ---- */

/* By bits of the distance: 1 up to 1 (no more than bits that differ), 2 to 3, 4 to 15, 16 to 255, 256 to 4,095, to
 * 65,535, below 2^24, more; 9: infinite. The script draws classes in these colours: distanceClass() in values.js. */
static unsigned distance_class(uint64_t ulps)
{
    static const unsigned most[] = {1, 2, 4, 8, 12, 16, 24};
    const unsigned bits = bit_length(ulps);
    unsigned class = 1;
    if (ulps == UINT64_MAX)
        return 9;
    while (class <= sizeof most / sizeof most[0] && bits > most[class - 1])
        class ++;
    return class;
}

/* Rows of a face: as the packer's settings have it, where that gives faces. */
static unsigned rows_of_face(const struct data_tile *tile, unsigned setting)
{
    if (setting && setting <= FACE_COLUMNS) {
        const uint32_t face = setting * FACE_COLUMNS, faces = tile->datums / face;
        if (tile->datums % face == 0 && (faces == 1 || faces == 2 || faces == 4))
            return setting;
    }
    return FACE_COLUMNS;
}

/* The worst class in each of 16 by 16 parts of the picture. */
static void put_thumb(struct tallier *tallier, const struct tile_writer *writer, unsigned face_rows)
{
    const struct data_tile *tile = writer->tile;
    const struct tile_difference *differences = &tallier->html->tiles.differences[tile->difference_first];
    uint8_t cells[THUMB_CELLS] = {0};
    const uint32_t face = face_rows * FACE_COLUMNS, faces = (tile->datums + face - 1) / face;
    const uint32_t across = faces > 1 ? 2 : 1, rows = (faces + across - 1) / across * face_rows;
    const uint32_t columns = across * FACE_COLUMNS;
    assert(rows > 0); /* no data tile is without datums */
    for (size_t i = 0; i < tile->difference_count; i++) {
        const struct tile_difference whole = complete(writer, &differences[i]);
        const uint32_t nth = whole.datum / face, in_face = whole.datum % face;
        const uint32_t row = nth / across * face_rows + in_face / FACE_COLUMNS;
        const uint32_t column = nth % across * FACE_COLUMNS + in_face % FACE_COLUMNS;
        uint8_t *cell = &cells[row * THUMB_SIDE / rows % THUMB_SIDE * THUMB_SIDE + column * THUMB_SIDE / columns];
        const uint8_t class = (uint8_t)distance_class(whole.ulps);
        if (class > *cell)
            *cell = class;
    }
    text_add_bytes(&tallier->thumbs, cells, sizeof cells);
}

static void tally_tile(struct tallies *tallies, const struct tile_writer *writer, uint64_t *worst, bool *is_infinite)
{
    const struct data_tile *tile = writer->tile;
    const struct tile_difference *difference = &writer->html->tiles.differences[tile->difference_first];
    const struct tile_difference *end = difference + tile->difference_count;
    for (uint32_t i = 0; i < tile->datums; i++)
        tally_value(tallies, tile->format, writer->values[i], false);
    for (; difference < end; difference++) {
        const struct tile_difference whole = complete(writer, difference);
        if (whole.datum < writer->value_count)
            tally_value(tallies, tile->format, writer->values[whole.datum], true);
        *is_infinite |= whole.ulps == UINT64_MAX;
        if (whole.ulps != UINT64_MAX && whole.ulps > *worst)
            *worst = whole.ulps;
        tallies->distances[whole.ulps == UINT64_MAX ? DISTANCE_INFINITE : bit_length(whole.ulps)]++;
    }
}

/* The page's text about a tile; values, packed, may be null. */
static void html_tiles_put_line(struct tallier *tallier, const struct tile_writer *writer, uint64_t worst,
                                bool is_infinite, const char *values)
{
    const struct data_tile *tile = writer->tile;
    const unsigned face_rows = rows_of_face(tile, tallier->face_rows);
    struct report *out = &tallier->html->report;
    report_object_line(out, NULL);
    report_say(out, SAY("n", tile->number), SAY("p", tile->packer), SAY("datums", tile->datums),
               SAY("format", (uint64_t)tile->format), SAY("rows", face_rows), SAY("first", tile->first_seq),
               SAY("last", tile->last_seq), SAY("differ", tile->difference_count),
               SAY_IF("tainted", tile->tainted, tile->tainted));
    if (tile->difference_count) {
        report_say(out, SAY("worst", worst), SAY("infinite", is_infinite));
        put_thumb(tallier, writer, face_rows);
    }
    report_say(out, SAY_IF("data", values, values));
    report_close(out);
}

/* Counts a tile, and lists it if asked to; *has_values: with its values, if there is room. */
static enum tt_status html_tiles_put_tile(struct tallier *tallier, struct tile_writer *writer,
                                          const struct data_tile *tile, bool is_listed, bool *has_values)
{
    struct html *html = tallier->html;
    struct text text = {0};
    uint64_t worst = 0;
    bool is_infinite = false;
    TRY(html_tiles_write_tile(writer, tile));
    if (*has_values)
        TRY(blob_deflate(&writer->blob, &text, html->err));
    *has_values = *has_values && text.count <= tallier->room;
    tally_tile(&tallier->tallies, writer, &worst, &is_infinite);
    if (*has_values)
        tallier->room -= text.count;
    if (is_listed)
        html_tiles_put_line(tallier, writer, worst, is_infinite, *has_values ? (const char *)text.bytes : NULL);
    text_clear(&text);
    return TT_OK;
}

/* ---- all tiles ---- */

static void html_tiles_put_exponents(struct report *out, const struct tallies *tallies)
{
    report_object(out, "exponents");
    REPORT_EACH(out, "rows", i, EXPONENTS) {
        if (!tallies->exponents[0][i] && !tallies->exponents[1][i])
            continue;
        report_list_line(out, NULL);
        report_say(out, SAY(NULL, i - EXPONENT_ZERO), SAY(NULL, tallies->exponents[0][i]),
                   SAY(NULL, tallies->exponents[1][i]));
        report_close(out);
    }
    const struct {
        const char *name;
        const uint64_t *counts;
    } others[] = {{"zero", tallies->zeros}, {"infinite", tallies->infinite}, {"nan", tallies->nans}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        report_list_line(out, others[i].name);
        report_say(out, SAY(NULL, others[i].counts[0]), SAY(NULL, others[i].counts[1]));
        report_close(out);
    }
    report_close(out);
}

static void put_tallies(struct report *out, const struct tallies *tallies)
{
    REPORT_EACH_LINE(out, "distances", i, DISTANCES)
        report_say(out, SAY(NULL, tallies->distances[i]));
    html_tiles_put_exponents(out, tallies);
}

/* The packer's setting of rows a plane; 0: not known. */
static unsigned face_setting(const struct html *html)
{
    static const char suffix[] = "pack_reads_per_xy_plane";
    for (size_t i = 0; html->has_audit && i < html->audit.settings.count; i++) {
        const struct setting *setting = &html->audit.settings.items[i];
        if (strstr(setting->field->name, suffix))
            return setting->value;
    }
    return 0;
}

/* Data tiles that differ come first: others are listed, and their values stored, only in the remaining room. */
static enum tt_status put_each(struct tallier *tallier, struct tile_writer *writer)
{
    struct html *html = tallier->html;
    const struct data_tiles *tiles = &html->tiles;
    size_t different = 0, seen = 0, listed = 0;
    for (size_t i = 0; i < tiles->tile_count; i++)
        different += tiles->tiles[i].difference_count != 0;
    for (size_t i = 0; i < tiles->tile_count; i++) {
        const struct data_tile *tile = &tiles->tiles[i];
        const size_t to_come = tile->difference_count ? 0 : different - seen;
        const bool is_listed = listed + to_come < HTML_TILES;
        bool has_values = is_listed && tallier->room / HTML_TILE_BYTES > to_come;
        TRY(html_tiles_put_tile(tallier, writer, tile, is_listed, &has_values));
        seen += tile->difference_count != 0;
        listed += is_listed;
        html->summary->tiles_with_values += has_values;
    }
    html->summary->tiles = tiles->tile_count;
    return TT_OK;
}

enum tt_status html_put_tiles(struct html *html)
{
    struct tile_writer writer = {.html = html};
    struct tallier *tallier = mem_calloc(1, sizeof *tallier);
    NEED(tallier, html->err, "no memory for the page");
    tallier->html = html;
    tallier->face_rows = face_setting(html);
    tallier->room = html->options->value_bytes;
    report_list(&html->report, "tiles");
    enum tt_status status = put_each(tallier, &writer);
    report_close(&html->report);
    status = status ?: blob_put(html, "thumbs", &tallier->thumbs);
    text_clear(&tallier->thumbs);
    report_say(&html->report, SAY("tile_count", html->tiles.tile_count), SAY("left_out", html->tiles.left_out));
    put_tallies(&html->report, &tallier->tallies);
    tile_writer_clear(&writer);
    mem_free(tallier);
    return status;
}
