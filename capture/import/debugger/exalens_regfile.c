/* SPDX-License-Identifier: Apache-2.0 */
/* Values of dump-regfile of tt-exalens: 32 a line with tabs between, "TILE ID: n" before each 1,024. What they are of
 * says only the command, and their format is that of the register ALU_FORMAT_SPEC_REG2_Dstacc: both must be in the
 * text. The floating-point numbers are printed with all their digits, so each names one pattern. */
#include "capture/import/debugger/exalens_internal.h"

#include "base/memory.h"
#include "isa/registers.h"

#include "place_texts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    FORMAT_FP32 = 0,
    FORMAT_FP16 = 1,
    FORMAT_BF16 = 5,
    FORMAT_INT32 = 8,
    FORMAT_UINT16 = 9,
    FORMAT_INT8 = 14,
    ROWS = 64, /* of cells that the debug bus shows */
    CELLS = ROWS * DST_COLUMNS,
    RAW_BYTES = 2 * CELLS,
    HALVES = 8, /* rows between the halves of a 32-bit value */
    VALUES_MAX = DST_ROWS * DST_COLUMNS,
    TOKEN_MAX = 40,
};

/* ---- lines ---- */

/* "... > dr dstacc -l 0,0": which register file a command asks for. */
static void note_command(struct regfile_dump *dump, const char *line)
{
    static const char *const commands[] = {"dr ", "dump-regfile ", "dump_regfile "};
    static const struct {
        const char *name;
        enum regfile file;
    } files[] = {{"0", REGFILE_SRCA},    {"srca", REGFILE_SRCA}, {"1", REGFILE_SRCB},
                 {"srcb", REGFILE_SRCB}, {"2", REGFILE_DSTACC},  {"dstacc", REGFILE_DSTACC}};
    const char *prompt = strrchr(line, '>');
    const char *at = text_skip_spaces(prompt ? prompt + 1 : line), *name = NULL;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0] && !name; i++)
        name = text_after(at, commands[i]);
    if (!name)
        return;
    name = text_skip_spaces(name);
    size_t count = strcspn(name, " \t");
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (strlen(files[i].name) == count && strncasecmp(files[i].name, name, count) == 0)
            dump->asked = files[i].file;
    }
}

/* One value as Python prints it: "1.5", "-0.0", "1e-05", "inf", "nan", "-3", "0x3f". */
static bool exalens_regfile_read_number(const char *text, size_t count, bool *is_raw, double *value)
{
    char token[TOKEN_MAX + 1];
    char *end;
    if (count > TOKEN_MAX)
        return false;
    memcpy(token, text, count);
    token[count] = '\0';
    *is_raw = token[0] == '0' && token[1] == 'x';
    if (!*is_raw && token[strspn(token, "+-.0123456789eE")] && strcmp(token, "inf") != 0 &&
        strcmp(token, "-inf") != 0 && strcmp(token, "nan") != 0)
        return false;
    *value = strtod(token, &end);
    return *end == '\0' && end > token;
}

static enum tt_status exalens_regfile_put_number(struct exalens *exalens, const char *text, size_t count,
                                                 struct tt_error *err)
{
    struct regfile_dump *dump = &exalens->regfile;
    bool is_raw;
    double value;
    size_t offset = (size_t)(text - exalens->lines.line);
    if (!exalens_regfile_read_number(text, count, &is_raw, &value) || (is_raw && value > UINT8_MAX))
        return text_lines_fail(&exalens->lines, offset, err, "'%.*s' is no value of a register file",
                               (int)(count < TOKEN_MAX ? count : TOKEN_MAX), text);
    if (dump->count && is_raw != dump->is_raw)
        return text_lines_fail(&exalens->lines, offset, err, "raw bytes and values in one dump");
    if (dump->count == VALUES_MAX)
        return text_lines_fail(&exalens->lines, offset, err, "more than the %d values of Dst", VALUES_MAX);
    if (mem_grow(&dump->values, &dump->capacity, dump->count + 1, sizeof *dump->values) < 0)
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    dump->is_raw = is_raw;
    dump->values[dump->count++] = value;
    return TT_OK;
}

