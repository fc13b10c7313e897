/* SPDX-License-Identifier: Apache-2.0 */
/* The receivers of a multicast: each acknowledges it. R58m */
#include "tile/registers/registers.h"

/* Whether `at` is passed on the way from one place of a ring to another. */
static bool multicast_passes(unsigned from, unsigned to, unsigned at, unsigned ring, bool is_down)
{
    const unsigned way = is_down ? from + ring - to : to + ring - from,
                   part = is_down ? from + ring - at : at + ring - from;
    return part % ring <= way % ring;
}

bool noc_rectangle_has(const struct chip *chip, unsigned noc, const struct noc_rectangle *rectangle, unsigned x,
                       unsigned y)
{
    const unsigned columns = chip->host.noc_x_last + 1U, rows = chip->host.noc_y_last + 1U;
    unsigned from_x = rectangle->from_x, from_y = rectangle->from_y, to_x = rectangle->to_x, to_y = rectangle->to_y;
    grid_untranslate(chip, &from_x, &from_y);
    grid_untranslate(chip, &to_x, &to_y);
    if (from_x >= columns || to_x >= columns || from_y >= rows || to_y >= rows || x >= columns || y >= rows)
        return false;
    return chip->grid.worker_columns >> x & 1 && chip->grid.worker_rows >> y & 1 &&
           multicast_passes(from_x, to_x, x, columns, noc == 1) && multicast_passes(from_y, to_y, y, rows, noc == 1);
}

struct noc_rectangle noc_rectangle_of(uint32_t first, uint32_t last, bool has_sender)
{
    return (struct noc_rectangle){.from_x = (uint8_t)(first & COORDINATE),
                                  .from_y = (uint8_t)(first >> COORDINATE_BITS & COORDINATE),
                                  .to_x = (uint8_t)(last & COORDINATE),
                                  .to_y = (uint8_t)(last >> COORDINATE_BITS & COORDINATE),
                                  .has_sender = has_sender};
}

uint32_t noc_recipients(const struct tile *tile, unsigned noc, const struct noc_rectangle *rectangle)
{
    const uint32_t sender = tile->state.registers.noc[noc][NOC_CELL_NOC_ID_LOGICAL] & COORDINATES;
    unsigned sender_x = sender & COORDINATE, sender_y = sender >> COORDINATE_BITS;
    grid_untranslate(tile->chip, &sender_x, &sender_y);
    uint32_t recipients = 0;
    for (unsigned y = 0; y <= tile->chip->host.noc_y_last; y++)
        for (unsigned x = 0; x <= tile->chip->host.noc_x_last; x++)
            recipients += noc_rectangle_has(tile->chip, noc, rectangle, x, y) &&
                          (rectangle->has_sender || sender_x != x || sender_y != y);
    return recipients;
}
