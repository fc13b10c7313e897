/* SPDX-License-Identifier: Apache-2.0 */
/* A stretch of a space as it stood: the known bytes of the recording's first snapshot, and over them the run's writes.
 */
#include "show/export/export_npz.h"

#include "ask/run/run_whole.h"
#include "base/memory.h"
#include "isa/chip.h"
#include "isa/spaces.h"
#include "numeric/bfp.h"
#include "numeric/dst_rows.h"
#include "show/capture/capture_cells.h"

#include <inttypes.h>
#include <string.h>

/* Writes come newest first: the first that reaches a byte has it. */
struct painter {
    struct space_image *image;
    bool *is_done;
    uint32_t left;
};

static int export_region_take_write(void *user, const struct results_access_row *row)
{
    struct painter *painter = user;
    struct space_image *image = painter->image;
    const uint32_t from = row->lo > image->lo ? row->lo : image->lo;
    const uint32_t end = row->hi < image->lo + image->count ? row->hi : image->lo + image->count;
    for (uint32_t addr = from; row->after && addr < end; addr++) {
        const uint32_t i = addr - image->lo;
        if (painter->is_done[i])
            continue;
        painter->is_done[i] = true;
        painter->left--;
        image->bytes[i] = row->after[addr - row->lo];
        image->known[i] = 0xFF;
    }
    return painter->left == 0;
}

static enum tt_status export_region_open_capture(struct ttcap **capture, const struct results_run_row *run,
                                                 struct tt_error *err)
{
    enum tt_status status = ttcap_open(capture, run->capture_path, err);
    if (status || strcmp(ttcap_info(*capture)->hash, run->capture_hash) == 0)
        return status;
    ttcap_close(*capture);
    *capture = NULL;
    return tt_fail(err, TT_BAD_INPUT, "%s: not the capture of the run: its hash differs", run->capture_path);
}

/* Bytes [lo, lo + count) of a space after the last event that counts. image_clear in any case. */
static enum tt_status read_image(struct exporter *exporter, struct ttcap *capture, enum tt_space space, uint32_t lo,
                                 uint32_t count, struct space_image *image)
{
    const struct export_region *region = exporter->request->region;
    const bool is_at_start = region->has_event && region->event < 0;
    struct painter painter = {image, mem_calloc(count + 1u, sizeof *painter.is_done), count};
    enum tt_status status = image_read(image, capture, 0, space, lo, count, exporter->err);
    if (!status && !painter.is_done)
        status = tt_fail(exporter->err, TT_NO_MEMORY, "no memory for the bytes");
    if (!status && !is_at_start)
        status = results_writers(exporter->results, space, lo, lo + count,
                                 region->has_event ? (uint64_t)region->event : INT64_MAX, export_region_take_write,
                                 &painter, exporter->err);
    mem_free(painter.is_done);
    return status;
}

static enum tt_status refuse_unknown(const struct exporter *exporter, uint32_t addr)
{
    return tt_fail(exporter->err, TT_BAD_INPUT,
                   "%s: byte 0x%" PRIx32 " of %s is not known, and an array cannot say so: --unknown=N writes N "
                   "instead, a .csv leaves it empty, and a .npz has which are known",
                   exporter->request->path, addr, space_name(exporter->request->region->space));
}

/* ---- columns ---- */

/* The columns of a .npz, each written by one pass. */
enum column { COLUMN_VALUE, COLUMN_KNOWN, COLUMN_ADDRESS, COLUMNS };

struct region_columns {
    struct npz npz;
    enum column column; /* the current one */
};

/* An element; of the values themselves it is left to the caller: false. */
static bool put_beside(struct region_columns *columns, bool is_known, uint32_t addr)
{
    if (columns->column == COLUMN_KNOWN)
        npz_put_bits(&columns->npz, NPY_BOOL, is_known);
    else if (columns->column == COLUMN_ADDRESS)
        npz_put_bits(&columns->npz, NPY_U4, addr);
    return columns->column != COLUMN_VALUE;
}

static enum npy_type export_region_column_type(const struct region_columns *columns, enum npy_type of_values)
{
    return columns->column == COLUMN_KNOWN ? NPY_BOOL : columns->column == COLUMN_ADDRESS ? NPY_U4 : of_values;
}

