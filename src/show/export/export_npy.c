/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's file format, version 1.0: a header in one line, then the elements, little-endian, row by row; and cells of
 * CSV. Values are exact: no format has more than 24 significant bits, but for integers, which stay integers. */
#include "base/little.h"
#include "show/export/export_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MAGIC_BYTES = 8, LENGTH_BYTES = 2 };

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

void npy_begin(FILE *out)
{
    static const char room[NPY_HEADER_BYTES];
    (void)fwrite(room, 1, sizeof room, out);
}

size_t npy_encode_bits(uint8_t to[static NPY_ELEMENT_MAX], enum npy_type type, uint64_t bits)
{
    store_u64(to, bits);
    return types[type].bytes;
}

static size_t encode_float(uint8_t to[static NPY_ELEMENT_MAX], enum npy_type type, double number)
{
    const float narrow = (float)number;
    uint64_t bits;
    uint32_t narrow_bits;
    memcpy(&bits, &number, sizeof bits);
    memcpy(&narrow_bits, &narrow, sizeof narrow);
    return npy_encode_bits(to, type, type == NPY_F4 ? narrow_bits : bits);
}

bool npy_is_beyond(enum format format, uint32_t bits)
{
    const struct format_info *info = format_get(format);
    if (!info || !info->is_block)
        return false;
    const struct value_parts parts = format_parts(format, bits & 0xFF, bits >> 8 & 0xFF);
    return parts.kind == VALUE_FINITE && isinf((float)ldexp((double)parts.significand, parts.exponent2));
}

size_t npy_encode_value(uint8_t to[static NPY_ELEMENT_MAX], enum npy_type type, enum format format, uint32_t bits)
{
    const struct format_info *info = format_get(format);
    if (!info || type == NPY_U1 || type == NPY_U2 || type == NPY_U4)
        return npy_encode_bits(to, type, bits);
    if (format == FORMAT_FP32) /* as it is, whatever kind of NaN */
        return npy_encode_bits(to, type, bits);
    const struct value_parts parts =
        format_parts(format, info->is_block ? bits & 0xFF : bits, info->is_block ? bits >> 8 & 0xFF : 0);
    if (type != NPY_F4 && type != NPY_F8) {
        const int64_t number = parts.is_negative ? -(int64_t)parts.significand : (int64_t)parts.significand;
        return npy_encode_bits(to, type, (uint32_t)number);
    }
    double number = ldexp((double)parts.significand, parts.exponent2);
    if (parts.kind == VALUE_INFINITE)
        number = INFINITY;
    else if (parts.kind == VALUE_NAN)
        number = NAN;
    return encode_float(to, type, parts.is_negative ? -number : number);
}

void npy_put_bits(FILE *out, enum npy_type type, uint32_t bits)
{
    uint8_t bytes[NPY_ELEMENT_MAX];
    (void)fwrite(bytes, 1, npy_encode_bits(bytes, type, bits), out);
}

void npy_put_value(FILE *out, enum npy_type type, enum format format, uint32_t bits)
{
    uint8_t bytes[NPY_ELEMENT_MAX];
    (void)fwrite(bytes, 1, npy_encode_value(bytes, type, format, bits), out);
}

size_t npy_encode_number(uint8_t to[static NPY_ELEMENT_MAX], enum npy_type type, double number)
{
    return type == NPY_F4 || type == NPY_F8 ? encode_float(to, type, number)
                                            : npy_encode_bits(to, type, (uint32_t)(int64_t)number);
}

void npy_put_number(FILE *out, double number, enum npy_type type)
{
    uint8_t bytes[NPY_ELEMENT_MAX];
    (void)fwrite(bytes, 1, npy_encode_number(bytes, type, number), out);
}

enum { DIMENSIONS_MAX = 64 };

static void shape_text(const struct npy_shape *shape, char text[static DIMENSIONS_MAX])
{
    if (shape->row && shape->side)
        (void)snprintf(text, DIMENSIONS_MAX, "(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", shape->count / shape->row,
                       shape->side, shape->side);
    else if (shape->row)
        (void)snprintf(text, DIMENSIONS_MAX, "(%" PRIu64 ", %" PRIu64 ")", shape->count / shape->row, shape->row);
    else
        (void)snprintf(text, DIMENSIONS_MAX, "(%" PRIu64 ",)", shape->count);
}

void npy_header(char header[static NPY_HEADER_BYTES], enum npy_type type, const struct npy_shape *shape)
{
    char dimensions[DIMENSIONS_MAX];
    shape_text(shape, dimensions);
    memset(header, ' ', NPY_HEADER_BYTES);
    memcpy(header, "\x93NUMPY\x01\x00", MAGIC_BYTES);
    header[MAGIC_BYTES] = NPY_HEADER_BYTES - MAGIC_BYTES - LENGTH_BYTES;
    header[MAGIC_BYTES + 1] = 0;
    const int used = snprintf(header + MAGIC_BYTES + LENGTH_BYTES, NPY_HEADER_BYTES - MAGIC_BYTES - LENGTH_BYTES,
                              "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", types[type].code, dimensions);
    header[MAGIC_BYTES + LENGTH_BYTES + used] = ' ';
    header[NPY_HEADER_BYTES - 1] = '\n';
}

enum tt_status npy_finish(struct exporter *exporter, enum npy_type type, const struct npy_shape *shape)
{
    char dimensions[DIMENSIONS_MAX], header[NPY_HEADER_BYTES];
    FILE *out = exporter->out;
    shape_text(shape, dimensions);
    npy_header(header, type, shape);
    (void)snprintf(exporter->summary->what, sizeof exporter->summary->what, "%s, shape %s", types[type].name,
                   dimensions);
    if (fseek(out, 0, SEEK_SET) == 0 && fwrite(header, 1, sizeof header, out) == sizeof header &&
        fseek(out, 0, SEEK_END) == 0)
        return TT_OK;
    return tt_fail(exporter->err, TT_IO, "%s: cannot be written: %s", exporter->request->path, strerror(errno));
}

void csv_end(FILE *out)
{
    (void)fputs("\r\n", out);
}