/* A line of values; another line ends the dump. */
static enum tt_status exalens_regfile_read_values(struct exalens *exalens, struct tt_error *err)
{
    const char *at = text_skip_spaces(exalens->lines.line);
    bool is_raw;
    double value;
    if (!exalens_regfile_read_number(at, strcspn(at, " \t"), &is_raw, &value)) {
        exalens->regfile.is_open = *at == '\0';
        return TT_END;
    }
    enum tt_status status = TT_OK;
    for (size_t count; status == TT_OK && (count = text_cell(&at)); at += count)
        status = exalens_regfile_put_number(exalens, at, count, err);
    return status;
}

/* "TILE ID: 0" opens a dump, "TILE ID: 1" goes on. */
static enum tt_status open_dump(struct exalens *exalens, const char *tile, struct tt_error *err)
{
    struct regfile_dump *dump = &exalens->regfile;
    bool is_first = strcmp(tile, "0") == 0;
    if (!is_first && dump->count % 1024)
        return text_lines_fail(&exalens->lines, 0, err, "the tile before has %zu values, expected 1024",
                               dump->count % 1024);
    if (is_first && dump->count)
        return text_lines_fail(&exalens->lines, 0, err, "a second dump of a register file; one a file");
    if (is_first && dump->asked == REGFILE_NONE)
        return text_lines_fail(
            &exalens->lines, 0, err,
            "which register file it is, the dump does not say; put the command before it, as '> dr dstacc'");
    if (is_first) {
        dump->file = dump->asked;
        dump->line = exalens->lines.number;
    }
    dump->is_open = true;
    return exalens_take(exalens, err);
}

enum tt_status exalens_regfile_line(struct exalens *exalens, struct tt_error *err)
{
    const char *tile = text_after(exalens->lines.line, "TILE ID: ");
    if (tile)
        return open_dump(exalens, tile, err);
    if (exalens->regfile.is_open) {
        enum tt_status status = exalens_regfile_read_values(exalens, err);
        if (status != TT_END)
            return status;
    }
    note_command(&exalens->regfile, exalens->lines.line);
    return TT_END;
}

/* ---- values into cells ---- */

struct dst_cells {
    uint16_t cell[DST_ROWS][DST_COLUMNS], known[DST_ROWS][DST_COLUMNS];
};

/* The form of words: as a core sees Dst (R35), as they are or the two's complement of sign and magnitude; or as the
 * debug bus shows them. */
enum view { VIEW_NONE, VIEW_WORDS, VIEW_COMPLEMENTS, VIEW_UPPER_HALVES };

/* A word, or which of its bits are known. */
struct word_bits {
    uint32_t value, known;
};

static void exalens_regfile_put_cell(struct dst_cells *cells, size_t row, size_t column, unsigned bits)
{
    cells->cell[row][column] = (uint16_t)bits;
    cells->known[row][column] = UINT16_MAX;
}

/* The pattern of a value as FP32; false where it is none. A NaN's pattern is not printed. */
static bool fp32_bits(double value, uint32_t *bits)
{
    float single = (float)value;
    memcpy(bits, &single, sizeof *bits);
    return isinf(value) || (double)single == value;
}

/* Sign, mantissa, exponent: the order of Dst (docs/formats/bundle.md#regions). */
static unsigned bf16_cell(uint32_t fp32)
{
    uint32_t upper = fp32 >> 16;
    return (upper & 0x8000) | (upper & 0x7F) << 8 | (upper >> 7 & 0xFF);
}

static bool fp16_cell(double value, unsigned *cell)
{
    unsigned sign = signbit(value) ? 0x8000 : 0;
    int exponent = 0;
    double size = fabs(value), mantissa;
    if (isinf(value)) {
        *cell = sign | 31;
        return true;
    }
    (void)frexp(size, &exponent);
    exponent += 14; /* frexp's is of 0.5 to 1, and the bias is 15 */
    if (size < 0x1p-14)
        exponent = 0;
    mantissa = size * (exponent ? exp2(25 - exponent) : 0x1p24) - (exponent ? 1024 : 0);
    if (exponent > 30 || mantissa != floor(mantissa))
        return false;
    *cell = sign | (unsigned)mantissa << 5 | (unsigned)exponent;
    return true;
}

