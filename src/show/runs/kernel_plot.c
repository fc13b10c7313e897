/* SPDX-License-Identifier: Apache-2.0 */
/* The largest distance over the axis of inputs, one look: a picture (SVG). Across, the inputs in the order of their
 * values, alike many patterns to a column; up, the distance, each line twice the one below. */
#include "show/reports.h"

#include <math.h>

enum { LEFT = 56, TOP = 28, HEIGHT = 256, BELOW = 40, TICKS = 8 };

static double plot_height(uint64_t distance, unsigned doublings)
{
    return HEIGHT * log2(1 + (double)distance) / doublings;
}

/* The number whose place is the nearest to a part of the axis. */
static double plot_value(const struct kernel_options *options, int64_t place)
{
    const struct exact value = exact_of(options->format, (uint32_t)(place < 0 ? -place : place));
    return copysign(ldexp((double)value.significand, value.exponent), place < 0 ? -1 : 1);
}

static void plot_axes(FILE *out, const struct kernel_options *options, unsigned doublings)
{
    int64_t low, high;
    kernel_axis(options, &low, &high);
    for (unsigned i = 0; i <= doublings; i += doublings > 12 ? 4 : 1) {
        const double y = TOP + HEIGHT - (double)HEIGHT * i / doublings;
        (void)fprintf(out, "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='#ddd'/>", LEFT, y, LEFT + KERNEL_COLUMNS,
                      y);
        (void)fprintf(out, "<text x='%d' y='%.1f' text-anchor='end'>%.0f</text>\n", LEFT - 6, y + 4, exp2(i) - 1);
    }
    for (unsigned i = 0; i <= TICKS; i++) {
        const int x = LEFT + (int)i * KERNEL_COLUMNS / TICKS;
        (void)fprintf(out, "<line x1='%d' y1='%d' x2='%d' y2='%d' stroke='#888'/>", x, TOP + HEIGHT, x,
                      TOP + HEIGHT + 4);
        (void)fprintf(out, "<text x='%d' y='%d' text-anchor='middle'>%.3g</text>\n", x, TOP + HEIGHT + 18,
                      plot_value(options, low + (high - low) / TICKS * i));
    }
}

void kernel_plot(FILE *out, const struct kernel_options *options, const struct kernel_census *census)
{
    uint64_t largest = 1;
    for (unsigned i = 0; i < KERNEL_COLUMNS; i++)
        largest = census->columns[i].largest > largest ? census->columns[i].largest : largest;
    const unsigned doublings = (unsigned)ceil(log2(1 + (double)largest));
    (void)fprintf(
        out,
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' font-size='11'>\n"
        "<rect width='100%%' height='100%%' fill='white'/>\n"
        "<text x='%d' y='16'>largest distance in units in the last place, over the inputs (%s); grey: none is "
        "ordinary</text>\n",
        LEFT + KERNEL_COLUMNS + 24, TOP + HEIGHT + BELOW, LEFT, options->format->name);
    plot_axes(out, options, doublings);
    for (unsigned i = 0; i < KERNEL_COLUMNS; i++) {
        const struct kernel_column *column = &census->columns[i];
        const double height = column->has_any ? plot_height(column->largest, doublings) : HEIGHT;
        if (height > 0)
            (void)fprintf(
                out, "<rect x='%u' y='%.2f' width='1' height='%.2f' fill='%s'><title>%" PRIu64 "</title></rect>\n",
                LEFT + i, TOP + HEIGHT - height, height, column->has_any ? "#1565c0" : "#f0f0f0", column->largest);
    }
    (void)fprintf(out, "</svg>\n");
}
