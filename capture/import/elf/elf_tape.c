/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers are the host's own: both ends are one program. A file that has broken the reader writes the tape, so each
 * number is looked at before it counts. */
#include "capture/import/elf/elf_parts.h"

#include "capture/lines/line_set.h"
#include "capture/lines/symbol_text.h"

enum kind { END, REGION, BOOT, SYMBOL, LINES, NOTE, WARN };
enum { REGION_MAX = 256 << 20, NOTE_MAX = 512 };

/* ---- the end that writes ---- */

static void tape_put(FILE *out, const void *item, size_t size)
{
    (void)fwrite(item, 1, size, out); /* whoever closes the stream notices */
}

static void tape_put_number(FILE *out, uint32_t number)
{
    tape_put(out, &number, sizeof number);
}

static void tape_put_text(FILE *out, const char *text)
{
    tape_put_number(out, text ? (uint32_t)strlen(text) : UINT32_MAX);
    if (text)
        tape_put(out, text, strlen(text));
}

void elf_tape_region(FILE *out, uint32_t lo, uint32_t count, const uint8_t *bytes)
{
    (void)fputc(REGION, out);
    tape_put_number(out, lo);
    tape_put_number(out, count);
    tape_put(out, bytes, count);
}

void elf_tape_boot(FILE *out, enum tt_core core, uint32_t pc)
{
    (void)fputc(BOOT, out);
    tape_put_number(out, core);
    tape_put_number(out, pc);
}

void elf_tape_symbol(FILE *out, const struct ttcap_symbol *symbol)
{
    (void)fputc(SYMBOL, out);
    tape_put_number(out, symbol->core);
    tape_put_number(out, symbol->kind);
    tape_put_number(out, symbol->addr);
    tape_put_number(out, symbol->bytes);
    tape_put_text(out, symbol->name);
}

void elf_tape_lines(FILE *out, const struct ttcap_lines *lines)
{
    (void)fputc(LINES, out);
    tape_put_number(out, lines->core);
    tape_put_number(out, lines->addr);
    tape_put_number(out, lines->bytes);
    tape_put_number(out, (uint32_t)lines->frame_count);
    for (size_t i = 0; i < lines->frame_count; i++) {
        tape_put_text(out, lines->frames[i].function);
        tape_put_text(out, lines->frames[i].file);
        tape_put_number(out, lines->frames[i].line);
    }
}

static void tape_say(FILE *out, enum kind kind, const char *format, va_list args)
{
    char note[NOTE_MAX];
    (void)vsnprintf(note, sizeof note, format, args);
    (void)fputc((int)kind, out);
    tape_put_text(out, note);
}

void elf_tape_note(FILE *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tape_say(out, NOTE, format, args);
    va_end(args);
}

void elf_tape_warn(FILE *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tape_say(out, WARN, format, args);
    va_end(args);
}

/* ---- the end that reads ---- */

struct player {
    struct import_sink *sink;
    FILE *in;
    struct tt_error *err;
    bool has_ended;                   /* a record was not whole */
    bool is_bad;                      /* a number that no reader of ours writes */
    char (*texts)[LINE_TEXT_MAX + 1]; /* two for each function of a chain */
};

static uint32_t elf_tape_take_number(struct player *player, uint32_t most)
{
    uint32_t number = 0;
    player->has_ended |= fread(&number, sizeof number, 1, player->in) != 1;
    player->is_bad |= !player->has_ended && number > most;
    return player->has_ended || player->is_bad ? 0 : number;
}

/* Null: there is none, or the record is not whole. */
static const char *take_text(struct player *player, size_t number)
{
    uint32_t length = UINT32_MAX;
    char *text = player->texts[number];
    player->has_ended |= fread(&length, sizeof length, 1, player->in) != 1;
    if (player->has_ended || length == UINT32_MAX)
        return NULL;
    player->is_bad |= length > LINE_TEXT_MAX;
    if (player->is_bad)
        return NULL;
    player->has_ended |= fread(text, 1, length, player->in) != length;
    text[length] = '\0';
    return player->has_ended ? NULL : text;
}

