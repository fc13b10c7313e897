/* SPDX-License-Identifier: Apache-2.0 */
/* Whole replays of small captures made here: what is held, what is taken over, what decides nothing. */
#include "base/little.h"
#include "isa/isa.h"
#include "isa/registers.h"
#include "isa/spaces.h"
#include "numeric/dst_rows.h"
#include "order/replay.h"
#include "unit/suite.h"
#include "unit/tile/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OUT_X16 = 0x100, OUT = OUT_X16 * 16, DATUMS = 16 };

/* A capture while it is made. */
struct maker {
    char path[256];
    struct ttcap_writer *writer;
    uint64_t seq;
    uint32_t cfg[CFG_WORDS_MAX]; /* state 0 as written so far */
};

static void make_begin(struct maker *maker, enum ttcap_source source)
{
    const char *under = getenv("TMPDIR");
    *maker = (struct maker){0};
    (void)snprintf(maker->path, sizeof maker->path, "%s/replay-test-%ld.ttcap", under ? under : "/tmp", (long)getpid());
    struct ttcap_meta meta = {.chip = TT_BLACKHOLE, .source = source, .name = "small", .description = ""};
    struct tt_error err = {""};
    ck_assert_msg(!ttcap_writer_open(&maker->writer, maker->path, true, &meta, &err), "%s", err.text);
}

static void put_event(struct maker *maker, struct ttcap_event event)
{
    struct tt_error err = {""};
    event.seq = maker->seq++;
    ck_assert_msg(!ttcap_writer_event(maker->writer, &event, &err), "%s", err.text);
}

static void put_exec(struct maker *maker, uint32_t word)
{
    put_event(maker, (struct ttcap_event){.kind = TTCAP_EXEC, .thread = 2, .value = word});
}

static uint32_t opcode_word(const char *mnemonic)
{
    const struct isa_insn *insn = isa_find_mnemonic(TT_BLACKHOLE, mnemonic);
    ck_assert_ptr_nonnull(insn);
    return (uint32_t)insn->opcode << 24;
}

/* Sets a field of configuration state 0 by a core's store. */
static void put_field(struct maker *maker, const char *name, uint32_t value)
{
    enum reg_id id = reg_find(TT_BLACKHOLE, name);
    ck_assert_msg(id != REG_COUNT, "%s", name);
    const struct reg_field *field = reg_field_get(TT_BLACKHOLE, id);
    maker->cfg[field->word] |= value << field->shift;
    put_event(maker, (struct ttcap_event){
                         .kind = TTCAP_CFGW, .thread = -1, .addr = field->word, .value = maker->cfg[field->word]});
}

/* BF16 in and out, 16 columns of one row of Dst to L1. */
static void put_pack_settings(struct maker *maker)
{
    put_field(maker, "ALU_FORMAT_SPEC_REG2_Dstacc", 5);
    put_field(maker, "THCON_SEC0_REG1_In_data_format", 5);
    put_field(maker, "THCON_SEC0_REG1_Out_data_format", 5);
    put_field(maker, "THCON_SEC0_REG1_Disable_zero_compress", 1);
    put_field(maker, "THCON_SEC0_REG1_L1_Dest_addr", OUT_X16 - 1); /* P-9.2: the tile begins one further */
    put_field(maker, "PCK_EDGE_OFFSET_SEC0_mask", 0xFFFF);
    put_exec(maker, opcode_word("SETADCXX") | 1u << 23 | (DATUMS - 1) << 10);
}

static void put_pacr(struct maker *maker)
{
    put_exec(maker, opcode_word("PACR") | 1u << 8 | 1u);
}

static void snapshot_begin(struct maker *maker, const char *id)
{
    struct tt_error err = {""};
    ck_assert_msg(!ttcap_writer_snapshot_begin(maker->writer, id, &err), "%s", err.text);
}

static void put_bytes(struct maker *maker, enum tt_space space, uint32_t lo, uint32_t count, const void *bytes)
{
    struct tt_error err = {""};
    ck_assert_msg(!ttcap_writer_put(maker->writer, space, lo, count, bytes, NULL, &err), "%s", err.text);
}

static void snapshot_end(struct maker *maker)
{
    struct tt_error err = {""};
    ck_assert_msg(!ttcap_writer_snapshot_end(maker->writer, &err), "%s", err.text);
}

static void put_start(struct maker *maker)
{
    snapshot_begin(maker, "begin");
    snapshot_end(maker);
}

