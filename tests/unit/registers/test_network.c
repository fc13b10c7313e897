/* SPDX-License-Identifier: Apache-2.0 */
/* Requests of the network interfaces, as far as both ends are the tile. R58, R58a, R58e, R59 */
#include "base/little.h"
#include "unit/stores.h"
#include "unit/suite.h"
#include "unit/tile/listener.h"

#include "noc_findings.h"

static struct tile *tile;
static struct listener heard;
static enum tt_chip chip;

enum { HERE_X = 3, HERE_Y = 4, HERE = HERE_X | HERE_Y << 6 };
enum { READ = 0, ATOMIC = 1, WRITE = 2, INLINE = 1 << 3, ANSWERED = 1 << 4, MULTICAST = 1 << 5 };

static void start(enum tt_chip which)
{
    chip = which;
    tile = tile_new(chip);
    ck_assert_ptr_nonnull(tile);
    listener_attach(&heard, tile);
    tile_state(tile)->registers.noc[1][NOC_CELL_NODE_ID] = HERE;
    for (uint32_t i = 0; i < 64; i++)
        tile_state(tile)->l1[0x1000 + i] = (uint8_t)(i + 1);
}

static void on_blackhole(void)
{
    start(TT_BLACKHOLE);
}

static void on_wormhole(void)
{
    start(TT_WORMHOLE_B0);
}

static void free_it(void)
{
    tile_free(tile);
}

static uint32_t stride(void)
{
    return chip == TT_BLACKHOLE ? 0x800 : 0x400;
}

static void put(uint32_t offset, uint32_t value) /* command buffer 2 of network 1 */
{
    stores_mmio(tile, 0, -1, 0xFFB30000 + 2 * stride() + offset, value);
}

static uint32_t counter(unsigned index)
{
    return tile_register(tile, 0xFFB30200 + 4 * index);
}

static void put_end(uint32_t offset, uint32_t addr, uint32_t coordinates)
{
    put(offset, addr);
    put(offset + 4, chip == TT_BLACKHOLE ? 0 : coordinates << 4);
    if (chip == TT_BLACKHOLE)
        put(offset + 8, coordinates);
}

static void request(uint32_t ctrl, uint32_t targ, uint32_t ret, uint32_t coordinates, uint32_t length, uint32_t data)
{
    put_end(0, targ, coordinates);
    put_end(0xC, ret, coordinates);
    put(0x1C, ctrl);
    put(0x20, length);
    put(chip == TT_BLACKHOLE ? 0x28 : 0x24, data);
    put(chip == TT_BLACKHOLE ? 0x40 : 0x28, 1);
}

START_TEST(copies__reads_and_writes)
{
    struct tile_state *state = tile_state(tile);
    request(READ, 0x1000, 0x2000, HERE, 40, 0);
    ck_assert_mem_eq(&state->l1[0x2000], &state->l1[0x1000], 40);
    ck_assert_uint_eq(state->l1[0x2000 + 40], 0);
    ck_assert_uint_eq(counter(2), 1);                            /* RD_RESP */
    ck_assert_uint_eq(counter(3), chip == TT_BLACKHOLE ? 1 : 2); /* flits */
    ck_assert_uint_eq(counter(5), 1);
    request(WRITE | ANSWERED, 0x1000, 0x1008, HERE, 40, 0); /* onto itself: as if read whole */
    for (uint32_t i = 0; i < 40; i++)
        ck_assert_uint_eq(state->l1[0x1008 + i], i + 1);
    ck_assert_uint_eq(counter(1), 1); /* WR_ACK */
    ck_assert_uint_eq(counter(10), 1);
    request(WRITE, 0x1000, 0x3000, HERE, 4, 0);
    ck_assert_uint_eq(counter(1), 1); /* posted: no answer */
    ck_assert_uint_eq(counter(11), 1);
    ck_assert_uint_eq(counter(4), 3);                              /* CMD_ACCEPTED */
    ck_assert_uint_eq(tile_register(tile, 0xFFB20200 + 4 * 4), 0); /* the other network sent nothing */
    ck_assert_uint_eq(counter(14), 1);                             /* RD_STARTED: of one read */
    ck_assert_uint_eq(heard.findings, 0);
}
END_TEST

