/* SPDX-License-Identifier: Apache-2.0 */
/* Programs of cores: what of an ELF file gets into a capture, and which files are refused. */
#include "base/little.h"
#include "capture/bundle.h"
#include "capture/import/importer.h"
#include "unit/suite.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct tt_error err;
static uint8_t program[1024 + 1]; /* fixtures/program/program.elf */
static size_t program_bytes;
static struct import_item what = {.importer = &importer_elf, .path = "p.elf", .id = "begin", .core = TT_CORE_T0};

static void read_program(void)
{
    FILE *file = fopen(FIXTURES "/program/program.elf", "rb");
    ck_assert_ptr_nonnull(file);
    program_bytes = fread(program, 1, sizeof program, file);
    (void)fclose(file);
    ck_assert_uint_gt(program_bytes, sizeof(Elf32_Ehdr));
}

static struct import_sink *new_sink(enum tt_chip chip)
{
    const struct import_options options = {.chip = chip};
    struct import_sink *sink = import_new(&options);
    ck_assert_int_eq(import_from(sink, "--elf t0=p.elf", &err), TT_OK);
    return sink;
}

static enum tt_status read_it(struct import_sink *sink)
{
    return import_text(sink, &what, (const char *)program, program_bytes, &err);
}

/* What is said of the program as it is now. */
static const char *said(void)
{
    struct import_sink *sink = new_sink(TT_BLACKHOLE);
    enum tt_status status = read_it(sink);
    import_free(sink);
    ck_assert_int_eq(status, TT_BAD_INPUT);
    return err.text;
}

START_TEST(elf__segments_entry_and_names_are_retained)
{
    char path[128];
    struct ttcap *capture;
    struct import_sink *sink = new_sink(TT_WORMHOLE_B0);
    ck_assert_msg(read_it(sink) == TT_OK, "%s", err.text);
    (void)snprintf(path, sizeof path, "/tmp/ttr-elf-%ld.ttcap", (long)getpid());
    ck_assert_msg(import_write(sink, path, true, &err) == TT_OK, "%s", err.text);
    import_free(sink);
    ck_assert_int_eq(ttcap_open(&capture, path, &err), TT_OK);
    (void)unlink(path);
    const struct ttcap_info *info = ttcap_info(capture);
    ck_assert_uint_eq(info->boot_count, 1);
    ck_assert_int_eq(info->boot[0].core, TT_CORE_T0);
    ck_assert_uint_eq(info->boot[0].pc, 0x6000);
    ck_assert_str_eq(info->inputs[0], "--elf t0=p.elf: 2 segments, 48 bytes; starts at 0x6000; 4 symbols");
    /* The image of the data stands behind the code, from where start code copies it. */
    uint8_t bytes[0x34], known[0x34];
    ck_assert_int_eq(ttcap_read(capture, 0, TT_SPACE_L1, 0x6000, 0x34, bytes, known, &err), TT_OK);
    ck_assert_int_eq(memcmp(bytes, program + 0x74, 0x30), 0);
    ck_assert_uint_eq(bytes[0x2C], 7);
    for (unsigned i = 0; i < sizeof known; i++)
        ck_assert_uint_eq(known[i], i < 0x30 ? 0xFF : 0);
    char text[TTCAP_PLACE_MAX];
    static const struct {
        uint32_t addr;
        const char *text;
    } places[] = {{0x6000, "_start"},          {0x6018, "_start+0x18"},     {0x601C, "stop"},
                  {0x6028, "unpack_tile+0x8"}, {0xFFB00003, "counter+0x3"}, {0x602C, "0x602c"}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        ttcap_place_text(capture, TT_CORE_T0, places[i].addr, text);
        ck_assert_str_eq(text, places[i].text);
    }
    ttcap_close(capture);
}
END_TEST

/* A field of the file's head, and of a segment's. */
static uint8_t *of_head(size_t field)
{
    return program + field;
}

static uint8_t *of_segment(unsigned nth, size_t field)
{
    return program + load_u32(of_head(offsetof(Elf32_Ehdr, e_phoff))) + nth * sizeof(Elf32_Phdr) + field;
}