/* All of Dst one cell pattern, all rows valid. The cell of 1.0 in BF16 and Dst's order is the same from row to row. */
static void put_dst(struct maker *maker, uint16_t cell)
{
    static uint8_t cells[DST_ROWS * DST_COLUMNS][sizeof cell], valid[DST_ROWS];
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++)
        store_u16(cells[i], cell);
    memset(valid, 1, sizeof valid);
    put_bytes(maker, TT_SPACE_DST, 0, sizeof cells, cells);
    put_bytes(maker, TT_SPACE_DST_VALID, 0, sizeof valid, valid);
}

static struct ttcap *make_end(struct maker *maker)
{
    struct ttcap *capture = NULL;
    struct tt_error err = {""};
    ck_assert_msg(!ttcap_writer_finish(maker->writer, &err), "%s", err.text);
    ck_assert_msg(!ttcap_open(&capture, maker->path, &err), "%s", err.text);
    (void)unlink(maker->path);
    return capture;
}

/* Where packed datums really go, so that a test need not know the address rules: learnt from a run. */
struct landing {
    uint32_t lo, hi;
    uint8_t bytes[256];
    unsigned mismatches, comparisons, checkpoints;
};

static void on_access(void *user, const struct probe_access *access)
{
    struct landing *landing = user;
    if (!access->is_write || access->stream != ACCESS_PACK_DATA || access->hi - access->lo > sizeof landing->bytes)
        return;
    landing->lo = access->lo;
    landing->hi = access->hi;
    memcpy(landing->bytes, access->after, access->hi - access->lo);
}

static void on_mismatch(void *user, const struct replay_mismatch *run)
{
    struct landing *landing = user;
    landing->mismatches++;
    (void)run;
}

static void on_comparison(void *user, const struct replay_comparison *sum)
{
    struct landing *landing = user;
    landing->comparisons++;
    (void)sum;
}

static void on_checkpoint(void *user, uint32_t checkpoint, const struct ttcap_checkpoint *info, uint64_t seq)
{
    struct landing *landing = user;
    landing->checkpoints++;
    (void)checkpoint, (void)seq;
    (void)info;
}

static struct replay_summary replay_with(struct ttcap *capture, const struct replay_options *options,
                                         struct landing *landing)
{
    struct replay_summary summary;
    struct tt_error err = {""};
    *landing = (struct landing){0};
    struct probe probe = {.user = landing, .wants = PROBE_ACCESS, .access = on_access};
    struct replay_observer observer = {
        .user = landing, .checkpoint = on_checkpoint, .comparison = on_comparison, .mismatch = on_mismatch};
    ck_assert_msg(!replay_run(capture, options, &probe, &observer, &summary, &err), "%s", err.text);
    return summary;
}

static struct replay_summary replay(struct ttcap *capture, struct landing *landing)
{
    struct replay_options options;
    replay_options_init(&options, ttcap_info(capture));
    options.units = UINT32_C(1) << TT_UNIT_PACK;
    return replay_with(capture, &options, landing);
}

/* How the recording knows Dst at the hand-over. */
enum hand_over { WITHOUT_DST, WITH_DST };

/* A matrix word, a hand-over, and a PACR whose 32 bytes the end holds; flip changes one of them. */
static struct ttcap *packed_capture(enum hand_over hand_over, const struct landing *landing, uint8_t flip)
{
    struct maker maker;
    make_begin(&maker, TTCAP_SIMULATOR);
    put_start(&maker);
    put_exec(&maker, opcode_word("MVMUL"));
    put_pack_settings(&maker);
    snapshot_begin(&maker, "mid0");
    if (hand_over == WITH_DST)
        put_dst(&maker, 0x0ABC);
    else
        put_bytes(&maker, TT_SPACE_SRCA, 0, 4, "\0\0\0");
    snapshot_end(&maker);
    put_exec(&maker, opcode_word("MVMUL")); /* math goes on while the packer packs */
    put_pacr(&maker);
    snapshot_begin(&maker, "end");
    uint8_t bytes[256];
    memcpy(bytes, landing->bytes, sizeof bytes);
    bytes[6] ^= flip;
    if (landing->hi > landing->lo)
        put_bytes(&maker, TT_SPACE_L1, landing->lo, landing->hi - landing->lo, bytes);
    snapshot_end(&maker);
    return make_end(&maker);
}