START_TEST(words__in_the_request_by_bytes)
{
    struct tile_state *state = tile_state(tile);
    request(WRITE | INLINE | ANSWERED, 0x3004, 0, HERE, 0xFu << 4, 0x11223344);
    ck_assert_uint_eq(load_u32(&state->l1[0x3004]), 0x11223344);
    request(WRITE | INLINE, 0x3004, 0, HERE, 0x6u << 4, 0xAABBCCDD);
    ck_assert_uint_eq(load_u32(&state->l1[0x3004]), 0x11BBCC44);
    const uint32_t stream = 0xFFB45000 + 4 * (chip == TT_BLACKHOLE ? 17u : 6u); /* BUF_START */
    request(WRITE | INLINE, stream, 0, HERE, 0xFu << stream % 32, 9);
    ck_assert_uint_eq(tile_register(tile, stream), 9);
    ck_assert_uint_eq(counter(8), 0); /* no words of data */
}
END_TEST

/* R58e: each byte of the sixteen that is enabled, whichever word of them the address names. */
START_TEST(words__in_the_request_go_to_all_that_is_enabled)
{
    struct tile_state *state = tile_state(tile);
    request(WRITE | INLINE, 0x3008, 0, HERE, 0x9001, 0x11223344);
    ck_assert_uint_eq(load_u32(&state->l1[0x3000]), 0x44);
    ck_assert_uint_eq(load_u32(&state->l1[0x3008]), 0);
    ck_assert_uint_eq(load_u32(&state->l1[0x300C]), 0x11000044);
    ck_assert_uint_eq(load_u32(&state->l1[0x3010]), 0);
    ck_assert_uint_eq(heard.findings, 0);
    const uint32_t stream = 0xFFB45000 + 4 * (chip == TT_BLACKHOLE ? 17u : 6u);
    request(WRITE | INLINE, 0x3020, 0, HERE, 0xF0000u, 0x55667788); /* of the other half of 32 bytes */
    request(WRITE | INLINE, stream, 0, HERE, 1, 9);
    const bool folds = chip == TT_WORMHOLE_B0;
    ck_assert_uint_eq(load_u32(&state->l1[0x3020]), folds ? 0x55667788 : 0);
    ck_assert_uint_eq(tile_register(tile, stream), folds ? 9 : 0);
    ck_assert_uint_eq(heard.findings, folds ? 0 : 2);
}
END_TEST

/* R58a: the buffer shows the last packet of a longer one, whose parts must be aligned. */
START_TEST(requests__go_in_packets_of_256_flits)
{
    const uint32_t most = chip == TT_BLACKHOLE ? 16384 : 8192;
    tile_state(tile)->l1[0x10000 + 2 * most] = 0x77;
    request(READ, 0x10000, 0x20000, HERE, most, 0);
    ck_assert_uint_eq(counter(4), 1);
    request(READ, 0x10000, 0x20000, HERE, 2 * most + 4, 0);
    ck_assert_uint_eq(tile_state(tile)->l1[0x20000 + 2 * most], 0x77);
    ck_assert_uint_eq(counter(4), 1 + 3);             /* CMD_ACCEPTED */
    ck_assert_uint_eq(counter(3), 256 + 2 * 256 + 1); /* RD_DATA_WORD */
    ck_assert_uint_eq(tile_register(tile, 0xFFB30000 + 2 * stride() + 0x20), 4);
    ck_assert_uint_eq(tile_register(tile, 0xFFB30000 + 2 * stride()), 0x10000 + 2 * most);
    ck_assert_uint_eq(tile_register(tile, 0xFFB30000 + 2 * stride() + 0xC), 0x20000 + 2 * most);
    ck_assert_uint_eq(heard.findings, 0);
    request(READ, 0x10004, 0x20000, HERE, most + 4, 0);
    ck_assert_int_eq(heard.last_finding, FINDING_NOC_ELSEWHERE);
    const uint32_t accepted = counter(4);
    request(WRITE | 1 << 2, 0x10000, 0x20000, HERE, UINT32_MAX, 0); /* by byte enables: no length, and one packet */
    ck_assert_uint_eq(counter(4), accepted + 1);
    ck_assert_uint_eq(tile_register(tile, 0xFFB30000 + 2 * stride() + 0x20), UINT32_MAX);
}
END_TEST