static enum tt_status not_a_value(const struct regfile_dump *dump, size_t i, const char *format, struct tt_error *err)
{
    return tt_fail(err, TT_BAD_INPUT, "line %lu: value %zu of the register file is %.17g, which is no %s", dump->line,
                   i, dump->values[i], format);
}

/* Two cells a word of the debug bus, the upper one first, and tt-exalens does not turn them round for these formats. */
static size_t swapped(size_t i)
{
    return i ^ 1;
}

static enum tt_status place_16_bits(const struct regfile_dump *dump, uint32_t format, struct dst_cells *cells,
                                    struct tt_error *err)
{
    for (size_t i = 0; i < CELLS; i++) {
        double value = dump->values[i];
        uint32_t fp32 = 0;
        unsigned cell = 0;
        size_t at = format == FORMAT_UINT16 ? i : swapped(i);
        if (isnan(value))
            continue;
        if (format == FORMAT_BF16) {
            if (!fp32_bits(value, &fp32) || fp32 & 0xFFFF)
                return not_a_value(dump, i, "Float16_b", err);
            cell = bf16_cell(fp32);
        } else if (format == FORMAT_FP16) {
            if (!fp16_cell(value, &cell))
                return not_a_value(dump, i, "Float16", err);
        } else {
            if (!(value >= 0 && value <= UINT16_MAX) || value != floor(value))
                return not_a_value(dump, i, "UInt16", err);
            cell = (unsigned)value;
        }
        exalens_regfile_put_cell(cells, at / DST_COLUMNS, at % DST_COLUMNS, cell);
    }
    return TT_OK;
}

/* ---- words of 32 bits ---- */

static bool has_words(const struct exalens *exalens, uint32_t format)
{
    const bool is_integer = format == FORMAT_INT32 || format == FORMAT_INT8;
    return format == FORMAT_FP32 || (is_integer && chip_get(exalens->debugger.chip)->t_cores_see_dst);
}

/* A negative word of Int8 is printed as its low byte less 128, which from 0 on is a positive word, too. */
static struct word_bits int8_word(int64_t value)
{
    struct word_bits word = {(uint32_t)value, UINT32_MAX};
    if (value < 0) {
        word.value = UINT32_C(1) << 31 | (uint32_t)(value + 128);
        word.known = UINT32_C(1) << 31 | UINT8_MAX;
    } else if (value < 128) {
        word.known = INT8_MAX;
    }
    return word;
}

/* The word behind a printed value; false where it is none of its format. */
static bool printed_word(double value, uint32_t format, struct word_bits *word)
{
    *word = (struct word_bits){.known = UINT32_MAX};
    if (format == FORMAT_FP32)
        return fp32_bits(value, &word->value);
    const double least = format == FORMAT_INT8 ? INT8_MIN : INT32_MIN;
    if (!(value >= least && value <= INT32_MAX) || value != floor(value))
        return false;
    *word = (struct word_bits){(uint32_t)(int64_t)value, UINT32_MAX};
    if (format == FORMAT_INT8)
        *word = int8_word((int64_t)value);
    return true;
}

/* Sign and magnitude of a word that a core sees as two's complement: zero has either sign, and of a word of which not
 * all is known, a negative one, only the sign. */
static void undo_complement(struct word_bits *word)
{
    const uint32_t sign = UINT32_C(1) << 31;
    if (word->known != UINT32_MAX)
        word->known &= word->value & sign;
    else if (word->value & sign)
        word->value = sign | (0u - word->value);
    else if (word->value == 0)
        word->known &= ~sign;
}

static unsigned upper_cell(uint32_t word)
{
    return bf16_cell(word & UINT32_C(0xFFFF0000));
}

/* Rows of 32 bits, each in two of cells: on Blackhole as many as a core was asked for; on Wormhole the 32 that the
 * debug bus shows, of which the lower halves are not the cells': the words that are to bring them up reach eight
 * columns of four rows, again and again, since their step of 16 does not fit the four bits of INCRWC. */