/* All values are written. */
static enum tt_status export_region_end_column(struct exporter *exporter, struct region_columns *columns,
                                               enum npy_type type, uint64_t count)
{
    if (columns)
        return npz_end(&columns->npz, export_region_column_type(columns, type), 0);
    return exporter->kind == EXPORT_NPY ? npy_finish(exporter, type, &(struct npy_shape){count, 0, 0}) : TT_OK;
}

/* ---- elements ---- */

/* columns: of a .npz, else null. */
static enum tt_status write_elements(struct exporter *exporter, const struct space_image *image,
                                     struct region_columns *columns)
{
    const struct export_region *region = exporter->request->region;
    const uint32_t size = space_element_bytes(region->space), count = region->count / size;
    const enum npy_type type = npy_raw_type(size * 8);
    for (uint32_t i = 0; i < count; i++) {
        bool is_known = true;
        for (uint32_t k = 0; k < size; k++)
            is_known &= image->known[i * size + k] == 0xFF;
        const uint32_t bits = image_element(image->bytes, i * size, size);
        if (columns) {
            if (!put_beside(columns, is_known, region->lo + i * size))
                npz_put_bits(&columns->npz, type, is_known ? bits : region->filler);
        } else if (exporter->kind == EXPORT_NPY) {
            if (!is_known && !region->has_filler)
                return refuse_unknown(exporter, region->lo + i * size);
            npy_put_bits(exporter->out, type, is_known ? bits : region->filler);
        } else {
            (void)fprintf(exporter->out, "0x%05" PRIx32 ",", region->lo + i * size);
            if (is_known)
                (void)fprintf(exporter->out, "%0*" PRIx32, (int)size * 2, bits);
            csv_end(exporter->out);
        }
        exporter->summary->rows++;
    }
    return export_region_end_column(exporter, columns, type, count);
}

/* ---- values of a format ---- */

static struct space_range range_of(const struct export_region *region)
{
    return (struct space_range){.space = region->space,
                                .lo = region->lo,
                                .count = region->count,
                                .has_format = region->has_format,
                                .format = region->format,
                                .has_exponents = region->has_exponents,
                                .exponents = region->exponents};
}

static uint32_t address_of(const struct export_region *region, uint32_t at)
{
    if (region->space != TT_SPACE_L1)
        return region->lo + at * space_element_bytes(region->space);
    return region->lo + (uint32_t)((uint64_t)at * format_get(region->format)->storage_bits / 8);
}

/* The type of all values of a region. */
static enum npy_type type_of_values(const struct space_range *range, const struct space_image *image,
                                    const struct space_image *exponents)
{
    enum format format = range->format;
    uint32_t bits;
    for (uint32_t at = 0; format_get(format)->is_block && at < space_value_count(range); at++)
        if (space_bits(range, image, exponents, at, &format, &bits) && npy_is_beyond(format, bits))
            return NPY_F8;
    if (range->space != TT_SPACE_L1) /* the final value of a cell */
        (void)space_bits(range, image, exponents, 0, &format, &bits);
    return npy_type_of(format);
}

static enum tt_status write_values(struct exporter *exporter, const struct space_image *image,
                                   const struct space_image *exponents, struct region_columns *columns)
{
    const struct export_region *region = exporter->request->region;
    const struct space_range range = range_of(region);
    const uint32_t count = space_value_count(&range);
    const enum npy_type type = type_of_values(&range, image, exponents);
    for (uint32_t at = 0; at < count; at++) {
        char text[VALUE_TEXT_MAX];
        uint32_t bits;
        enum format format;
        if (region->space == TT_SPACE_DST &&
            !space_is_value_row(&range, region->lo / (DST_COLUMNS * 2) + at / DST_COLUMNS))
            continue; /* the low halves of the rows above */
        const bool is_known = space_bits(&range, image, exponents, at, &format, &bits);
        if (columns) {
            const bool is_beside = put_beside(columns, is_known, address_of(region, at));
            if (!is_beside && is_known)
                npz_put_value(&columns->npz, type, format, bits);
            else if (!is_beside)
                npz_put_number(&columns->npz, type, (double)region->filler);
        } else if (exporter->kind == EXPORT_NPY) {
            if (!is_known && !region->has_filler)
                return refuse_unknown(exporter, address_of(region, at));
            if (is_known)
                npy_put_value(exporter->out, type, format, bits);
            else
                npy_put_number(exporter->out, (double)region->filler, type);
        } else {
            (void)space_value(&range, image, exponents, at, text);
            (void)fprintf(exporter->out, "0x%05" PRIx32 ",%s", address_of(region, at), is_known ? text : "");
            csv_end(exporter->out);
        }
        exporter->summary->rows++;
    }
    return export_region_end_column(exporter, columns, type, exporter->summary->rows);
}

