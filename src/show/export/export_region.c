/* SPDX-License-Identifier: Apache-2.0 */
/* A stretch of a space as it stood. */
#include "show/export/export_internal.h"

#include "ask/diff/end_state.h"
#include "ask/run/run_whole.h"
#include "isa/chip.h"
#include "isa/spaces.h"
#include "numeric/bfp.h"
#include "numeric/dst_rows.h"
#include "show/capture/capture_cells.h"

/* Bytes [lo, lo + count) of a space after the last event that counts. image_clear in any case. */
static enum tt_status read_image(struct exporter *exporter, enum tt_space space, uint32_t lo, uint32_t count,
                                 struct space_image *image)
{
    const struct export_region *region = exporter->request->region;
    struct end_bytes end OWNED(end_bytes_clear) = {0};
    TRY(end_bytes_read_at(&end, exporter->results, space, lo, count, region->has_event ? region->event : INT64_MAX,
                          exporter->err));
    *image = (struct space_image){end.bytes, end.unknown, lo, count};
    end.bytes = end.unknown = NULL; /* the image's from here on */
    for (uint32_t i = 0; i < count; i++)
        image->known[i] = image->known[i] ? 0 : 0xFF;
    return TT_OK;
}

static enum tt_status refuse_unknown(const struct exporter *exporter, uint32_t addr)
{
    return tt_fail(exporter->err, TT_BAD_INPUT,
                   "%s: byte 0x%" PRIx32 " of %s is not known, and an array cannot say so: --unknown=N writes N "
                   "instead, and a .csv leaves it empty",
                   exporter->request->path, addr, space_name(exporter->request->region->range.space));
}

/* ---- elements ---- */

/* The bytes of a region, and how they are read. */
struct region {
    const struct export_region *asked;
    const struct space_range *range;
    struct space_image image, exponents;
};

struct element {
    uint32_t addr, bits;
    bool is_known;
    enum format format;        /* of a value */
    char text[VALUE_TEXT_MAX]; /* for people; "": not known */
};

static uint32_t region_count(const struct region *region)
{
    return region->range->has_format ? space_value_count(region->range)
                                     : region->range->count / space_element_bytes(region->range->space);
}

static void element_of_bits(const struct region *region, uint32_t at, struct element *element)
{
    const uint32_t size = space_element_bytes(region->range->space);
    element->addr = region->range->lo + at * size;
    element->bits = load_number(region->image.bytes + at * size, size);
    element->is_known = true;
    for (uint32_t k = 0; k < size; k++)
        element->is_known &= region->image.known[at * size + k] == 0xFF;
    (void)snprintf(element->text, sizeof element->text, "%0*" PRIx32, (int)size * 2, element->bits);
}

static void element_of_value(const struct region *region, uint32_t at, struct element *element)
{
    const struct space_range *range = region->range;
    const bool is_l1 = range->space == TT_SPACE_L1;
    element->addr = range->lo + (is_l1 ? (uint32_t)((uint64_t)at * format_get(range->format)->storage_bits / 8)
                                       : at * space_element_bytes(range->space));
    element->is_known =
        space_bits(region->range, &region->image, &region->exponents, at, &element->format, &element->bits);
    (void)space_value(region->range, &region->image, &region->exponents, at, element->text);
}

/* The type of all values of a region. */
static enum npy_type region_type(const struct region *region)
{
    const struct space_range *range = region->range;
    enum format format = range->format;
    uint32_t bits;
    if (!range->has_format)
        return npy_raw_type(8 * space_element_bytes(range->space));
    for (uint32_t at = 0; format_get(format)->is_block && at < space_value_count(range); at++)
        if (space_bits(range, &region->image, &region->exponents, at, &format, &bits) && npy_is_beyond(format, bits))
            return NPY_F8;
    if (range->space != TT_SPACE_L1) /* the final value of a cell */
        (void)space_bits(range, &region->image, &region->exponents, 0, &format, &bits);
    return npy_type_of(format);
}

static void export_region_put_element(struct array_file *array, enum npy_type type, const struct export_region *asked,
                                      const struct element *element)
{
    if (!element->is_known)
        array_put_number(array, type, (double)asked->filler);
    else if (asked->range.has_format)
        array_put_value(array, type, element->format, element->bits);
    else
        array_put_bits(array, type, element->bits);
}

/* array: null of a .csv. */
static enum tt_status write_elements(struct exporter *exporter, const struct region *region, struct array_file *array)
{
    const struct export_region *asked = region->asked;
    const struct space_range *range = region->range;
    const uint32_t count = region_count(region);
    const enum npy_type type = region_type(region);
    for (uint32_t at = 0; at < count; at++) {
        struct element element;
        if (range->has_format && range->space == TT_SPACE_DST &&
            !space_is_value_row(region->range, range->lo / (DST_COLUMNS * 2) + at / DST_COLUMNS))
            continue; /* the low halves of the rows above */
        (range->has_format ? element_of_value : element_of_bits)(region, at, &element);
        if (array && !element.is_known && !asked->has_filler)
            return refuse_unknown(exporter, element.addr);
        if (array)
            export_region_put_element(array, type, asked, &element);
        else
            (void)fprintf(exporter->out, "0x%05" PRIx32 ",%s\r\n", element.addr, element.is_known ? element.text : "");
        exporter->summary->rows++;
    }
    return array ? array_end(array, type, 0, 0) : TT_OK;
}

static enum tt_status export_region_write_array(struct exporter *exporter, const struct region *region)
{
    struct array_file array = {.exporter = exporter};
    array_begin(&array);
    return write_elements(exporter, region, &array);
}

static enum tt_status write_region(struct exporter *exporter, struct region *region)
{
    const struct space_range *range = region->range;
    const uint32_t all = space_bytes(results_run(exporter->results)->chip, range->space);
    const bool is_pair = range->has_format && range->space == TT_SPACE_DST;
    const uint32_t further = is_pair ? DST_LOW_HALF * DST_COLUMNS * 2 : 0; /* where low halves may be (F-3.5) */
    const uint32_t bytes = range->count + further < all - range->lo ? range->count + further : all - range->lo;
    enum tt_status status = read_image(exporter, range->space, range->lo, bytes, &region->image);
    if (!status && range->has_exponents) {
        const uint32_t count = (space_value_count(region->range) + BFP_GROUP - 1) / BFP_GROUP;
        status = read_image(exporter, TT_SPACE_L1, range->exponents, count, &region->exponents);
    }
    if (!status && exporter->kind == EXPORT_CSV) {
        (void)fprintf(exporter->out, "address,%s\r\n", range->has_format ? "value" : "bits");
        status = write_elements(exporter, region, NULL);
    } else if (!status) {
        status = export_region_write_array(exporter, region);
    }
    if (!status && exporter->summary->rows == 0)
        status = tt_fail(exporter->err, TT_BAD_INPUT, "the region of %u byte%s holds no whole value of %s",
                         range->count, range->count == 1 ? "" : "s", format_get(range->format)->name);
    image_clear(&region->image);
    image_clear(&region->exponents);
    return status;
}

enum tt_status export_region_write(struct exporter *exporter)
{
    const struct export_region *asked = exporter->request->region;
    struct ttcap *capture OWNED(ttcap_close_at) = NULL;
    struct region region = {.asked = asked, .range = &asked->range};
    TRY(run_check_whole(results_run(exporter->results), "export a region", exporter->err));
    TRY(space_range_check(&asked->range, results_run(exporter->results)->chip, exporter->err));
    TRY(run_capture_need(&capture, results_run(exporter->results), exporter->err));
    return write_region(exporter, &region);
}
