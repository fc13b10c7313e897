/* SPDX-License-Identifier: Apache-2.0 */
/* Datums of a data tile as they are typed: "tile3:face2:r5:c9". */
#include "ask/run/address.h"

#include "base/text/text.h"

enum { FACE_ROWS = 16, FACE_COLUMNS = 16, FACE_DATUMS = 256, TILE_FACES = 4, TILE_ROWS = 32 };

/* A part with a number of its own: "face2". False: not this part. */
static bool take_part(const char **text, const char *name, uint32_t *number)
{
    const size_t length = strlen(name);
    char *end = NULL;
    if (strncmp(*text, name, length) != 0 || (*text)[length] < '0' || (*text)[length] > '9')
        return false;
    errno = 0;
    const unsigned long long value = strtoull(*text + length, &end, 10);
    if (errno || value > UINT32_MAX || (*end && *end != ':'))
        return false;
    *number = (uint32_t)value;
    *text = *end ? end + 1 : end;
    return true;
}

enum tt_status address_datum_parse(struct address_datum *datum, const char *text, struct tt_error *err)
{
    const char *at = text;
    *datum = (struct address_datum){0};
    bool is_good = take_part(&at, "tile", &datum->tile);
    datum->has_datum = is_good && take_part(&at, "d", &datum->datum);
    datum->has_face = is_good && !datum->has_datum && take_part(&at, "face", &datum->face);
    datum->has_row = is_good && !datum->has_datum && take_part(&at, "r", &datum->row);
    datum->has_column = is_good && !datum->has_datum && take_part(&at, "c", &datum->column);
    REFUSE_IF(!is_good || *at || text[strlen(text) - 1] == ':', err,
              "'%s': expected tileN, tileN:faceN:rN:cN (parts may be left out) or tileN:dN", text);
    const uint32_t rows = datum->has_face ? FACE_ROWS : TILE_ROWS;
    REFUSE_IF(datum->has_row && datum->row >= rows, err, "'%s': rows go from 0 to %u here", text, rows - 1);
    REFUSE_IF(datum->has_column && datum->column >= rows, err, "'%s': columns go from 0 to %u here", text, rows - 1);
    return TT_OK;
}

bool address_datum_has(const struct address_datum *datum, uint32_t tile, uint32_t nth)
{
    if (tile != datum->tile || (datum->has_datum && nth != datum->datum))
        return false;
    const uint32_t face = nth / FACE_DATUMS;
    uint32_t row = nth % FACE_DATUMS / FACE_COLUMNS, column = nth % FACE_COLUMNS;
    if (datum->has_face && face != datum->face)
        return false;
    if (!datum->has_face) { /* four faces make the data tile: two beside two */
        row += face % TILE_FACES / 2 * FACE_ROWS;
        column += face % 2 * FACE_COLUMNS;
    }
    return (!datum->has_row || row == datum->row) && (!datum->has_column || column == datum->column);
}

char *address_datum_text(uint32_t tile, uint32_t datum, char text[static ADDRESS_TEXT_MAX])
{
    return text_print(text, ADDRESS_TEXT_MAX, "tile%u:face%u:r%u:c%u", tile, datum / FACE_DATUMS,
                      datum % FACE_DATUMS / FACE_COLUMNS, datum % FACE_COLUMNS);
}