START_TEST(elf__files_for_other_machines_are_refused)
{
    store_u16(of_head(offsetof(Elf32_Ehdr, e_machine)), EM_386);
    ck_assert_str_eq(said(), "p.elf: code of machine 3, expected RISC-V (243)");
    store_u16(of_head(offsetof(Elf32_Ehdr, e_machine)), EM_RISCV);
    store_u16(of_head(offsetof(Elf32_Ehdr, e_type)), ET_REL);
    ck_assert_str_eq(said(), "p.elf: of type 1, expected a linked program (2)");
    program[EI_DATA] = ELFDATA2MSB;
    ck_assert_str_eq(said(), "p.elf: a big-endian file, expected little-endian RISC-V");
    program[EI_CLASS] = ELFCLASS64;
    ck_assert_str_eq(said(), "p.elf: a file of 64-bit code, expected 32-bit RISC-V");
    program[EI_MAG0] = 0;
    ck_assert_str_eq(said(), "p.elf: not an ELF file");
}
END_TEST

START_TEST(elf__segments_that_cannot_be_loaded_are_refused)
{
    uint8_t *data_address = of_segment(1, offsetof(Elf32_Phdr, p_paddr));
    uint8_t *code_offset = of_segment(0, offsetof(Elf32_Phdr, p_offset));
    const uint32_t address = load_u32(data_address), offset = load_u32(code_offset);
    store_u32(data_address, 0xFFB00000);
    ck_assert_str_eq(said(), "p.elf: segment 1: 4 bytes to be loaded at 0xffb00000, the core's own memory, which no "
                             "loader reaches, and the file has no __loader_init_start; --image says where in L1 start "
                             "code finds it, or link it so (AT>)");
    what.has_addr = true;
    what.addr = 0x17FFFD;
    ck_assert_str_eq(said(),
                     "p.elf: segment 1: 4 bytes to be loaded at 0x17fffd run past the end of L1 of blackhole at "
                     "0x180000");
    what.addr = UINT32_MAX;
    ck_assert_str_eq(said(), "p.elf: segment 1: 4 bytes to be loaded at 0xffffffff run past the end of L1 of blackhole "
                             "at 0x180000");
    what.has_addr = false;
    store_u32(data_address, 0x17FFFE);
    ck_assert_str_eq(said(),
                     "p.elf: segment 1: 4 bytes to be loaded at 0x17fffe run past the end of L1 of blackhole at "
                     "0x180000");
    store_u32(data_address, 0x6000);
    ck_assert_str_eq(said(), "begin: l1 0x6000 is 0x17 by --elf t0=p.elf, and 0x07 by --elf t0=p.elf; --override lets "
                             "the later one count");
    store_u32(data_address, address);
    store_u32(code_offset, 0xFFFFFFF0);
    ck_assert_str_eq(said(), "p.elf: segment 0: 44 bytes at byte 4294967280, and the file has 716");
    store_u32(code_offset, offset);
    store_u32(of_head(offsetof(Elf32_Ehdr, e_entry)), 0x602C);
    ck_assert_str_eq(said(), "p.elf: starts at 0x602c, where no code of it lies");
    store_u32(of_head(offsetof(Elf32_Ehdr, e_entry)), 0x6002);
    ck_assert_str_eq(said(), "p.elf: starts at 0x6002, where no code of it lies");
    for (unsigned i = 0; i < 2; i++)
        store_u32(of_segment(i, offsetof(Elf32_Phdr, p_type)), PT_NOTE);
    ck_assert_str_eq(said(), "p.elf: has nothing to load");
}
END_TEST

START_TEST(elf__a_file_cut_at_any_byte_is_no_crash)
{
    for (size_t count = 0; count < program_bytes; count++) {
        char *cut = malloc(count + 1);
        memcpy(cut, program, count);
        cut[count] = '\0';
        struct import_sink *sink = new_sink(TT_BLACKHOLE);
        enum tt_status status = import_text(sink, &what, cut, count, &err);
        ck_assert(status == TT_OK || status == TT_BAD_INPUT);
        import_free(sink);
        free(cut);
    }
}
END_TEST