static struct landing learn(void)
{
    struct landing none = {0}, landing;
    struct ttcap *capture = packed_capture(WITH_DST, &none, 0);
    (void)replay(capture, &landing);
    ttcap_close(capture);
    ck_assert_uint_eq(landing.hi - landing.lo, DATUMS * 2);
    return landing;
}

START_TEST(replay__dst_comes_from_the_hand_over)
{
    struct landing landing = learn(), heard;
    for (unsigned i = 1; i < DATUMS; i++) /* every datum is the same cell */
        ck_assert_int_eq(memcmp(landing.bytes, landing.bytes + 2 * i, 2), 0);
    ck_assert(landing.bytes[0] | landing.bytes[1]);
    struct ttcap *capture = packed_capture(WITH_DST, &landing, 0);
    struct replay_summary summary = replay(capture, &heard);
    ck_assert_int_eq(summary.verdict, VERDICT_SAME);
    ck_assert_uint_eq(summary.facts.bytes.compared, 2 * DATUMS);
    ck_assert_uint_eq(summary.skipped_by_unit[TT_UNIT_MATRIX], 2);
    ck_assert_uint_eq(summary.checkpoints, 2);
    ttcap_close(capture);
}
END_TEST

START_TEST(replay__a_flipped_byte_differs)
{
    struct landing landing = learn(), heard;
    struct ttcap *capture = packed_capture(WITH_DST, &landing, 0x10);
    struct replay_summary summary = replay(capture, &heard);
    ck_assert_int_eq(summary.verdict, VERDICT_DIFFERS);
    ck_assert_uint_eq(summary.facts.bytes.differing, 1);
    ck_assert_uint_eq(heard.mismatches, 1);
    ttcap_close(capture);
}
END_TEST

START_TEST(replay__no_verdict_when_dst_is_not_recorded)
{
    struct landing landing = learn(), heard;
    for (int flip = 0; flip < 2; flip++) { /* equal by luck or differing: it decides nothing */
        struct ttcap *capture = packed_capture(WITHOUT_DST, &landing, (uint8_t)flip);
        struct replay_summary summary = replay(capture, &heard);
        ck_assert_int_eq(summary.verdict, VERDICT_NONE);
        ck_assert_uint_eq(summary.facts.bytes.undecided, 2 * DATUMS);
        ck_assert_uint_eq(summary.facts.bytes.differing, 0);
        ck_assert(summary.facts.unknown_read & 1u << TT_SPACE_DST);
        ttcap_close(capture);
    }
}
END_TEST

/* A start that says what state 0 of the first configuration word and a register are; then one store. */
static struct ttcap *control_capture(enum ttcap_source source, uint32_t gpr_held)
{
    struct maker maker;
    make_begin(&maker, source);
    put_start(&maker);
    put_event(&maker, (struct ttcap_event){.kind = TTCAP_GPRW, .thread = 1, .addr = 3, .value = 77});
    put_event(&maker, (struct ttcap_event){.kind = TTCAP_SEMW, .thread = 1, .addr = 2});
    uint8_t held[4];
    store_u32(held, gpr_held);
    snapshot_begin(&maker, "end");
    put_bytes(&maker, TT_SPACE_GPR, (1 * GPRS + 3) * 4, 4, held);
    put_bytes(&maker, TT_SPACE_LREG, 0, 4, held); /* nobody here makes it: not held */
    snapshot_end(&maker);
    return make_end(&maker);
}

START_TEST(replay__control_state_is_held_and_others_are_not)
{
    struct landing heard;
    struct ttcap *capture = control_capture(TTCAP_SIMULATOR, 77);
    struct replay_summary summary = replay(capture, &heard);
    ck_assert_int_eq(summary.verdict, VERDICT_SAME);
    ck_assert_uint_eq(summary.facts.bytes.compared, 4);
    ttcap_close(capture);
    capture = control_capture(TTCAP_SIMULATOR, 78);
    summary = replay(capture, &heard);
    ck_assert_int_eq(summary.verdict, VERDICT_DIFFERS);
    ck_assert_uint_eq(heard.comparisons, 1);
    ttcap_close(capture);
}
END_TEST

