/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers the groups, writes and differences of the packers, and joins those of one data tile. */
#include "ask/diff/data_tiles.h"

#include "base/search.h"
#include "numeric/bfp.h"

enum { TILE_DATUMS_MAX = 4096, PART_DATUMS_MAX = 1 << 24 };

/* In the order of the run, before it is known which data tile they belong to. */
struct raw_write {
    uint8_t instance;
    uint32_t tile;
    struct tile_write write;
};
struct raw_difference {
    uint8_t instance;
    uint32_t tile;
    struct tile_difference difference;
};

struct tiles_gatherer {
    struct data_tiles *tiles;
    struct raw_write *writes;
    size_t write_count, write_capacity;
    struct raw_difference *differences;
    size_t difference_count, difference_capacity;
    struct tt_error *err;
};

void data_tiles_clear(struct data_tiles *tiles)
{
    mem_free(tiles->groups);
    mem_free(tiles->writes);
    mem_free(tiles->parts);
    mem_free(tiles->tiles);
    mem_free(tiles->differences);
    mem_free(tiles->taints);
    diff_clear(&tiles->diff);
    *tiles = (struct data_tiles){0};
}

static enum tt_status data_tiles_no_memory(struct tt_error *err)
{
    return tt_fail(err, TT_NO_MEMORY, "no memory for the data tiles");
}

/* ---- rows of the database ---- */

static enum tt_status data_tiles_take_group(void *user, const struct results_group_row *row)
{
    struct tiles_gatherer *gatherer = user;
    struct data_tiles *tiles = gatherer->tiles;
    if (row->datums == 0)
        return TT_OK;
    if ((uint64_t)row->first_datum + row->datums > PART_DATUMS_MAX)
        return tt_fail(gatherer->err, TT_UNSUPPORTED,
                       "packer %u: data tile %" PRIu32 " goes on beyond %d datums, which is too large to show",
                       row->instance, row->tile, PART_DATUMS_MAX);
    return MEM_PUSH(tiles->groups, tiles->group_count, tiles->group_capacity, *row)
               ? TT_OK
               : data_tiles_no_memory(gatherer->err);
}

static enum tt_status data_tiles_take_write(void *user, const struct results_access_row *row)
{
    struct tiles_gatherer *gatherer = user;
    if (!row->of.is_write || row->of.space != TT_SPACE_L1 || row->of.unit != TT_UNIT_PACK ||
        row->of.stream != ACCESS_PACK_DATA)
        return TT_OK;
    const struct raw_write write = {row->of.instance, row->of.tile, {row->of.first_datum, row->of.lo, row->of.hi}};
    return MEM_PUSH(gatherer->writes, gatherer->write_count, gatherer->write_capacity, write)
               ? TT_OK
               : data_tiles_no_memory(gatherer->err);
}

static enum tt_status take_difference(void *user, const struct diff_item *item)
{
    struct tiles_gatherer *gatherer = user;
    if (item->part != DIFF_DATUM && item->part != DIFF_SHARED_EXPONENT)
        return TT_OK;
    if (gatherer->difference_count >= TILE_DIFFERENCES_MAX) {
        gatherer->tiles->left_out++;
        return TT_OK;
    }
    const bool is_exponent = item->part == DIFF_SHARED_EXPONENT;
    const size_t count = is_exponent ? item->datum_count : 1;
    if (mem_grow(&gatherer->differences, &gatherer->difference_capacity, gatherer->difference_count + count,
                 sizeof *gatherer->differences))
        return data_tiles_no_memory(gatherer->err);
    for (uint32_t i = 0; i < count; i++)
        gatherer->differences[gatherer->difference_count++] = (struct raw_difference){
            item->instance,
            item->tile,
            {item->datum + i, is_exponent, item->held, is_exponent ? 0 : item->ulps},
        };
    return TT_OK;
}

static enum tt_status data_tiles_gather(struct tiles_gatherer *gatherer, struct results *results, size_t limit)
{
    const struct diff_visitor visitor = {gatherer, take_difference};
    TRY(results_each_group(results, TT_UNIT_PACK, data_tiles_take_group, gatherer, gatherer->err));
    if (gatherer->tiles->group_count)
        TRY(results_each_access(results, 0, INT64_MAX, data_tiles_take_write, gatherer, gatherer->err));
    return diff_make_each(&gatherer->tiles->diff, results, limit, &visitor, gatherer->err);
}

