/* SPDX-License-Identifier: Apache-2.0 */
/* Makes what the kernel adds and what has to come of it: whole numbers, small enough that BF16 holds them and their
 * sums, as bytes of data tiles and of their sums.
 *
 *     operands A.bin B.bin SUM.bin [DATA-TILES] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DATUMS = 1024 };

/* BF16 of a whole number of at most eight significant bits. */
static uint16_t bf16(int value)
{
    unsigned magnitude = (unsigned)(value < 0 ? -value : value), exponent = 127 + 7;
    if (magnitude == 0)
        return 0;
    while (magnitude < 128) {
        magnitude *= 2;
        exponent--;
    }
    return (uint16_t)((value < 0 ? 0x8000u : 0u) | exponent << 7 | (magnitude & 0x7F));
}

static int a(int i)
{
    return i % 97 - 48;
}

static int b(int i)
{
    return i * 7 % 61 - 30;
}

static int sum(int i)
{
    return a(i) + b(i);
}

static int write_tiles(const char *path, int (*value)(int i), int tiles)
{
    FILE *out = fopen(path, "wb");
    if (!out)
        return 1;
    for (int i = 0; i < tiles * DATUMS; i++) {
        const uint16_t bits = bf16(value(i));
        (void)fputc(bits & 0xFF, out);
        (void)fputc(bits >> 8, out);
    }
    return fclose(out) != 0;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    const int tiles = argc > 4 ? atoi(argv[4]) : 1;
    return write_tiles(argv[1], a, tiles) || write_tiles(argv[2], b, tiles) || write_tiles(argv[3], sum, tiles);
}