START_TEST(replay__on_silicon_what_is_not_recorded_is_unknown)
{
    struct maker maker;
    struct landing heard;
    make_begin(&maker, TTCAP_SILICON);
    put_start(&maker);
    put_event(&maker,
              (struct ttcap_event){
                  .kind = TTCAP_L1W, .thread = -1, .addr = 0x1000, .bytes = (const uint8_t *)"abcd", .byte_count = 4});
    snapshot_begin(&maker, "end");
    put_bytes(&maker, TT_SPACE_L1, 0x1000, 8, "abcdefgh");
    snapshot_end(&maker);
    struct ttcap *capture = make_end(&maker);
    struct replay_summary summary = replay(capture, &heard);
    ck_assert_uint_eq(summary.facts.bytes.compared, 8);
    ck_assert_uint_eq(summary.facts.bytes.differing, 0);
    ck_assert_uint_eq(summary.facts.bytes.undecided, 4);
    ck_assert_uint_eq(summary.facts.bytes.compared - summary.facts.bytes.undecided, 4); /* what was stored is known */
    ck_assert_int_eq(summary.verdict, VERDICT_NONE);
    ck_assert(summary.start_is_assumed);
    ttcap_close(capture);
}
END_TEST

START_TEST(replay__nothing_held_is_no_verdict)
{
    struct maker maker;
    struct landing heard;
    make_begin(&maker, TTCAP_SIMULATOR);
    put_start(&maker);
    put_event(&maker, (struct ttcap_event){.kind = TTCAP_GPRW, .thread = 0, .addr = 3, .value = 1});
    struct ttcap *capture = make_end(&maker);
    ck_assert_int_eq(replay(capture, &heard).verdict, VERDICT_NONE);
    ttcap_close(capture);
}
END_TEST

START_TEST(replay__a_range_sees_and_holds_only_its_own_events)
{
    struct maker maker;
    struct landing heard;
    const uint8_t wrong[4] = {99}, right[4] = {2};
    make_begin(&maker, TTCAP_SIMULATOR);
    put_start(&maker);
    put_event(&maker, (struct ttcap_event){.kind = TTCAP_GPRW, .thread = 0, .addr = 0, .value = 1});
    snapshot_begin(&maker, "early");
    put_bytes(&maker, TT_SPACE_GPR, 0, 4, wrong);
    snapshot_end(&maker);
    put_event(&maker, (struct ttcap_event){.kind = TTCAP_GPRW, .thread = 0, .addr = 1, .value = 2});
    snapshot_begin(&maker, "late");
    put_bytes(&maker, TT_SPACE_GPR, 4, 4, right);
    snapshot_end(&maker);
    put_event(&maker, (struct ttcap_event){.kind = TTCAP_GPRW, .thread = 0, .addr = 1, .value = 3});
    struct ttcap *capture = make_end(&maker);
    struct replay_options options;
    replay_options_init(&options, ttcap_info(capture));
    ck_assert_int_eq(replay_with(capture, &options, &heard).verdict, VERDICT_DIFFERS);
    ck_assert_uint_eq(heard.checkpoints, 2);
    options.first = 1;
    options.last = 2;
    struct replay_summary summary = replay_with(capture, &options, &heard);
    ck_assert_int_eq(summary.verdict, VERDICT_SAME);
    ck_assert_uint_eq(summary.events, 1);
    ck_assert_uint_eq(heard.checkpoints, 1);
    ttcap_close(capture);
}
END_TEST

START_TEST(replay__strict_stops_at_the_first_finding)
{
    struct maker maker;
    struct landing heard;
    make_begin(&maker, TTCAP_SIMULATOR);
    put_start(&maker);
    put_event(&maker, (struct ttcap_event){.kind = TTCAP_GPRW, .thread = 0, .addr = 0, .value = 1});
    put_exec(&maker, 0xFF000000); /* no such instruction */
    put_event(&maker, (struct ttcap_event){.kind = TTCAP_GPRW, .thread = 0, .addr = 0, .value = 1});
    struct ttcap *capture = make_end(&maker);
    struct replay_options options;
    replay_options_init(&options, ttcap_info(capture));
    struct replay_summary summary = replay_with(capture, &options, &heard);
    ck_assert_uint_eq(summary.events, 3);
    ck_assert_uint_eq(summary.unsupported, 1);
    ck_assert(!summary.facts.is_stopped);
    options.is_strict = true;
    summary = replay_with(capture, &options, &heard);
    ck_assert(summary.facts.is_stopped);
    ck_assert_uint_eq(summary.facts.stopped.event, 1);
    ck_assert_uint_eq(summary.events, 2);
    ck_assert_int_eq(summary.verdict, VERDICT_UNSUPPORTED); /* that there is no such instruction comes first */
    ttcap_close(capture);
}
END_TEST

