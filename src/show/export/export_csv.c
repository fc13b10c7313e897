/* SPDX-License-Identifier: Apache-2.0 */
/* A row for each datum (RFC 4180). A format has few values that come often, a data tile has 1,024 places. */
#include "show/export/export_internal.h"

enum { ROW_MAX = 512, CELLS = 16 };

static char *export_csv_put_text(char *to, const char *text, size_t length)
{
    memcpy(to, text, length);
    return to + length;
}

static char *export_csv_put_number(char *to, uint64_t number)
{
    char digits[20];
    unsigned count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count)
        *to++ = digits[--count];
    return to;
}

/* A cell of a row: quoted where it must be. Names of formats and values have no quotes. */
static size_t export_csv_put_cell(char *to, size_t room, const char *text, const char *behind)
{
    const char *quote = strpbrk(text, ",\r\n") ? "\"" : "";
    const int length = snprintf(to, room, "%s%s%s%s", quote, text, quote, behind);
    return length < 0 ? 0 : (size_t)length;
}

void csv_rows_begin(struct csv_rows *rows)
{
    (void)fputs("unit,instance,tile,datum,address,seq,dst_row,dst_column,format,bits,value\r\n", rows->out);
    rows->format = FORMAT_COUNT;
}

void csv_rows_of(struct csv_rows *rows, enum format format, unsigned instance, uint32_t tile)
{
    char text[VALUE_TEXT_MAX];
    if (rows->format != format)
        rows->format_length =
            export_csv_put_cell(rows->format_cell, sizeof rows->format_cell, format_text(format, text), ",");
    rows->format = format;
    rows->tile = tile;
    rows->head_length =
        (size_t)snprintf(rows->head, sizeof rows->head, "%s,%u,%" PRIu32 ",", unit_name(rows->unit), instance, tile);
}

static const struct csv_value *export_csv_value_of(struct csv_rows *rows, uint32_t bits)
{
    char text[VALUE_TEXT_MAX];
    struct csv_value *value = &rows->values[(bits * UINT32_C(0x9E3779B1)) >> 16];
    if (value->length && value->bits == bits && value->format == (uint8_t)rows->format)
        return value;
    value->bits = bits;
    value->format = (uint8_t)rows->format;
    size_t length = export_csv_put_cell(value->text, sizeof value->text, bits_text(rows->format, bits, text), ",");
    length += export_csv_put_cell(value->text + length, sizeof value->text - length,
                                  value_text(rows->format, bits, text), "\r\n");
    value->length = (uint8_t)length;
    return value;
}

/* ":face0:r1:c2", without the data tile's name. */
static const char *export_csv_place_of(struct csv_rows *rows, uint32_t datum, char room[static ADDRESS_TEXT_MAX])
{
    char *place = datum < CSV_DATUMS ? rows->places[datum] : room;
    if (datum < CSV_DATUMS && place[0])
        return place;
    (void)address_datum_text(0, datum, place);
    const char *behind = strchr(place, ':');
    memmove(place, behind, strlen(behind) + 1);
    return place;
}

void csv_rows_put(struct csv_rows *rows, uint32_t datum, uint64_t seq, uint16_t cell, uint32_t bits)
{
    char room[ADDRESS_TEXT_MAX];
    if (rows->used > CSV_BUFFER - ROW_MAX)
        csv_rows_end(rows);
    char *to = export_csv_put_text(&rows->buffer[rows->used], rows->head, rows->head_length);
    to = export_csv_put_number(to, datum);
    *to++ = ',';
    if (rows->unit == TT_UNIT_PACK) {
        const char *place = export_csv_place_of(rows, datum, room);
        to = export_csv_put_number(export_csv_put_text(to, "tile", 4), rows->tile);
        to = export_csv_put_text(to, place, strlen(place));
    }
    *to++ = ',';
    to = export_csv_put_number(to, seq);
    *to++ = ',';
    to = cell == CSV_NO_CELL ? to : export_csv_put_number(to, cell / CELLS);
    *to++ = ',';
    to = cell == CSV_NO_CELL ? to : export_csv_put_number(to, cell % CELLS);
    *to++ = ',';
    to = export_csv_put_text(to, rows->format_cell, rows->format_length);
    const struct csv_value *value = export_csv_value_of(rows, bits);
    to = export_csv_put_text(to, value->text, value->length);
    rows->used = (size_t)(to - rows->buffer);
}

void csv_rows_end(struct csv_rows *rows)
{
    (void)fwrite(rows->buffer, 1, rows->used, rows->out);
    rows->used = 0;
}