/* ---- in order ---- */

/* By the packer that numbered them: parts and what is of them. */
#define OF_PACKER (RISING(tile) ?: RISING(instance))
ORDER(by_packer, struct tile_part, OF_PACKER)

ORDER(by_group, struct results_group_row, OF_PACKER ?: RISING(id))

ORDER(by_write, struct raw_write, OF_PACKER ?: RISING(write.first_datum))

/* tile: here the index of the data tile. */
ORDER(data_tiles_by_datum, struct raw_difference,
      RISING(tile) ?: RISING(difference.datum) ?: RISING(difference.is_exponent))

/* ---- parts ---- */

static void extend_part(struct tile_part *part, const struct results_group_row *group)
{
    const uint32_t end = group->first_datum + group->datums;
    part->group_count++;
    part->datums = part->datums > end ? part->datums : end;
    if (group->first_seq < part->first_seq)
        part->first_seq = group->first_seq;
    if (group->last_seq > part->last_seq)
        part->last_seq = group->last_seq;
}

static enum tt_status make_parts(struct tiles_gatherer *gatherer)
{
    struct data_tiles *tiles = gatherer->tiles;
    if (tiles->group_count)
        qsort(tiles->groups, tiles->group_count, sizeof *tiles->groups, by_group);
    tiles->parts = mem_calloc(tiles->group_count + 1, sizeof *tiles->parts);
    if (!tiles->parts)
        return data_tiles_no_memory(gatherer->err);
    for (size_t i = 0; i < tiles->group_count; i++) {
        const struct results_group_row *group = &tiles->groups[i];
        struct tile_part *part = tiles->part_count ? &tiles->parts[tiles->part_count - 1] : NULL;
        if (!part || part->tile != group->tile || part->instance != group->instance) {
            part = &tiles->parts[tiles->part_count++];
            *part = (struct tile_part){.instance = group->instance,
                                       .tile = group->tile,
                                       .format = (enum format)group->format,
                                       .first_seq = group->first_seq,
                                       .last_seq = group->last_seq,
                                       .group_first = i};
        }
        extend_part(part, group);
    }
    return TT_OK;
}

static enum tt_status place_writes(struct tiles_gatherer *gatherer)
{
    struct data_tiles *tiles = gatherer->tiles;
    if (gatherer->write_count)
        qsort(gatherer->writes, gatherer->write_count, sizeof *gatherer->writes, by_write);
    tiles->writes = mem_calloc(gatherer->write_count + 1, sizeof *tiles->writes);
    if (!tiles->writes)
        return data_tiles_no_memory(gatherer->err);
    size_t at = 0;
    for (size_t i = 0; i < tiles->part_count; i++) {
        struct tile_part *part = &tiles->parts[i];
        while (at < gatherer->write_count && by_packer(&(struct tile_part){.tile = gatherer->writes[at].tile,
                                                                           .instance = gatherer->writes[at].instance},
                                                       part) < 0)
            at++;
        part->write_first = tiles->write_count;
        for (; at < gatherer->write_count && gatherer->writes[at].tile == part->tile &&
               gatherer->writes[at].instance == part->instance;
             at++)
            tiles->writes[tiles->write_count++] = gatherer->writes[at].write;
        part->write_count = tiles->write_count - part->write_first;
    }
    return TT_OK;
}

/* ---- tiles ---- */

/* Bit address of the first datum of the data tile that a part belongs to; false where it is not known. */
static bool part_start(const struct data_tiles *tiles, const struct tile_part *part, int64_t *start)
{
    const struct format_info *info = format_get(part->format);
    if (!part->write_count || !info || !info->storage_bits)
        return false;
    const struct tile_write *write = &tiles->writes[part->write_first];
    *start = (int64_t)write->lo * 8 - (int64_t)write->first_datum * info->storage_bits;
    return true;
}

/* Parts of one number that the same instruction began and that lie side by side in L1 are one data tile, as
 * insn_trace_base() has it. */