static void refuses(struct ttcap *capture, const struct replay_options *options, enum tt_status wanted,
                    const char *text)
{
    struct replay_summary summary;
    struct tt_error err = {""};
    ck_assert_int_eq(replay_run(capture, options, NULL, NULL, &summary, &err), wanted);
    ck_assert_str_eq(err.text, text);
}

START_TEST(replay__what_nothing_here_does_is_refused)
{
    struct ttcap *capture = control_capture(TTCAP_SIMULATOR, 77);
    struct replay_options options;
    replay_options_init(&options, ttcap_info(capture));
    options.order = REPLAY_FIRMWARE;
    refuses(capture, &options, TT_UNSUPPORTED, "the capture names no core to boot: firmware order has nothing to run");
    replay_options_init(&options, ttcap_info(capture));
    options.first = 3;
    refuses(capture, &options, TT_BAD_INPUT, "range starts at event 3, but the capture has 2 events");
    uint32_t missing = (UINT32_C(1) << TT_UNIT_VECTOR) & ~replay_units(TT_BLACKHOLE);
    replay_options_init(&options, ttcap_info(capture));
    options.units |= missing;
    if (missing)
        refuses(capture, &options, TT_UNSUPPORTED, "unit vector: nothing here executes it yet");
    ttcap_close(capture);
}
END_TEST

START_TEST(replay__readings_go_by_the_source)
{
    const enum ttcap_source sources[] = {TTCAP_SILICON, TTCAP_SIMULATOR, TTCAP_EMULATOR, TTCAP_DERIVED};
    const bool is_simulator[] = {false, true, false, true};
    struct variant_set simulator = {0};
    ck_assert_int_eq(variant_parse(&simulator, "simulator"), 0);
    ck_assert_int_eq(simulator.choice[VARIANT_PACK_L1_WRITE_THROUGH], PACK_L1_WRITE_THROUGH_ON);
    ck_assert_int_eq(simulator.choice[VARIANT_MATRIX_ZEROACC_HALF], MATRIX_ZEROACC_HALF_OFFSET);
    for (int i = 0; i < 4; i++) {
        struct ttcap_info info = {.chip = TT_WORMHOLE_B0, .source = sources[i]};
        struct replay_options options;
        replay_options_init(&options, &info);
        struct variant_set device = {0};
        const struct variant_set *wanted = is_simulator[i] ? &simulator : &device;
        ck_assert_int_eq(memcmp(&options.variants, wanted, sizeof device), 0);
    }
}
END_TEST

/* ---- bytes of the sources that nothing reads ---- */

enum { IS_MIDDLE = 1, HAS_MORE_BEHIND = 2, IS_ALONE = 4 };

/* On silicon, with sources that the start does not hold; the checkpoint holds a row of each and a register. */
static struct ttcap *unread_capture(unsigned kind)
{
    static const uint8_t zeros[SRC_COLUMNS * 4];
    struct maker maker;
    make_begin(&maker, TTCAP_SILICON);
    put_start(&maker);
    put_event(&maker, (struct ttcap_event){.kind = TTCAP_GPRW, .thread = 1, .addr = 3});
    put_exec(&maker, opcode_word("NOP"));
    snapshot_begin(&maker, "held");
    put_bytes(&maker, TT_SPACE_SRCA, 0, sizeof zeros, zeros);
    put_bytes(&maker, TT_SPACE_SRCB, 0, sizeof zeros, zeros);
    if (!(kind & IS_ALONE))
        put_bytes(&maker, TT_SPACE_GPR, (1 * GPRS + 3) * 4, 4, zeros);
    snapshot_end(&maker);
    if (kind & (IS_MIDDLE | HAS_MORE_BEHIND))
        put_exec(&maker, WORD(TT_BLACKHOLE, "MOVDBGA2D", {"src", 0}));
    if (kind & IS_MIDDLE) {
        snapshot_begin(&maker, "end");
        put_bytes(&maker, TT_SPACE_GPR, (1 * GPRS + 3) * 4, 4, zeros);
        snapshot_end(&maker);
    }
    return make_end(&maker);
}

static struct replay_summary replay_all(struct ttcap *capture)
{
    struct replay_options options;
    struct landing heard;
    replay_options_init(&options, ttcap_info(capture));
    const struct replay_summary summary = replay_with(capture, &options, &heard);
    ttcap_close(capture);
    return summary;
}

