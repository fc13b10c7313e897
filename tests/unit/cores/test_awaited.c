/* SPDX-License-Identifier: Apache-2.0 */
/* What a core asked of the network, with no look at the counter that says it is done, and units that use those bytes of
 * L1. */
#include "tile/riscv/cores_internal.h"
#include "unit/suite.h"
#include "unit/unpack/unpack_bed.h"

#include "noc_findings.h"

enum { RD_RESP = 2, NP_WR_REQ = 10, WRITTEN = 0x8000 };

static struct tile *tile;
static struct cores *cores;
static unsigned said[FINDINGS_MAX];

static void awaited_on_finding(void *user, const struct probe_finding *finding)
{
    (void)user;
    said[finding->id]++;
}

static const struct probe awaited_probe = {.wants = PROBE_FINDING, .finding = awaited_on_finding};

static void setup(void)
{
    tile = unpack_tile_new(TT_WORMHOLE_B0);
    cores = cores_new(tile, &(struct cores_host){0});
    ck_assert_ptr_nonnull(cores);
    tile_set_probe(tile, &awaited_probe);
    memset(said, 0, sizeof said);
}

static void teardown(void)
{
    tile_set_probe(tile, NULL);
    cores_free(cores);
    tile_free(tile);
}

static void ask(enum noc_kind kind, unsigned noc, uint32_t local, uint32_t bytes)
{
    const struct noc_refusal request = {.kind = kind, .noc = noc, .local = local, .bytes = bytes, .addr = UINT32_MAX};
    network_order_sent(&cores->port[TT_CORE_NC], &request);
}

START_TEST(reads__are_awaited_before_an_unpacker_takes_them)
{
    ask(NOC_READ, 1, IN_ADDR + 16, 16);
    network_order_counted(&cores->port[TT_CORE_NC], 0, RD_RESP); /* of the other network */
    network_order_counted(&cores->port[TT_CORE_B], 1, RD_RESP);  /* another core */
    run_word(tile, unpacr(tile, 0));
    ck_assert_uint_eq(said[FINDING_NOC_READ_NOT_AWAITED], 1);
    run_word(tile, unpacr(tile, 0)); /* said once */
    ck_assert_uint_eq(said[FINDING_NOC_READ_NOT_AWAITED], 1);
    ask(NOC_READ, 1, IN_ADDR, 512);
    network_order_counted(&cores->port[TT_CORE_NC], 1, RD_RESP);
    ask(NOC_READ, 1, IN_ADDR + 512, 512); /* other bytes */
    run_word(tile, unpacr(tile, 0));
    ck_assert_uint_eq(said[FINDING_NOC_READ_NOT_AWAITED], 1);
}
END_TEST

START_TEST(writes__have_left_before_their_bytes_are_rewritten)
{
    ask(NOC_WRITE, 0, WRITTEN, 64);
    cores_unit_touches(tile, TT_UNIT_UNPACK0, WRITTEN, WRITTEN + 64, false); /* who reads them changes nothing */
    ask(NOC_WRITE, 0, WRITTEN, 64);
    ck_assert_uint_eq(said[FINDING_NOC_WRITE_NOT_AWAITED], 0);
    cores_unit_touches(tile, TT_UNIT_PACK, WRITTEN + 60, WRITTEN + 80, true);
    ck_assert_uint_eq(said[FINDING_NOC_WRITE_NOT_AWAITED], 1);
    ask(NOC_READ, 0, WRITTEN, 64); /* the second write */
    ck_assert_uint_eq(said[FINDING_NOC_WRITE_NOT_AWAITED], 2);
    ask(NOC_WRITE, 0, WRITTEN + 64, 64);
    network_order_counted(&cores->port[TT_CORE_NC], 0, NP_WR_REQ);
    cores_unit_touches(tile, TT_UNIT_PACK, WRITTEN + 64, WRITTEN + 128, true);
    ck_assert_uint_eq(said[FINDING_NOC_WRITE_NOT_AWAITED], 2);
    ck_assert_uint_eq(said[FINDING_NOC_READ_NOT_AWAITED], 0);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("what the network was asked");
    TCase *t = tcase_create("awaited");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, reads__are_awaited_before_an_unpacker_takes_them);
    tcase_add_test(t, writes__have_left_before_their_bytes_are_rewritten);
    suite_add_tcase(s, t);
    return s;
}