static enum tt_status place_32_bits(const struct regfile_dump *dump, uint32_t format, enum view view,
                                    struct dst_cells *cells, struct tt_error *err)
{
    for (size_t i = 0; i < dump->count; i++) {
        const size_t index = i / DST_COLUMNS, column = i % DST_COLUMNS;
        const size_t row = index / HALVES * 2 * HALVES + index % HALVES;
        struct word_bits word;
        if (isnan(dump->values[i]))
            continue;
        if (!printed_word(dump->values[i], format, &word))
            return not_a_value(dump, i,
                               format == FORMAT_FP32   ? "Float32"
                               : format == FORMAT_INT8 ? "Int8"
                                                       : "Int32",
                               err);
        if (view == VIEW_COMPLEMENTS)
            undo_complement(&word);
        exalens_regfile_put_cell(cells, row, column, upper_cell(word.value));
        exalens_regfile_put_cell(cells, row + HALVES, column, word.value & 0xFFFF);
        cells->known[row][column] = (uint16_t)upper_cell(word.known);
        cells->known[row + HALVES][column] = view == VIEW_UPPER_HALVES ? 0 : (uint16_t)word.known;
    }
    return TT_OK;
}

static void place_raw(const struct regfile_dump *dump, struct dst_cells *cells)
{
    for (size_t i = 0; i < CELLS; i++) {
        size_t at = swapped(i);
        exalens_regfile_put_cell(cells, at / DST_COLUMNS, at % DST_COLUMNS,
                                 (unsigned)dump->values[2 * i] << 8 | (unsigned)dump->values[2 * i + 1]);
    }
}

/* Wormhole shows zeros for a row that is not valid, whatever its cells hold (R40). */
static size_t forget_zero_rows(struct dst_cells *cells)
{
    size_t forgotten = 0;
    for (size_t row = 0; row < DST_ROWS; row++) {
        bool is_zero = true, is_known = false;
        for (size_t column = 0; column < DST_COLUMNS; column++) {
            is_zero = is_zero && cells->cell[row][column] == 0;
            is_known = is_known || cells->known[row][column];
        }
        if (!is_zero || !is_known)
            continue;
        memset(cells->known[row], 0, sizeof cells->known[row]);
        forgotten++;
    }
    return forgotten;
}

/* ---- the cells of a dump ---- */

static enum tt_status wrong_count(const struct regfile_dump *dump, size_t expected, struct tt_error *err)
{
    return tt_fail(err, TT_BAD_INPUT, "line %lu: the register file has %zu values, expected %zu", dump->line,
                   dump->count, expected);
}

static enum tt_status exalens_regfile_put_cells(struct exalens *exalens, enum view view, struct dst_cells *cells,
                                                struct tt_error *err)
{
    size_t forgotten = chip_get(exalens->debugger.chip)->debug_array_hides_cleared ? forget_zero_rows(cells) : 0;
    enum tt_status status = import_numbers(exalens->sink, exalens->id, TT_SPACE_DST, 0, DST_ROWS * DST_COLUMNS,
                                           cells->cell, cells->known, err);
    if (status == TT_OK)
        status = import_note(exalens->sink, err, "%zu values of Dst", exalens->regfile.count);
    if (status == TT_OK && forgotten)
        status =
            import_warn(exalens->sink, err,
                        "%zu rows of Dst are not known: Wormhole shows zeros for rows that are not valid", forgotten);
    if (status == TT_OK && view == VIEW_UPPER_HALVES)
        status = import_warn(exalens->sink, err,
                             "of 32-bit rows of Dst the lower halves are not known: tt-exalens' way to "
                             "them reaches four rows");
    return status;
}