/* Every byte that the programs know is known to the bundle alike, and outside them the bundle knows operands alone. */
static void compare(struct ttcap *programs, struct ttcap *bundle, bool has_operands)
{
    static uint8_t a[2][1536 * 1024], b[2][1536 * 1024];
    uint32_t size = sizeof a[0], unlike = 0, more = 0;
    ck_assert_int_eq(ttcap_read(programs, 0, TT_SPACE_L1, 0, size, a[0], a[1], &err), TT_OK);
    ck_assert_int_eq(ttcap_read(bundle, 0, TT_SPACE_L1, 0, size, b[0], b[1], &err), TT_OK);
    for (uint32_t i = 0; i < size; i++) {
        unlike += (a[1][i] & ~b[1][i]) != 0 || (a[1][i] && a[0][i] != b[0][i]);
        more += b[1][i] && !a[1][i] && b[0][i];
    }
    ck_assert_uint_eq(unlike, 0);
    ck_assert_msg(has_operands || more == 0, "%u bytes more", more);
}

static void compare_programs(const char *name, bool has_operands, const char *const *cores, size_t core_count)
{
    char folder[256], out[128], paths[3][256], labels[3][32];
    struct import_item items[3];
    struct ttcap *programs, *bundle;
    (void)snprintf(out, sizeof out, "/tmp/ttr-elf-%ld.ttcap", (long)getpid());
    for (size_t i = 0; i < core_count; i++) {
        (void)snprintf(paths[i], sizeof paths[i], ORACLE "/firmware/elf/%s.%s.elf", name, cores[i]);
        (void)snprintf(labels[i], sizeof labels[i], "--elf %s", cores[i]);
        items[i] = (struct import_item){.importer = &importer_elf,
                                        .label = labels[i],
                                        .path = paths[i],
                                        .core = (enum tt_core)(TT_CORE_T0 + (cores[i][1] - '0'))};
    }
    const struct import_options options = {.chip = TT_BLACKHOLE};
    ck_assert_msg(import_items(items, core_count, &options, NULL, out, true, &err) == TT_OK, "%s", err.text);
    ck_assert_int_eq(ttcap_open(&programs, out, &err), TT_OK);
    (void)snprintf(folder, sizeof folder, ORACLE "/firmware/%s", name);
    ck_assert_msg(bundle_import(folder, out, true, &err) == TT_OK, "%s", err.text);
    ck_assert_int_eq(ttcap_open(&bundle, out, &err), TT_OK);
    (void)unlink(out);
    compare(programs, bundle, has_operands);
    const struct ttcap_info *a = ttcap_info(programs), *b = ttcap_info(bundle);
    ck_assert_uint_eq(a->boot_count, b->boot_count);
    for (size_t i = 0; i < a->boot_count; i++) {
        ck_assert_int_eq(a->boot[i].core, b->boot[i].core);
        ck_assert_uint_eq(a->boot[i].pc, b->boot[i].pc);
    }
    ttcap_close(programs);
    ttcap_close(bundle);
}

START_TEST(elf__recorded_programs_are_what_the_recorded_start_holds)
{
    static const char *const all[] = {"t0", "t1", "t2"};
    if (access(ORACLE "/firmware/elf", R_OK) != 0) {
        (void)puts("skipped: the recordings (../shared/oracle) are not here");
        return;
    }
    compare_programs("core_sort_crc_all", false, all, 3);
    compare_programs("core_amo_share", false, all, 3);
    compare_programs("core_muldiv_t2", false, all + 2, 1);
    compare_programs("mmio_mop0_t2", false, all + 2, 1);
    compare_programs("k_copy_bf16", true, all, 3);
    compare_programs("k_matmul_f32_hifi4", true, all, 3);
}
END_TEST