START_TEST(replay__source_bytes_that_nothing_reads_do_not_outvote)
{
    const struct replay_summary last = replay_all(unread_capture(0));
    ck_assert_int_eq(last.verdict, VERDICT_SAME);
    ck_assert_uint_eq(last.facts.bytes.equal, 4);
    ck_assert_uint_eq(last.facts.bytes.undecided, 2 * SRC_COLUMNS * 4);
    ck_assert_uint_eq(last.facts.unread_srca, SRC_COLUMNS * 4);
    ck_assert_uint_eq(last.facts.unread_srcb, SRC_COLUMNS * 4);
    /* Something behind may read them; nothing else is known. */
    ck_assert_int_eq(replay_all(unread_capture(IS_MIDDLE)).verdict, VERDICT_NONE);
    ck_assert_int_eq(replay_all(unread_capture(HAS_MORE_BEHIND)).verdict, VERDICT_NONE);
    ck_assert_int_eq(replay_all(unread_capture(IS_ALONE)).verdict, VERDICT_NONE);
}
END_TEST

/* Debug bit 11: a move to upper halves, and perhaps one to the lower halves that it leaves unknown. L1 may be held. */
static struct ttcap *halves_capture(bool has_both, bool has_l1)
{
    enum { FEATURE_DISABLE = 0xFFB12068, ROW = 40, BYTES = 2 * DST_COLUMNS };
    static const uint8_t zeros[BYTES];
    const uint32_t upper = dst_adj32(ROW, false, false);
    struct maker maker;
    make_begin(&maker, TTCAP_SIMULATOR);
    put_start(&maker);
    put_event(&maker,
              (struct ttcap_event){.kind = TTCAP_MMIO, .thread = -1, .addr = FEATURE_DISABLE, .value = 1u << 11});
    put_exec(&maker, WORD(TT_BLACKHOLE, "MOVDBGB2D", {"src", 16}, {"dst", ROW}));
    if (has_both)
        put_exec(&maker, WORD(TT_BLACKHOLE, "MOVDBGB2D", {"dest_32b_lo", 1}, {"src", 16}, {"dst", ROW}));
    snapshot_begin(&maker, "end");
    put_bytes(&maker, TT_SPACE_DST, upper * BYTES, BYTES, zeros);
    put_bytes(&maker, TT_SPACE_DST, (upper + DST_LOW_HALF) * BYTES, BYTES, zeros);
    if (has_l1)
        put_bytes(&maker, TT_SPACE_L1, 0, BYTES, zeros);
    snapshot_end(&maker);
    return make_end(&maker);
}

START_TEST(replay__a_lower_half_is_known_once_it_is_written)
{
    const struct replay_summary upper = replay_all(halves_capture(false, false)),
                                beside_l1 = replay_all(halves_capture(false, true)),
                                both = replay_all(halves_capture(true, false));
    ck_assert_int_eq(upper.verdict, VERDICT_NONE);
    ck_assert_uint_eq(upper.facts.bytes.undecided, 2 * DST_COLUMNS);
    ck_assert_int_eq(beside_l1.verdict, VERDICT_SAME); /* L1 is looked at */
    ck_assert_uint_eq(beside_l1.facts.unread_dst, 2 * DST_COLUMNS);
    ck_assert_int_eq(both.verdict, VERDICT_SAME);
    ck_assert_uint_eq(both.facts.bytes.equal, 4 * DST_COLUMNS);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("replay");
    TCase *t = tcase_create("replay");
    tcase_set_timeout(t, 30);
    tcase_add_test(t, replay__dst_comes_from_the_hand_over);
    tcase_add_test(t, replay__a_flipped_byte_differs);
    tcase_add_test(t, replay__no_verdict_when_dst_is_not_recorded);
    tcase_add_test(t, replay__control_state_is_held_and_others_are_not);
    tcase_add_test(t, replay__on_silicon_what_is_not_recorded_is_unknown);
    tcase_add_test(t, replay__nothing_held_is_no_verdict);
    tcase_add_test(t, replay__a_range_sees_and_holds_only_its_own_events);
    tcase_add_test(t, replay__strict_stops_at_the_first_finding);
    tcase_add_test(t, replay__what_nothing_here_does_is_refused);
    tcase_add_test(t, replay__readings_go_by_the_source);
    tcase_add_test(t, replay__source_bytes_that_nothing_reads_do_not_outvote);
    tcase_add_test(t, replay__a_lower_half_is_known_once_it_is_written);
    suite_add_tcase(s, t);
    return s;
}
