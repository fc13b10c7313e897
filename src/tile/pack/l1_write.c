/* SPDX-License-Identifier: Apache-2.0 */
/* Output streams: bytes are collected and stored as aligned blocks of 16 (P-9.8). A probe is told of the bytes
 * of a PACR at that PACR, also of those that still wait for the rest of their block. */
#include "base/little.h"
#include "tile/pack/pack_internal.h"

#include <string.h>

static enum access_stream stream_name(const struct packer *self, const struct pack_stream *stream)
{
    if (stream == &self->data)
        return ACCESS_PACK_DATA;
    return stream == &self->exponents ? ACCESS_PACK_EXPONENT : ACCESS_PACK_ROW_START;
}

/* Bytes of [addr, addr + count) that lie within L1; a finding if that is not all. */
static uint32_t within_l1(struct tile *tile, const struct packer *self, uint32_t addr, uint32_t count)
{
    const uint32_t size = tile->chip->l1_bytes;
    if (pack_fits_l1(tile, addr, count))
        return count;
    tile_finding(tile, FINDING_L1_OUT_OF_RANGE, TT_UNIT_PACK, packer_number(tile, self),
                 "%u bytes at %#x do not lie within the %u bytes of L1; what lies beyond is dropped", (unsigned)count,
                 (unsigned)addr, (unsigned)size);
    return addr < size ? size - addr : 0;
}

static void tell(struct tile *tile, const struct packer *self, enum access_stream stream, uint32_t addr,
                 const uint8_t *bytes, uint32_t count, uint32_t first_datum)
{
    if (!tile_probed(tile, PROBE_ACCESS) || !count)
        return;
    const struct probe_access access = {
        .space = TT_SPACE_L1,
        .unit = TT_UNIT_PACK,
        .instance = (uint8_t)packer_number(tile, self),
        .stream = stream,
        .is_write = true,
        .lo = addr,
        .hi = addr + count,
        .before = &tile->state.l1[addr],
        .after = bytes,
        .tile = self->tile,
        .first_datum = first_datum,
    };
    tile->probe->access(tile->probe->user, &access);
}

static void store(struct tile *tile, uint32_t addr, const uint8_t *bytes, uint32_t count)
{
    const uint32_t size = tile->chip->l1_bytes;
    if (addr >= size)
        return;
    memcpy(&tile->state.l1[addr], bytes, count <= size - addr ? count : size - addr);
}

/* Fills the open block first, then stores whole blocks, and keeps the rest. */
static void collect(struct tile *tile, struct pack_stream *stream, const uint8_t *bytes, uint32_t count)
{
    const uint32_t open = stream->addr % PACK_STREAM_BLOCK, space = PACK_STREAM_BLOCK - open;
    uint32_t addr = stream->addr;
    if (count < space) {
        memcpy(&stream->held[open], bytes, count);
        return;
    }
    if (open) {
        memcpy(&stream->held[open], bytes, space);
        store(tile, addr - open, stream->held, PACK_STREAM_BLOCK);
        addr += space;
        bytes += space;
        count -= space;
    }
    const uint32_t rest = count % PACK_STREAM_BLOCK, whole = count - rest;
    if (whole)
        store(tile, addr, bytes, whole);
    if (rest)
        memcpy(stream->held, bytes + whole, rest);
}

void pack_stream_append(const struct pack_settings *set, struct packer *self, struct pack_stream *stream,
                        struct tile *tile, const uint8_t *bytes, uint32_t count, uint32_t first_datum)
{
    if (!count)
        return;
    if (tile_probed(tile, PROBE_ACCESS | PROBE_FINDING))
        tell(tile, self, stream_name(self, stream), stream->addr, bytes, within_l1(tile, self, stream->addr, count),
             first_datum);
    if (set->writes_through)
        store(tile, stream->addr, bytes, count);
    else
        collect(tile, stream, bytes, count);
    stream->addr += count;
    self->tile_bytes += count;
}

/* The padding always is plain zeros, also under accumulation. The stream's address stays before it: that is what
 * recordings show. */
void pack_stream_close(const struct pack_settings *set, struct packer *self, struct pack_stream *stream,
                       struct tile *tile)
{
    static const uint8_t zeros[PACK_STREAM_BLOCK] = {0};
    const uint32_t open = stream->addr % PACK_STREAM_BLOCK, missing = PACK_STREAM_BLOCK - open;
    if (!stream->is_placed || !open)
        return;
    tell(tile, self, ACCESS_PACK_PADDING, stream->addr, zeros, within_l1(tile, self, stream->addr, missing),
         self->datums);
    if (set->writes_through) {
        store(tile, stream->addr, zeros, missing);
    } else {
        memset(&stream->held[open], 0, missing);
        store(tile, stream->addr - open, stream->held, PACK_STREAM_BLOCK);
    }
    self->tile_bytes += missing;
}

/* The datums as L1 holds them: as they stand in the block where that is the same, else made. */
static const uint8_t *data_bytes(const struct pack_settings *set, const struct pack_block *block, uint8_t *made)
{
    if (!block->is_narrow) {
        if (set->datum_bits == 32 && !HOST_IS_BIG_ENDIAN)
            return (const uint8_t *)block->values;
        set->store(block->values, block->count, made);
        return made;
    }
    if (set->datum_bits == 16 && !HOST_IS_BIG_ENDIAN)
        return (const uint8_t *)block->halves;
    if (set->datum_bits == 16)
        copy_numbers(made, block->halves, block->count, sizeof *block->halves);
    else
        set->narrow.store(block->halves, block->count, made);
    return made;
}

static void append_data(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    uint8_t made[PACK_BLOCK_MAX * sizeof(uint32_t)];
    const uint8_t *bytes = data_bytes(set, block, made);
    const uint32_t count = block->count * set->datum_bits / 8;
    if (!set->compresses) {
        pack_stream_append(set, self, &self->data, block->tile, bytes, count, self->datums);
        return;
    }
    const uint32_t datums = set->is_block ? PACK_GROUP : 1;
    pack_compression_append(set, self, block->tile, bytes, datums * set->datum_bits / 8, block->count / datums, datums);
}

/* The commonest way to L1: values of 16 bits as they stand, to where nothing waits, and nobody looks. False: another.
 */
static bool append_whole_blocks(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    struct pack_stream *stream = &self->data;
    const uint32_t count = block->count * (uint32_t)sizeof *block->halves;
    if (!block->is_narrow || set->datum_bits != 16 || set->compresses || tile_probed(block->tile, PROBE_ACCESS) ||
        (stream->addr | count) % PACK_STREAM_BLOCK || !pack_fits_l1(block->tile, stream->addr, count))
        return false;
    copy_numbers(&block->tile->state.l1[stream->addr], block->halves, block->count, sizeof *block->halves);
    stream->addr += count;
    self->tile_bytes += count;
    return true;
}

void pack_l1_write(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    if (set->is_block)
        pack_stream_append(set, self, &self->exponents, block->tile, block->exponents, block->group_count,
                           self->datums);
    if (!append_whole_blocks(set, self, block))
        append_data(set, self, block);
    self->datums += block->count;
    block->packed += block->count;
}