/* fixtures/lines/pack.elf by its README: what addr2line says of its addresses. */
START_TEST(elf__lines_and_inlined_functions_are_kept)
{
    static const struct {
        uint32_t addr;
        const char *text; /* null: no line */
    } places[] = {
        {0xDFFC, NULL},
        {0xE000, "start.S:8 in _start"}, /* of the assembler: it knows no functions, but symbols do */
        {0xE15C, "pack.cpp:16 in push < :36 in repeat < :64 in rows < :71 in main"},
    };
    static uint8_t file[16384 + 1];
    FILE *in = fopen(FIXTURES "/lines/pack.elf", "rb");
    ck_assert_ptr_nonnull(in);
    const size_t size = fread(file, 1, sizeof file - 1, in);
    (void)fclose(in);
    const struct import_item item = {.importer = &importer_elf, .path = "pack.elf", .id = "begin", .core = TT_CORE_T2};
    struct import_sink *sink = new_sink(TT_BLACKHOLE);
    ck_assert_msg(import_text(sink, &item, (const char *)file, size, &err) == TT_OK, "%s", err.text);
    char path[128];
    (void)snprintf(path, sizeof path, "/tmp/ttr-elf-lines-%ld.ttcap", (long)getpid());
    ck_assert_msg(import_write(sink, path, true, &err) == TT_OK, "%s", err.text);
    import_free(sink);
    struct ttcap *capture;
    ck_assert_int_eq(ttcap_open(&capture, path, &err), TT_OK);
    (void)unlink(path);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct ttcap_lines lines;
        char text[TTCAP_LINES_TEXT_MAX];
        const enum tt_status status = ttcap_lines_at(capture, TT_CORE_T2, places[i].addr, &lines, &err);
        ck_assert_int_eq(status, places[i].text ? TT_OK : TT_END);
        if (status)
            continue;
        (void)ttcap_lines_text(lines.frames, lines.frame_count, text);
        ck_assert_str_eq(text, places[i].text);
        ck_assert(strncmp(lines.frames[0].file, "/home/me/kernel/", 16) == 0);
    }
    ttcap_close(capture);
}
END_TEST

/* Whatever a byte of the debug information becomes: the program is taken, and all of its lines can be asked for. */
START_TEST(elf__damaged_lines_are_left_out)
{
    static uint8_t file[16384 + 1];
    static struct ttcap_lines lines;
    FILE *in = fopen(FIXTURES "/lines/plain.elf", "rb");
    ck_assert_ptr_nonnull(in);
    const size_t size = fread(file, 1, sizeof file - 1, in);
    (void)fclose(in);
    const struct import_item item = {.importer = &importer_elf, .path = "plain.elf", .id = "begin", .core = TT_CORE_T2};
    char path[128];
    (void)snprintf(path, sizeof path, "/tmp/ttr-elf-damaged-%ld.ttcap", (long)getpid());
    unsigned with_lines = 0, taken = 0;
    for (size_t at = 0x94; at < 0x3A5; at += 3) { /* sections .debug_* */
        const uint8_t was = file[at];
        file[at] ^= (uint8_t)(1 + at % 255);
        struct import_sink *sink = new_sink(TT_BLACKHOLE);
        if (import_text(sink, &item, (const char *)file, size, &err) == TT_OK) {
            struct ttcap *capture;
            taken++;
            ck_assert_msg(import_write(sink, path, true, &err) == TT_OK, "byte %zu: %s", at, err.text);
            ck_assert_int_eq(ttcap_open(&capture, path, &err), TT_OK);
            with_lines += ttcap_info(capture)->line_count > 0;
            for (uint64_t i = 0; i < ttcap_info(capture)->line_count; i++)
                ck_assert_int_eq(ttcap_lines_get(capture, i, &lines, &err), TT_OK);
            ttcap_close(capture);
        }
        import_free(sink);
        file[at] = was;
    }
    (void)unlink(path);
    ck_assert_uint_gt(taken, 100);
    ck_assert_uint_gt(with_lines, taken / 2);
    ck_assert_uint_lt(with_lines, taken);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("elf");
    TCase *tcase = tcase_create("elf");
    tcase_add_checked_fixture(tcase, read_program, NULL);
    tcase_add_test(tcase, elf__segments_entry_and_names_are_retained);
    tcase_add_test(tcase, elf__files_for_other_machines_are_refused);
    tcase_add_test(tcase, elf__segments_that_cannot_be_loaded_are_refused);
    tcase_add_test(tcase, elf__a_file_cut_at_any_byte_is_no_crash);
    tcase_add_test(tcase, elf__recorded_programs_are_what_the_recorded_start_holds);
    tcase_add_test(tcase, elf__lines_and_inlined_functions_are_kept);
    tcase_add_test(tcase, elf__damaged_lines_are_left_out);
    tcase_set_timeout(tcase, 60);
    suite_add_tcase(suite, tcase);
    return suite;
}