/* How words are shown, row by row; none where that is not known, or in another order. */
static enum view view_of(const struct debugger *debugger)
{
    static const enum reg_id off[] = {REG_DEST_ACCESS_CFG_remap_addrs, REG_DEST_ACCESS_CFG_swizzle_32b,
                                      REG_RISC_DEST_ACCESS_CTRL_SEC0_no_swizzle};
    static const enum view views[] = {VIEW_WORDS, VIEW_COMPLEMENTS}; /* by the format */
    const struct reg_field *field = reg_field_get(debugger->chip, REG_RISC_DEST_ACCESS_CTRL_SEC0_fmt);
    uint32_t value;
    if (!chip_get(debugger->chip)->t_cores_see_dst)
        return VIEW_UPPER_HALVES;
    if (!debugger_known(debugger, field->word, field->shift, field->bits, &value))
        return VIEW_NONE;
    const enum view view = value < sizeof views / sizeof views[0] ? views[value] : VIEW_NONE;
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        field = reg_field_get(debugger->chip, off[i]);
        if (!debugger_known(debugger, field->word, field->shift, field->bits, &value) || value)
            return VIEW_NONE;
    }
    return view;
}

static enum tt_status exalens_regfile_place(struct exalens *exalens, uint32_t format, enum view view,
                                            struct tt_error *err)
{
    const struct regfile_dump *dump = &exalens->regfile;
    bool is_split = has_words(exalens, format) && !dump->is_raw;
    bool is_view = is_split && chip_get(exalens->debugger.chip)->t_cores_see_dst;
    size_t tiles = (dump->count + CELLS - 1) / CELLS, most = VALUES_MAX / 2;
    size_t expected = dump->is_raw ? RAW_BYTES : is_view ? tiles * CELLS : is_split ? CELLS / 2 : CELLS;
    expected = expected < most ? expected : most;
    if (dump->count != expected)
        return wrong_count(dump, expected, err);
    struct dst_cells *cells = mem_calloc(1, sizeof *cells);
    if (!cells)
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    enum tt_status status = TT_OK;
    if (dump->is_raw)
        place_raw(dump, cells);
    else if (is_split)
        status = place_32_bits(dump, format, view, cells, err);
    else
        status = place_16_bits(dump, format, cells, err);
    if (status == TT_OK)
        status = exalens_regfile_put_cells(exalens, is_split ? view : VIEW_NONE, cells, err);
    mem_free(cells);
    return status;
}

static enum tt_status exalens_regfile_leave_out(struct exalens *exalens, const char *why, struct tt_error *err)
{
    return import_warn(exalens->sink, err, "%zu values of a register file (line %lu) are left out: %s",
                       exalens->regfile.count, exalens->regfile.line, why);
}

enum tt_status exalens_regfile_end(struct exalens *exalens, struct tt_error *err)
{
    const struct regfile_dump *dump = &exalens->regfile;
    const struct reg_field *field = reg_field_get(exalens->debugger.chip, REG_ALU_FORMAT_SPEC_REG2_Dstacc);
    uint32_t format;
    if (dump->count == 0)
        return TT_OK;
    if (dump->file != REGFILE_DSTACC)
        return exalens_regfile_leave_out(
            exalens, "of a source register the dump shows neither bank nor row, and 16 of 19 bits", err);
    bool is_known = debugger_known(&exalens->debugger, field->word, field->shift, field->bits, &format);
    if (dump->is_raw)
        return exalens_regfile_place(exalens, FORMAT_UINT16, VIEW_NONE, err);
    if (!is_known)
        return exalens_regfile_leave_out(exalens,
                                         "their format is not in the text; "
                                         "`reg " FIELD_TEXT_ALU_FORMAT_SPEC_REG2_Dstacc "` prints it",
                                         err);
    const enum view view = view_of(&exalens->debugger);
    const bool is_word = has_words(exalens, format);
    if (is_word && view == VIEW_NONE)
        return exalens_regfile_leave_out(
            exalens,
            "a core's view of 32 bits shows the cells as they are where `reg cfg(220,0x3,0)` is 0 and `reg "
            "cfg(3,0x74000,14)` is 0 or 4, and the text does not say that",
            err);
    if (is_word || format == FORMAT_FP16 || format == FORMAT_BF16 || format == FORMAT_UINT16)
        return exalens_regfile_place(exalens, format, view, err);
    return exalens_regfile_leave_out(exalens, "values of their format do not name one pattern each", err);
}
