/* SPDX-License-Identifier: Apache-2.0 */
/* An array as a reference, six bytes of how it is taken and then the file: refused with a sentence, or what it wants of
 * its bytes is the same as itself, whatever the rest of the space holds. */
#include "ask/run/expect/expect.h"
#include "fuzz/harness.h"
#include "fuzz/require.h"

#include <string.h>

enum { HEAD = 6 };

static struct expect_asked asked_by(const uint8_t head[HEAD])
{
    static const char *const places[] = {"l1:0x60000", "l1:0x17ff00", "dst:0,0",  "dst:67,5",
                                         "srca:1,3,0", "lreg:2.5",    "gpr:1.12", "l1:0x5ffc1:64"};
    return (struct expect_asked){.path = "array",
                                 .at = places[head[0] % (sizeof places / sizeof places[0])],
                                 .layout = (enum expect_layout)(head[1] % EXPECT_LAYOUTS),
                                 .has_format = head[2] % 8 != 0 && format_get((enum format)(head[3] % FORMAT_COUNT)),
                                 .format = (enum format)(head[3] % FORMAT_COUNT),
                                 .has_exponents = head[4] % 4 == 0,
                                 .exponents = (uint32_t)head[4] << 13,
                                 .ulp = head[5]};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct expect expect;
    struct tt_error err = {""};
    if (size < HEAD)
        return 0;
    const struct expect_asked asked = asked_by(data);
    const enum tt_chip chip = data[0] & 0x80 ? TT_WORMHOLE_B0 : TT_BLACKHOLE;
    if (expect_read_bytes(&expect, &asked, chip, data + HEAD, size - HEAD, &err)) {
        require(*err.text);
        expect_clear(&expect);
        return 0;
    }
    struct expect_image image = {{0}, {0}};
    uint8_t *held[TTCAP_EXPECTED_MAX] = {0};
    for (size_t i = 0; i < expect.part_count; i++) {
        image.bytes[i] = expect.bytes[i];
        held[i] = must_alloc(expect.parts[i].count);
    }
    require(expect.count > 0 && *expect.what);
    for (uint32_t nth = 0; nth < expect.count; nth++) {
        const struct expect_datum datum = expect_datum(&expect, &image, nth);
        require(datum.is_equal && !datum.is_undecided && datum.wanted == datum.replayed);
        require(datum.index < expect.count);
    }
    expect_accept(&expect, &image, held);
    for (size_t i = 0; i < expect.part_count; i++) {
        require(memcmp(held[i], expect.bytes[i], expect.parts[i].count) == 0);
        free(held[i]);
    }
    expect_clear(&expect);
    return 0;
}