/* R59: the other end's counters, which are the tile's own here. */
START_TEST(counters__of_what_was_received)
{
    static const struct {
        uint32_t ctrl, length;
        uint32_t grows[14]; /* counters 48 to 61 */
    } cases[] = {
        {READ, 100, {[2] = 1, [3] = 2, [4] = 1, [5] = 1}},
        {WRITE, 4, {[4] = 1, [9] = 1, [11] = 1, [13] = 1}},
        {WRITE | ANSWERED, 4, {[1] = 1, [4] = 1, [8] = 1, [10] = 1, [12] = 1}},
        {WRITE | INLINE, 0xF, {[4] = 1, [9] = 1, [11] = 1, [13] = 1}},
        {WRITE | INLINE | ANSWERED, 0xF, {[1] = 1, [4] = 1, [8] = 1, [10] = 1, [12] = 1}},
        {ATOMIC, 1u << 12, {[4] = 1, [7] = 1}},
        {ATOMIC | ANSWERED, 1u << 12, {[0] = 1, [4] = 1, [6] = 1}},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t before[14];
        for (unsigned k = 0; k < 14; k++)
            before[k] = counter(48 + k);
        request(cases[i].ctrl, 0x1000, 0x2000, HERE, cases[i].length, 0);
        for (unsigned k = 0; k < 14; k++) {
            const uint32_t flits = chip == TT_WORMHOLE_B0 && cases[i].grows[k] == 2 ? 4 : cases[i].grows[k];
            ck_assert_msg(counter(48 + k) - before[k] == flits, "case %u, counter %u", i, 48 + k);
        }
    }
    request(WRITE, 0x1000, 0x2000, HERE + 1, 16, 0); /* of another tile, which has its own */
    ck_assert_uint_eq(counter(52), sizeof cases / sizeof *cases);
}
END_TEST

START_TEST(atomics__compare_and_swap)
{
    static const uint8_t from[NOC_BLOCK_BYTES] = {5, 0, 0, 0, 6, 0, 0, 0, 7, 0, 0, 0, 8, 0, 0, 0};
    static const struct {
        uint32_t code;
        unsigned first, count;
        uint32_t words[4];
    } rows[] = {
        {4u << 12 | 9u << 6 | 6u << 2 | 1, 4, 4, {5, 9, 7, 8}}, /* the word is 6 */
        {4u << 12 | 9u << 6 | 5u << 2 | 1, 4, 4, {5, 6, 7, 8}}, /* and not 5 */
        {6u << 12 | 1u << 2 | 2, 8, 4, {5, 6, 0xAABBCCDD, 8}},
        {7u << 12 | 3u << 2, 12, 4, {5, 6, 7, 0xAABBCCDD}},
        {3u << 12 | 0x21u << 2, 0, 16, {0xCCDD, 6, 0xAABB0007, 8}}, /* lanes 0 and 5 */
        {0xFu << 15 | 1u << 12 | 31u << 2, 0, 4, {0xAABBCCE2, 6, 7, 8}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t block[NOC_BLOCK_BYTES];
        unsigned first, count;
        memcpy(block, from, sizeof block);
        ck_assert(noc_atomic_apply(block, 0xAABBCCDD, rows[i].code, &first, &count));
        ck_assert_uint_eq(first, rows[i].first);
        ck_assert_uint_eq(count, rows[i].count);
        for (unsigned word = 0; word < 4; word++)
            ck_assert_uint_eq(load_u32(block + 4 * word), rows[i].words[word]);
    }
}
END_TEST

START_TEST(atomics__add_within_the_bits_that_wrap)
{
    struct tile_state *state = tile_state(tile);
    store_u32(&state->l1[0x3008], 0xFFFFFFFF);
    request(ATOMIC | ANSWERED, 0x3008, 0x4000, HERE, 1u << 12 | 31u << 2 | 2, 3); /* word 2 of the 16 bytes */
    ck_assert_uint_eq(load_u32(&state->l1[0x3008]), 2);
    ck_assert_uint_eq(load_u32(&state->l1[0x4000]), 0xFFFFFFFF);
    store_u32(&state->l1[0x3004], 0x1234);
    request(ATOMIC | ANSWERED, 0x3004, 0x4004, HERE, 1u << 12 | 31u << 2 | 2, 3); /* its code names another word */
    ck_assert_uint_eq(load_u32(&state->l1[0x3008]), 5);
    ck_assert_uint_eq(load_u32(&state->l1[0x4004]), 0x1234);
    store_u32(&state->l1[0x3000], 0x1F);
    request(ATOMIC, 0x3000, 0x4000, HERE, 1u << 12 | 3u << 2, 2); /* four bits */
    ck_assert_uint_eq(load_u32(&state->l1[0x3000]), 0x11);
    ck_assert_uint_eq(load_u32(&state->l1[0x4000]), 0xFFFFFFFF);
    ck_assert_uint_eq(counter(0), 2); /* ATOMIC_RESP */
}
END_TEST

START_TEST(elsewhere__is_a_finding_and_changes_no_memory)
{
    static const struct {
        uint32_t ctrl, length, coordinates, ret;
        bool is_plain; /* whoever has the other tile could do it */
    } cases[] = {
        {WRITE, 16, HERE + 1, 0x2000, true},                            /* another tile */
        {READ, 16, HERE + 1, 0x2000, true},                             /* another tile */
        {WRITE | 1 << 2, 16, HERE, 0x2000, false},                      /* by byte enables */
        {WRITE, 0x1000, HERE, 0x17F800, true},                          /* beyond L1 */
        {ATOMIC, 2u << 12, HERE, 0x2000, false},                        /* no code */
        {ATOMIC, 5u << 12, HERE + 1, 0x2000, false},                    /* of another tile */
        {WRITE | MULTICAST, 16, HERE | (HERE + 1) << 12, 0x2000, true}, /* to a rectangle */
        {ATOMIC | MULTICAST, 1u << 12, HERE | (HERE + 1) << 12, 0x2000, true},
        {READ | MULTICAST, 16, HERE | (HERE + 1) << 12, 0x2000, false},
        {WRITE | INLINE | 1 << 2, 0xF, HERE + 1, 0x2000, true}, /* whose word has byte enables always */
        {WRITE | INLINE, 0xFF, HERE + 1, 0x2000, false},        /* a word twice */
        {WRITE, 4, HERE, 0xFF000000, true},                     /* where nothing is */
        {WRITE, 16, HERE, 0xFFB45000, true},                    /* a register has four bytes */
    };
    struct tile_state *state = tile_state(tile);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct noc_refusal refusal;
        request(cases[i].ctrl, 0x1000, cases[i].ret, cases[i].coordinates, cases[i].length, 5);
        ck_assert_int_eq(heard.last_finding, FINDING_NOC_ELSEWHERE);
        ck_assert_uint_eq(heard.findings, i + 1);
        ck_assert_uint_eq(state->l1[0x2000], 0);
        const struct mmio_target at =
            mmio_decode_any(chip, -1, 0xFFB30000 + 2 * stride() + (chip == TT_BLACKHOLE ? 0x40 : 0x28));
        ck_assert(tile_noc_refuses(tile, &at, 1, &refusal));
        ck_assert_int_eq(refusal.is_plain, cases[i].is_plain);
    }
    ck_assert_uint_eq(load_u32(&state->l1[0x1000]), 0x04030201);
}
END_TEST