static bool is_whole(const struct player *player)
{
    return !player->has_ended && !player->is_bad;
}

static enum tt_status play_region(struct player *player)
{
    const uint32_t lo = elf_tape_take_number(player, UINT32_MAX), count = elf_tape_take_number(player, REGION_MAX);
    if (!is_whole(player))
        return TT_OK;
    uint8_t *bytes OWNED(mem_free_at) = mem_alloc(count);
    NEED(bytes, player->err, "no memory");
    player->has_ended = fread(bytes, 1, count, player->in) != count;
    return player->has_ended ? TT_OK
                             : import_region(player->sink, "begin", TT_SPACE_L1, lo, count, bytes, NULL, player->err);
}

static enum tt_status play_boot(struct player *player)
{
    const uint32_t core = elf_tape_take_number(player, TT_CORE_COUNT - 1),
                   pc = elf_tape_take_number(player, UINT32_MAX);
    return is_whole(player) ? import_boot(player->sink, (enum tt_core)core, pc, player->err) : TT_OK;
}

static enum tt_status play_symbol(struct player *player)
{
    const char *why;
    struct ttcap_symbol symbol = {.core = (enum tt_core)elf_tape_take_number(player, TT_CORE_COUNT - 1)};
    symbol.kind = (enum ttcap_symbol_kind)elf_tape_take_number(player, TTCAP_OBJECT);
    symbol.addr = elf_tape_take_number(player, UINT32_MAX);
    symbol.bytes = elf_tape_take_number(player, UINT32_MAX);
    symbol.name = take_text(player, 0);
    player->is_bad |= !player->has_ended && (!symbol.name || !symbol_is_sound(&symbol, &why));
    return is_whole(player) ? import_symbol(player->sink, &symbol, player->err) : TT_OK;
}

static enum tt_status play_lines(struct player *player)
{
    struct ttcap_lines lines = {.core = (enum tt_core)elf_tape_take_number(player, TT_CORE_COUNT - 1)};
    lines.addr = elf_tape_take_number(player, UINT32_MAX);
    lines.bytes = elf_tape_take_number(player, UINT32_MAX);
    lines.frame_count = elf_tape_take_number(player, TTCAP_FRAMES_MAX);
    player->is_bad |= lines.frame_count == 0 || lines.bytes == 0;
    for (size_t i = 0; i < lines.frame_count && is_whole(player); i++) {
        lines.frames[i].function = take_text(player, 2 * i);
        lines.frames[i].file = take_text(player, 2 * i + 1);
        lines.frames[i].line = elf_tape_take_number(player, UINT32_MAX);
    }
    return is_whole(player) ? import_lines(player->sink, &lines, player->err) : TT_OK;
}

static enum tt_status play_note(struct player *player, int kind)
{
    const char *text = take_text(player, 0);
    if (!text)
        return TT_OK;
    return kind == WARN ? import_warn(player->sink, player->err, "%s", text)
                        : import_note(player->sink, player->err, "%s", text);
}

static enum tt_status tape_play_one(struct player *player, int kind)
{
    switch (kind) {
    case REGION:
        return play_region(player);
    case BOOT:
        return play_boot(player);
    case SYMBOL:
        return play_symbol(player);
    case LINES:
        return play_lines(player);
    case NOTE:
    case WARN:
        return play_note(player, kind);
    default:
        player->is_bad = true;
        return TT_OK;
    }
}

enum tt_status elf_tape_play(struct import_sink *sink, FILE *in, struct tt_error *err)
{
    struct player player = {.sink = sink, .in = in, .err = err};
    enum tt_status status = TT_OK;
    player.texts = mem_alloc(2 * TTCAP_FRAMES_MAX * sizeof *player.texts);
    NEED(player.texts, err, "no memory");
    for (int kind; !status && is_whole(&player) && (kind = fgetc(in)) != END && kind != EOF;)
        status = tape_play_one(&player, kind);
    mem_free(player.texts);
    return !status && player.is_bad ? tt_fail(err, TT_BAD_INPUT, "its reader is broken") : status;
}
