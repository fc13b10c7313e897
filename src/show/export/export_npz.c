/* SPDX-License-Identifier: Apache-2.0 */
/* ZIP (PKWARE's APPNOTE 6.3.10, sections 4.3.7, 4.3.12, 4.3.16) without compression and with fixed times, so that the
 * same run gives the same bytes. */
#include "show/export/export_npz.h"

#include "base/little.h"

#include <errno.h>
#include <string.h>
#include <zlib.h>

enum { LOCAL_BYTES = 30, CENTRAL_BYTES = 46, END_BYTES = 22, NAME_MAX_BYTES = 32 };
enum { LOCAL_SIGN = 0x04034B50, CENTRAL_SIGN = 0x02014B50, END_SIGN = 0x06054B50, VERSION = 20, FIRST_DAY = 0x21 };

/* "bits.npy" */
static uint16_t member_name(const struct npz_member *member, char name[static NAME_MAX_BYTES])
{
    return (uint16_t)snprintf(name, NAME_MAX_BYTES, "%s.npy", member->name);
}

/* The common part of local and central headers, from the version that is needed on: 26 bytes. */
static void put_common(uint8_t *to, const struct npz_member *member, uint16_t name_bytes)
{
    memset(to, 0, 26);
    store_u16(to, VERSION);
    store_u16(to + 8, FIRST_DAY);
    store_u32(to + 10, member->crc);
    store_u32(to + 14, member->bytes);
    store_u32(to + 18, member->bytes);
    store_u16(to + 22, name_bytes);
}

static void put_local(FILE *out, const struct npz_member *member)
{
    char name[NAME_MAX_BYTES];
    uint8_t header[LOCAL_BYTES];
    const uint16_t length = member_name(member, name);
    store_u32(header, LOCAL_SIGN);
    put_common(header + 4, member, length);
    (void)fwrite(header, 1, sizeof header, out);
    (void)fwrite(name, 1, length, out);
}

void npz_begin(struct npz *npz, const char *name)
{
    FILE *out = npz->exporter->out;
    struct npz_member *member = &npz->members[npz->count];
    const off_t at = ftello(out);
    *member = (struct npz_member){.name = name, .at = (uint32_t)at};
    npz->elements = npz->bytes = 0;
    npz->crc = (uint32_t)crc32(0, NULL, 0);
    npz->used = 0;
    put_local(out, member);
    npy_begin(out);
}

static void export_npz_flush(struct npz *npz)
{
    npz->crc = (uint32_t)crc32(npz->crc, npz->buffer, (uInt)npz->used);
    (void)fwrite(npz->buffer, 1, npz->used, npz->exporter->out);
    npz->bytes += npz->used;
    npz->used = 0;
}

static uint8_t *export_npz_room(struct npz *npz)
{
    if (npz->used > NPZ_BUFFER - NPY_ELEMENT_MAX)
        export_npz_flush(npz);
    npz->elements++;
    return &npz->buffer[npz->used];
}

void npz_put_bits(struct npz *npz, enum npy_type type, uint64_t bits)
{
    uint8_t *to = export_npz_room(npz);
    npz->used += npy_encode_bits(to, type, bits);
}

void npz_put_value(struct npz *npz, enum npy_type type, enum format format, uint32_t bits)
{
    uint8_t *to = export_npz_room(npz);
    npz->used += npy_encode_value(to, type, format, bits);
}

void npz_put_number(struct npz *npz, enum npy_type type, double number)
{
    uint8_t *to = export_npz_room(npz);
    npz->used += npy_encode_number(to, type, number);
}

static enum tt_status export_npz_cannot_write(const struct npz *npz)
{
    return tt_fail(npz->exporter->err, TT_IO, "%s: cannot be written: %s", npz->exporter->request->path,
                   strerror(errno));
}

enum tt_status npz_end(struct npz *npz, enum npy_type type, uint64_t row)
{
    FILE *out = npz->exporter->out;
    struct npz_member *member = &npz->members[npz->count];
    char header[NPY_HEADER_BYTES];
    export_npz_flush(npz);
    if (member->at + npz->bytes > UINT32_MAX - (1u << 16))
        return tt_fail(npz->exporter->err, TT_UNSUPPORTED,
                       "%s: more than 4 GiB, which a .npz is not made of here; "
                       "a .npy or .csv may have any size",
                       npz->exporter->request->path);
    npy_header(header, type, &(struct npy_shape){npz->elements, row, 0});
    const uLong crc = crc32(crc32(0, NULL, 0), (const Bytef *)header, sizeof header);
    member->crc = (uint32_t)crc32_combine(crc, npz->crc, (z_off_t)npz->bytes);
    member->bytes = (uint32_t)(npz->bytes + sizeof header);
    npz->count++;
    if (fseeko(out, (off_t)member->at, SEEK_SET))
        return export_npz_cannot_write(npz);
    put_local(out, member);
    if (fwrite(header, 1, sizeof header, out) != sizeof header || fseeko(out, 0, SEEK_END))
        return export_npz_cannot_write(npz);
    return TT_OK;
}

enum tt_status npz_finish(struct npz *npz)
{
    FILE *out = npz->exporter->out;
    const off_t at = ftello(out);
    uint8_t end[END_BYTES] = {0};
    for (unsigned i = 0; i < npz->count; i++) {
        char name[NAME_MAX_BYTES];
        uint8_t header[CENTRAL_BYTES] = {0};
        const uint16_t length = member_name(&npz->members[i], name);
        store_u32(header, CENTRAL_SIGN);
        store_u16(header + 4, VERSION);
        put_common(header + 6, &npz->members[i], length);
        store_u32(header + 42, npz->members[i].at);
        (void)fwrite(header, 1, sizeof header, out);
        (void)fwrite(name, 1, length, out);
    }
    const off_t behind = ftello(out);
    if (at < 0 || behind < 0)
        return export_npz_cannot_write(npz);
    store_u32(end, END_SIGN);
    store_u16(end + 8, (uint16_t)npz->count);
    store_u16(end + 10, (uint16_t)npz->count);
    store_u32(end + 12, (uint32_t)(behind - at));
    store_u32(end + 16, (uint32_t)at);
    if (fwrite(end, 1, sizeof end, out) != sizeof end)
        return export_npz_cannot_write(npz);
    (void)snprintf(npz->exporter->summary->what, sizeof npz->exporter->summary->what, "%u arrays", npz->count);
    return TT_OK;
}