/* A rectangle whose two corners are this tile has no other in it. */
START_TEST(rectangles__of_one_tile_are_that_tile)
{
    const struct tile_state *state = tile_state(tile);
    request(WRITE | MULTICAST, 0x1000, 0x2000, HERE | HERE << 12, 16, 0);
    ck_assert_uint_eq(heard.findings, 0);
    ck_assert_mem_eq(&state->l1[0x2000], &state->l1[0x1000], 16);
}
END_TEST

/* R58m. Network 1, whose corners stand the other way round. */
START_TEST(rectangles__are_acknowledged_by_each_tile)
{
    enum { FROM = 4 | 5 << 6, TO = 2 | 4 << 6, TO_SENDER = 1 << 17 };
    tile_state(tile)->registers.noc[1][NOC_CELL_NOC_ID_LOGICAL] = HERE;
    request(WRITE | ANSWERED | MULTICAST, 0x1000, 0x2000, TO | FROM << 12, 16, 0);
    ck_assert_uint_eq(counter(1), 5);  /* WR_ACK: of six tiles, but for the sender */
    ck_assert_uint_eq(counter(10), 1); /* NP_WR_REQ */
    request(WRITE | ANSWERED | MULTICAST | TO_SENDER, 0x1000, 0x2000, TO | FROM << 12, 16, 0);
    ck_assert_uint_eq(counter(1), 11);
    request(WRITE | MULTICAST, 0x1000, 0x2000, TO | FROM << 12, 16, 0);
    ck_assert_uint_eq(counter(1), 11); /* posted */
    request(ATOMIC | MULTICAST, 0x1000, 0x2000, TO | FROM << 12, 1u << 12, 5);
    ck_assert_uint_eq(counter(0), 0); /* ATOMIC_RESP, posted */
    tile_state(tile)->registers.noc[1][NOC_CELL_NODE_ID] = HERE;
    request(ATOMIC | ANSWERED | MULTICAST, 0x1000, 0x2000, TO | FROM << 12, 1u << 12, 5);
    ck_assert_uint_eq(counter(0), 5);
}
END_TEST