static bool is_share(const struct data_tiles *tiles, const struct tile_part *first, const struct tile_part *part,
                     uint32_t *base)
{
    int64_t from = 0, start = 0;
    if (part->tile != first->tile || part->first_seq != first->first_seq || part->format != first->format ||
        !part_start(tiles, first, &from) || !part_start(tiles, part, &start) || start < from)
        return false;
    const int64_t datums = (start - from) / format_get(part->format)->storage_bits;
    *base = (uint32_t)datums;
    return datums > 0 && datums < TILE_DATUMS_MAX && datums % BFP_GROUP == 0;
}

static enum tt_status make_tiles(struct tiles_gatherer *gatherer)
{
    struct data_tiles *tiles = gatherer->tiles;
    tiles->tiles = mem_calloc(tiles->part_count + 1, sizeof *tiles->tiles);
    if (!tiles->tiles)
        return data_tiles_no_memory(gatherer->err);
    for (size_t i = 0; i < tiles->part_count; i++) {
        struct tile_part *part = &tiles->parts[i];
        struct data_tile *tile = tiles->tile_count ? &tiles->tiles[tiles->tile_count - 1] : NULL;
        if (!tile || !is_share(tiles, &tiles->parts[tile->part_first], part, &part->base)) {
            part->base = 0;
            tile = &tiles->tiles[tiles->tile_count++];
            *tile = (struct data_tile){.number = part->tile,
                                       .packer = part->instance,
                                       .part_first = i,
                                       .format = part->format,
                                       .first_seq = part->first_seq,
                                       .last_seq = part->last_seq};
        }
        tile->part_count++;
        if (part->base + part->datums > tile->datums)
            tile->datums = part->base + part->datums;
        if (part->last_seq > tile->last_seq)
            tile->last_seq = part->last_seq;
    }
    return TT_OK;
}

/* The data tile that a packer numbered so: its index; tile_count: there is none. */
static size_t find_tile(const struct data_tiles *tiles, uint32_t number, uint8_t instance)
{
    const struct tile_part *parts = tiles->parts, sought = {.tile = number, .instance = instance};
    const size_t at = SEARCH_FIRST(tiles->tiles, tiles->tile_count,
                                   by_packer(&parts[item->part_first + item->part_count - 1], &sought) < 0);
    return at < tiles->tile_count && tiles->tiles[at].number == number ? at : tiles->tile_count;
}

static enum tt_status place_differences(struct tiles_gatherer *gatherer)
{
    struct data_tiles *tiles = gatherer->tiles;
    struct raw_difference *raw = gatherer->differences;
    tiles->differences = mem_calloc(gatherer->difference_count + 1, sizeof *tiles->differences);
    if (!tiles->differences)
        return data_tiles_no_memory(gatherer->err);
    for (size_t i = 0; i < gatherer->difference_count; i++)
        raw[i].tile = (uint32_t)find_tile(tiles, raw[i].tile, raw[i].instance);
    if (gatherer->difference_count)
        qsort(raw, gatherer->difference_count, sizeof *raw, data_tiles_by_datum);
    for (size_t i = 0; i < gatherer->difference_count && raw[i].tile < tiles->tile_count; i++) {
        if (i && raw[i].tile == raw[i - 1].tile && raw[i].difference.datum == raw[i - 1].difference.datum)
            continue;
        struct data_tile *tile = &tiles->tiles[raw[i].tile];
        if (!tile->difference_count)
            tile->difference_first = tiles->difference_count;
        tile->difference_count++;
        tiles->differences[tiles->difference_count++] = raw[i].difference;
    }
    return TT_OK;
}

enum tt_status data_tiles_make(struct data_tiles *tiles, struct results *results, size_t limit, struct tt_error *err)
{
    *tiles = (struct data_tiles){0};
    struct tiles_gatherer gatherer = {.tiles = tiles, .err = err};
    enum tt_status status = data_tiles_gather(&gatherer, results, limit);
    status = status ?: make_parts(&gatherer);
    status = status ?: place_writes(&gatherer);
    status = status ?: make_tiles(&gatherer);
    status = status ?: place_differences(&gatherer);
    mem_free(gatherer.writes);
    mem_free(gatherer.differences);
    return status;
}
