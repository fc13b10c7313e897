/* SPDX-License-Identifier: Apache-2.0 */
/* Output streams: bytes are collected and stored as aligned blocks of 16 (P-9.8). The bytes of a PACR are reported to a
 * probe at that PACR, also those that still wait for the rest of their block. */
#include "tile/pack/pack_internal.h"

#include "l1_findings.h"

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

static void l1_write_report(struct tile *tile, const struct packer *self, enum access_stream stream, uint32_t addr,
                            const uint8_t *bytes, uint32_t count, uint32_t first_datum)
{
    if (count && tile->cores)
        cores_unit_touches(tile, TT_UNIT_PACK, addr, addr + count, true);
    if (!tile_places_probed(tile) || !count)
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

static void l1_write_store(struct tile *tile, uint32_t addr, const uint8_t *bytes, uint32_t count)
{
    const uint32_t size = tile->chip->l1_bytes;
    if (addr >= size)
        return;
    const uint32_t within = count <= size - addr ? count : size - addr;
    tile_l1_written(tile, addr, within);
    memcpy(&tile->state.l1[addr], bytes, within);
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
        l1_write_store(tile, addr - open, stream->held, PACK_STREAM_BLOCK);
        addr += space;
        bytes += space;
        count -= space;
    }
    const uint32_t rest = count % PACK_STREAM_BLOCK, whole = count - rest;
    if (whole)
        l1_write_store(tile, addr, bytes, whole);
    if (rest)
        memcpy(stream->held, bytes + whole, rest);
}

void pack_stream_append(const struct pack_settings *set, struct packer *self, struct pack_stream *stream,
                        struct tile *tile, const uint8_t *bytes, uint32_t count, uint32_t first_datum)
{
    if (!count)
        return;
    if (tile_probed(tile, PROBE_ACCESS | PROBE_PLACES | PROBE_FINDING))
        l1_write_report(tile, self, stream_name(self, stream), stream->addr, bytes,
                        within_l1(tile, self, stream->addr, count), first_datum);
    if (set->writes_through)
        l1_write_store(tile, stream->addr, bytes, count);
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
    l1_write_report(tile, self, ACCESS_PACK_PADDING, stream->addr, zeros, within_l1(tile, self, stream->addr, missing),
                    self->datums);
    if (set->writes_through) {
        l1_write_store(tile, stream->addr, zeros, missing);
    } else {
        memset(&stream->held[open], 0, missing);
        l1_write_store(tile, stream->addr - open, stream->held, PACK_STREAM_BLOCK);
    }
    self->tile_bytes += missing;
}

void pack_write_bytes(const struct pack_settings *set, struct packer *self, struct pack_block *block,
                      const uint8_t *bytes)
{
    const uint32_t datums = set->is_block ? PACK_GROUP : 1;
    if (set->is_block)
        pack_stream_append(set, self, &self->exponents, block->tile, block->exponents, block->group_count,
                           self->datums);
    if (set->compresses)
        pack_compression_append(set, self, block->tile, bytes, datums * set->datum_bits / 8, block->count / datums,
                                datums);
    else
        pack_stream_append(set, self, &self->data, block->tile, bytes, block->count * set->datum_bits / 8,
                           self->datums);
    self->datums += block->count;
    block->packed += block->count;
}

void pack_l1_write(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    uint8_t bytes[PACK_BLOCK_MAX * sizeof(uint32_t)];
    pack_store_datums(block->values, block->count, set->datum_bits, bytes);
    pack_write_bytes(set, self, block, bytes);
}