/* Round the edge, where the first corner stands behind the second. */
START_TEST(rectangles__go_round_the_edge)
{
    const struct noc_rectangle rectangle = {.from_x = 4, .from_y = 3, .to_x = 2, .to_y = 3};
    const struct chip *of_chip = chip_get(chip);
    for (unsigned x = 0; x <= of_chip->host.noc_x_last; x++) {
        const bool is_worker = of_chip->grid.worker_columns >> x & 1;
        ck_assert_int_eq(noc_rectangle_has(of_chip, 0, &rectangle, x, 3), is_worker && x != 3);
        ck_assert_int_eq(noc_rectangle_has(of_chip, 1, &rectangle, x, 3), is_worker && x >= 2 && x <= 4);
        ck_assert(!noc_rectangle_has(of_chip, 0, &rectangle, x, 4));
    }
}
END_TEST

/* A tile that was given no coordinates is nowhere. */
START_TEST(coordinates__must_have_been_given)
{
    tile_state(tile)->registers.noc[1][NOC_CELL_NODE_ID] = 0;
    request(READ, 0x1000, 0x2000, 0, 4, 0);
    ck_assert_int_eq(heard.last_finding, FINDING_NOC_ELSEWHERE);
    tile_state(tile)->registers.noc[1][NOC_CELL_NOC_ID_LOGICAL] = HERE;
    request(READ, 0x1000, 0x2000, HERE, 4, 0);
    ck_assert_uint_eq(heard.findings, 1);
}
END_TEST

/* A request that would store to the register that sends it. */
START_TEST(requests__do_not_send_themselves)
{
    const uint32_t send = 0xFFB30000 + 2 * stride() + (chip == TT_BLACKHOLE ? 0x40 : 0x28);
    request(WRITE | INLINE, send, 0, HERE, 0xFu << send % 32, 1);
    ck_assert_int_eq(heard.last_finding, FINDING_NOC_ELSEWHERE);
}
END_TEST

START_TEST(outstanding__of_the_transactions_that_a_store_names_go_to_0)
{
    enum { OUTSTANDING = 16, TRANSACTIONS = 16 };
    uint32_t *counters = &tile_state(tile)->registers.noc[1][NOC_CELL_COUNTER];
    for (unsigned i = 0; i < TRANSACTIONS; i++)
        counters[OUTSTANDING + i] = i + 1;
    stores_mmio(tile, 0, -1, 0xFFB30000 + (chip == TT_BLACKHOLE ? 0x60 : 0x50), 1u << 1 | 1u << 15);
    for (unsigned i = 0; i < TRANSACTIONS; i++)
        ck_assert_uint_eq(counter(OUTSTANDING + i), i == 1 || i == 15 ? 0 : i + 1);
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("network");
    TCase *cases[] = {tcase_create("blackhole"), tcase_create("wormhole")};
    tcase_add_checked_fixture(cases[0], on_blackhole, free_it);
    tcase_add_checked_fixture(cases[1], on_wormhole, free_it);
    for (unsigned i = 0; i < 2; i++) {
        tcase_add_test(cases[i], copies__reads_and_writes);
        tcase_add_test(cases[i], words__in_the_request_by_bytes);
        tcase_add_test(cases[i], words__in_the_request_go_to_all_that_is_enabled);
        tcase_add_test(cases[i], requests__go_in_packets_of_256_flits);
        tcase_add_test(cases[i], counters__of_what_was_received);
        tcase_add_test(cases[i], atomics__add_within_the_bits_that_wrap);
        tcase_add_test(cases[i], atomics__compare_and_swap);
        tcase_add_test(cases[i], elsewhere__is_a_finding_and_changes_no_memory);
        tcase_add_test(cases[i], rectangles__of_one_tile_are_that_tile);
        tcase_add_test(cases[i], rectangles__are_acknowledged_by_each_tile);
        tcase_add_test(cases[i], rectangles__go_round_the_edge);
        tcase_add_test(cases[i], coordinates__must_have_been_given);
        tcase_add_test(cases[i], requests__do_not_send_themselves);
        tcase_add_test(cases[i], outstanding__of_the_transactions_that_a_store_names_go_to_0);
        suite_add_tcase(all, cases[i]);
    }
    return all;
}
