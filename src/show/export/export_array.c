/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's file format, version 1.0: a header in one line, then the elements, little-endian, row by row. Values are
 * exact: no format has more than 24 significant bits, but for integers, which stay integers. Around the arrays of a
 * .npz stands ZIP (PKWARE's APPNOTE 6.3.10, sections 4.3.7, 4.3.12, 4.3.16) without compression and with fixed times,
 * so that the same run gives the same bytes. */
#include "show/export/export_array.h"

#include "base/little.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <zlib.h>

enum { MAGIC_BYTES = 8, LENGTH_BYTES = 2, HEADER_BYTES = 128, ELEMENT_MAX = 8, DIMENSIONS_MAX = 64 };
enum { LOCAL_BYTES = 30, CENTRAL_BYTES = 46, END_BYTES = 22, NAME_MAX_BYTES = 32 };
enum { LOCAL_SIGN = 0x04034B50, CENTRAL_SIGN = 0x02014B50, END_SIGN = 0x06054B50, VERSION = 20, FIRST_DAY = 0x21 };

static const struct {
    const char *code, *name;
    unsigned bytes;
} types[NPY_TYPES] = {
    [NPY_U1] = {"|u1", "uint8", 1},  [NPY_U2] = {"<u2", "uint16", 2},  [NPY_U4] = {"<u4", "uint32", 4},
    [NPY_U8] = {"<u8", "uint64", 8}, [NPY_I1] = {"|i1", "int8", 1},    [NPY_I2] = {"<i2", "int16", 2},
    [NPY_I4] = {"<i4", "int32", 4},  [NPY_F4] = {"<f4", "float32", 4}, [NPY_F8] = {"<f8", "float64", 8},
    [NPY_BOOL] = {"|b1", "bool", 1},
};

enum npy_type npy_raw_type(unsigned bits)
{
    if (bits <= 8)
        return NPY_U1;
    return bits <= 16 ? NPY_U2 : NPY_U4;
}

enum npy_type npy_type_of(enum format format)
{
    const struct format_info *info = format_get(format);
    if (!info)
        return NPY_U4;
    if (!info->is_integer)
        return NPY_F4;
    if (info->mantissa_bits == info->storage_bits) /* without sign */
        return npy_raw_type(info->storage_bits);
    if (info->storage_bits <= 8)
        return NPY_I1;
    return info->storage_bits <= 16 ? NPY_I2 : NPY_I4;
}

bool npy_is_beyond(enum format format, uint32_t bits)
{
    const struct format_info *info = format_get(format);
    if (!info || !info->is_block)
        return false;
    const struct value_parts parts = format_parts(format, bits & 0xFF, bits >> 8 & 0xFF);
    return parts.kind == VALUE_FINITE && isinf((float)ldexp((double)parts.significand, parts.exponent2));
}

/* ---- elements ---- */

static void array_flush(struct array_file *file)
{
    if (file->exporter->kind == EXPORT_NPZ)
        file->crc = (uint32_t)crc32(file->crc, file->buffer, (uInt)file->used);
    (void)fwrite(file->buffer, 1, file->used, file->exporter->out);
    file->bytes += file->used;
    file->used = 0;
}

void array_put_bits(struct array_file *file, enum npy_type type, uint64_t bits)
{
    if (file->used > ARRAY_BUFFER - ELEMENT_MAX)
        array_flush(file);
    file->elements++;
    store_u64(&file->buffer[file->used], bits);
    file->used += types[type].bytes;
}

void array_put_number(struct array_file *file, enum npy_type type, double number)
{
    const float narrow = (float)number;
    uint64_t bits = 0;
    uint32_t narrow_bits;
    memcpy(&narrow_bits, &narrow, sizeof narrow);
    if (type == NPY_F8)
        memcpy(&bits, &number, sizeof bits);
    else /* a float may be beyond every integer */
        bits = type == NPY_F4 ? narrow_bits : (uint32_t)(int64_t)number;
    array_put_bits(file, type, bits);
}

void array_put_value(struct array_file *file, enum npy_type type, enum format format, uint32_t bits)
{
    const struct format_info *info = format_get(format);
    if (!info || type == NPY_U1 || type == NPY_U2 || type == NPY_U4 ||
        format == FORMAT_FP32) { /* as it is, whatever kind of NaN */
        array_put_bits(file, type, bits);
        return;
    }
    const struct value_parts parts =
        format_parts(format, info->is_block ? bits & 0xFF : bits, info->is_block ? bits >> 8 & 0xFF : 0);
    if (type != NPY_F4 && type != NPY_F8) {
        const int64_t number = parts.is_negative ? -(int64_t)parts.significand : (int64_t)parts.significand;
        array_put_bits(file, type, (uint32_t)number);
        return;
    }
    const double number = parts.kind == VALUE_INFINITE ? INFINITY
                          : parts.kind == VALUE_NAN    ? NAN
                                                       : ldexp((double)parts.significand, parts.exponent2);
    array_put_number(file, type, parts.is_negative ? -number : number);
}

/* ---- an array ---- */

/* The common part of local and central headers, from the version that is needed on: 26 bytes; the name, and its
 * length. */
static uint16_t put_common(uint8_t *to, const struct array_file *file, unsigned nth, char name[static NAME_MAX_BYTES])
{
    const int length = snprintf(name, NAME_MAX_BYTES, "%s.npy", file->members[nth].name);
    memset(to, 0, 26);
    store_u16(to, VERSION);
    store_u16(to + 8, FIRST_DAY);
    store_u32(to + 10, file->members[nth].crc);
    store_u32(to + 14, file->members[nth].bytes);
    store_u32(to + 18, file->members[nth].bytes);
    store_u16(to + 22, (uint16_t)length);
    return (uint16_t)length;
}

/* What stands ahead of an array: nothing in a .npy. */
static void put_local(const struct array_file *file)
{
    FILE *out = file->exporter->out;
    char name[NAME_MAX_BYTES];
    uint8_t header[LOCAL_BYTES];
    if (file->exporter->kind != EXPORT_NPZ)
        return;
    const uint16_t length = put_common(header + 4, file, file->count, name);
    store_u32(header, LOCAL_SIGN);
    (void)fwrite(header, 1, sizeof header, out);
    (void)fwrite(name, 1, length, out);
}

void array_begin(struct array_file *file, const char *name)
{
    static const char room[HEADER_BYTES];
    FILE *out = file->exporter->out;
    file->members[file->count].name = name;
    file->members[file->count].at = (uint32_t)ftello(out);
    file->elements = file->bytes = 0;
    file->crc = (uint32_t)crc32(0, NULL, 0);
    file->used = 0;
    put_local(file);
    (void)fwrite(room, 1, sizeof room, out);
}

static void shape_text(uint64_t count, uint64_t row, uint64_t side, char text[static DIMENSIONS_MAX])
{
    if (row && side)
        (void)snprintf(text, DIMENSIONS_MAX, "(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", count / row, side, side);
    else if (row)
        (void)snprintf(text, DIMENSIONS_MAX, "(%" PRIu64 ", %" PRIu64 ")", count / row, row);
    else
        (void)snprintf(text, DIMENSIONS_MAX, "(%" PRIu64 ",)", count);
}

static void make_header(char header[static HEADER_BYTES], enum npy_type type, const char *dimensions)
{
    memset(header, ' ', HEADER_BYTES);
    memcpy(header, "\x93NUMPY\x01\x00", MAGIC_BYTES);
    header[MAGIC_BYTES] = HEADER_BYTES - MAGIC_BYTES - LENGTH_BYTES;
    header[MAGIC_BYTES + 1] = 0;
    const int used = snprintf(header + MAGIC_BYTES + LENGTH_BYTES, HEADER_BYTES - MAGIC_BYTES - LENGTH_BYTES,
                              "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", types[type].code, dimensions);
    header[MAGIC_BYTES + LENGTH_BYTES + used] = ' ';
    header[HEADER_BYTES - 1] = '\n';
}

static enum tt_status cannot_write(const struct array_file *file)
{
    return tt_fail(file->exporter->err, TT_IO, "%s: cannot be written: %s", file->exporter->request->path,
                   strerror(errno));
}

enum tt_status array_end(struct array_file *file, enum npy_type type, uint64_t row, uint64_t side)
{
    const struct exporter *exporter = file->exporter;
    const uint32_t at = file->members[file->count].at;
    char header[HEADER_BYTES], dimensions[DIMENSIONS_MAX];
    array_flush(file);
    if (exporter->kind == EXPORT_NPZ && at + file->bytes > UINT32_MAX - (1u << 16))
        return tt_fail(exporter->err, TT_UNSUPPORTED,
                       "%s: more than 4 GiB, which a .npz is not made of here; "
                       "a .npy or .csv may have any size",
                       exporter->request->path);
    shape_text(file->elements, row, side, dimensions);
    (void)snprintf(exporter->summary->what, sizeof exporter->summary->what, "%s, shape %s", types[type].name,
                   dimensions);
    make_header(header, type, dimensions);
    const uLong crc = crc32(crc32(0, NULL, 0), (const Bytef *)header, sizeof header);
    file->members[file->count].crc = (uint32_t)crc32_combine(crc, file->crc, (z_off_t)file->bytes);
    file->members[file->count].bytes = (uint32_t)(file->bytes + sizeof header);
    if (fseeko(exporter->out, (off_t)at, SEEK_SET))
        return cannot_write(file);
    put_local(file);
    if (fwrite(header, 1, sizeof header, exporter->out) != sizeof header || fseeko(exporter->out, 0, SEEK_END))
        return cannot_write(file);
    file->count++;
    return TT_OK;
}

enum tt_status array_finish(struct array_file *file)
{
    FILE *out = file->exporter->out;
    const off_t at = ftello(out);
    uint8_t end[END_BYTES] = {0};
    if (file->exporter->kind != EXPORT_NPZ)
        return TT_OK;
    for (unsigned i = 0; i < file->count; i++) {
        char name[NAME_MAX_BYTES];
        uint8_t header[CENTRAL_BYTES] = {0};
        const uint16_t length = put_common(header + 6, file, i, name);
        store_u32(header, CENTRAL_SIGN);
        store_u16(header + 4, VERSION);
        store_u32(header + 42, file->members[i].at);
        (void)fwrite(header, 1, sizeof header, out);
        (void)fwrite(name, 1, length, out);
    }
    const off_t behind = ftello(out);
    if (at < 0 || behind < 0)
        return cannot_write(file);
    store_u32(end, END_SIGN);
    store_u16(end + 8, (uint16_t)file->count);
    store_u16(end + 10, (uint16_t)file->count);
    store_u32(end + 12, (uint32_t)(behind - at));
    store_u32(end + 16, (uint32_t)at);
    if (fwrite(end, 1, sizeof end, out) != sizeof end)
        return cannot_write(file);
    (void)snprintf(file->exporter->summary->what, sizeof file->exporter->summary->what, "%u arrays", file->count);
    return TT_OK;
}
