/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's file format, version 1.0: a header in one line, then the elements, little-endian, row by row. Values are
 * exact: no format has more than 24 significant bits, but for integers, which stay integers. */
#include "base/little.h"
#include "numeric/host_page.h"
#include "show/export/export_internal.h"

#include <math.h>

enum { MAGIC_BYTES = 8, LENGTH_BYTES = 2, HEADER_BYTES = 128, ELEMENT_MAX = 8, DIMENSIONS_MAX = 64 };

static const struct {
    const char *code, *name;
    unsigned bytes;
} types[NPY_TYPES] = {
    [NPY_U1] = {"|u1", "uint8", 1},  [NPY_U2] = {"<u2", "uint16", 2},  [NPY_U4] = {"<u4", "uint32", 4},
    [NPY_U8] = {"<u8", "uint64", 8}, [NPY_I1] = {"|i1", "int8", 1},    [NPY_I2] = {"<i2", "int16", 2},
    [NPY_I4] = {"<i4", "int32", 4},  [NPY_F4] = {"<f4", "float32", 4}, [NPY_F8] = {"<f8", "float64", 8},
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
    (void)fwrite(file->buffer, 1, file->used, file->exporter->out);
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

void array_begin(struct array_file *file)
{
    static const char room[HEADER_BYTES];
    (void)fwrite(room, 1, sizeof room, file->exporter->out);
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

enum tt_status array_end(struct array_file *file, enum npy_type type, uint64_t row, uint64_t side)
{
    const struct exporter *exporter = file->exporter;
    char header[HEADER_BYTES], dimensions[DIMENSIONS_MAX];
    array_flush(file);
    shape_text(file->elements, row, side, dimensions);
    (void)snprintf(exporter->summary->what, sizeof exporter->summary->what, "%s, shape %s", types[type].name,
                   dimensions);
    make_header(header, type, dimensions);
    if (fseeko(exporter->out, 0, SEEK_SET) || fwrite(header, 1, sizeof header, exporter->out) != sizeof header ||
        fseeko(exporter->out, 0, SEEK_END))
        return tt_fail(exporter->err, TT_IO, "%s: cannot be written: %s", exporter->request->path, strerror(errno));
    return TT_OK;
}

enum tt_status export_pages(FILE *out, const char *path, enum format format, const uint8_t *pages, uint64_t count,
                            struct tt_error *err)
{
    const struct export_request request = {.path = path};
    struct export_summary summary;
    struct exporter exporter = {.request = &request, .summary = &summary, .out = out, .err = err};
    struct array_file file = {.exporter = &exporter};
    array_begin(&file);
    for (uint64_t page = 0; page < count; page++) {
        uint32_t bits[HOST_DATUMS];
        host_page_decode(format, pages + page * host_page_bytes(format), bits);
        for (unsigned i = 0; i < HOST_DATUMS; i++)
            array_put_value(&file, NPY_F4, format, bits[i]);
    }
    return array_end(&file, NPY_F4, HOST_DATUMS, HOST_SIDE);
}