static enum tt_status write_image(struct exporter *exporter, const struct space_image *image,
                                  const struct space_image *exponents, struct region_columns *columns)
{
    exporter->summary->rows = 0;
    return exporter->request->region->has_format ? write_values(exporter, image, exponents, columns)
                                                 : write_elements(exporter, image, columns);
}

/* An unknown value is the filler, or 0, and is false in column "known". */
static enum tt_status export_region_write_npz(struct exporter *exporter, const struct space_image *image,
                                              const struct space_image *exponents)
{
    const bool has_format = exporter->request->region->has_format;
    const char *const names[COLUMNS] = {has_format ? "value" : "bits", "known", "address"};
    struct region_columns *columns = mem_calloc(1, sizeof *columns);
    enum tt_status status = columns ? TT_OK : tt_fail(exporter->err, TT_NO_MEMORY, "no memory for the columns");
    for (unsigned column = 0; column < COLUMNS && !status; column++) {
        columns->npz.exporter = exporter;
        columns->column = (enum column)column;
        npz_begin(&columns->npz, names[column]);
        status = write_image(exporter, image, exponents, columns);
    }
    if (!status)
        status = npz_finish(&columns->npz);
    mem_free(columns);
    return status;
}

static enum tt_status write_region(struct exporter *exporter, struct ttcap *capture)
{
    const struct export_region *region = exporter->request->region;
    const struct space_range range = range_of(region);
    const uint32_t all = space_bytes(results_run(exporter->results)->chip, region->space);
    const bool is_pair = region->has_format && region->space == TT_SPACE_DST;
    const uint32_t further = is_pair ? DST_LOW_HALF * DST_COLUMNS * 2 : 0; /* where low halves may be (F-3.5) */
    uint32_t bytes = region->count + further;
    if (bytes > all - region->lo)
        bytes = all - region->lo;
    struct space_image image = {0}, exponents = {0};
    enum tt_status status = read_image(exporter, capture, region->space, region->lo, bytes, &image);
    if (!status && region->has_exponents) {
        const uint32_t count = (space_value_count(&range) + BFP_GROUP - 1) / BFP_GROUP;
        status = read_image(exporter, capture, TT_SPACE_L1, region->exponents, count, &exponents);
    }
    if (!status && exporter->kind == EXPORT_NPY)
        npy_begin(exporter->out);
    else if (!status && exporter->kind == EXPORT_CSV) {
        (void)fputs(region->has_format ? "address,value" : "address,bits", exporter->out);
        csv_end(exporter->out);
    }
    if (!status)
        status = exporter->kind == EXPORT_NPZ ? export_region_write_npz(exporter, &image, &exponents)
                                              : write_image(exporter, &image, &exponents, NULL);
    if (!status && exporter->summary->rows == 0)
        status = tt_fail(exporter->err, TT_BAD_INPUT, "the region of %u byte%s holds no whole value of %s",
                         region->count, region->count == 1 ? "" : "s", format_get(region->format)->name);
    image_clear(&image);
    image_clear(&exponents);
    return status;
}

enum tt_status export_region_write(struct exporter *exporter)
{
    struct ttcap *capture = NULL;
    const struct space_range range = range_of(exporter->request->region);
    enum tt_status status = run_check_whole(results_run(exporter->results), "export a region", exporter->err);
    if (!status)
        status = space_range_check(&range, results_run(exporter->results)->chip, exporter->err);
    if (!status)
        status = export_region_open_capture(&capture, results_run(exporter->results), exporter->err);
    if (status)
        return status;
    status = write_region(exporter, capture);
    ttcap_close(capture);
    return status;
}
