/* SPDX-License-Identifier: Apache-2.0 */
/* The result of a conversation: the cores that ran, each read-back that differs by tile and address, and the verdict.
 * 80 columns; schemas/program.schema.json. */
#include "show/runs/program_report.h"

#include "isa/cores.h"
#include "isa/spaces.h"

enum { DIFFERENCES_SAID = 16, TILES_SAID = 8 };

/* "1,2" */
struct tile_name {
    char text[16];
};

static struct tile_name tile_name_of(unsigned x, unsigned y)
{
    struct tile_name name;
    (void)snprintf(name.text, sizeof name.text, "%u,%u", x, y);
    return name;
}

static void program_report_say_hazards(struct report *report, const struct device *device)
{
    struct device_tile tile;
    uint64_t said = 0, found = 0;
    report_list(report, "hazards");
    for (uint64_t i = 0; device_tile(device, i, &tile); i++) {
        if (!tile.hazard)
            continue;
        report_item(report, NULL, SAY("x", tile.x), SAY("y", tile.y), SAY("hazard", tile.hazard));
        if (found++ >= TILES_SAID)
            continue;
        said++;
        report_label(report, RUN_LABEL, "hazard", "tile %s: %s", tile_name_of(tile.x, tile.y).text, tile.hazard);
    }
    report_close(report);
    if (found > said)
        report_print(report, "               and on %" PRIu64 " more tiles, which --json has\n", found - said);
}

/* In text those that sent requests: the others boot and wait, or compute for nobody. */
static void say_tiles(struct report *report, const struct device *device)
{
    struct device_tile tile;
    uint64_t said = 0, at_work = 0;
    report_list(report, "tiles");
    for (uint64_t i = 0; device_tile(device, i, &tile); i++) {
        report_item(report, NULL, SAY("x", tile.x), SAY("y", tile.y), SAY("core_instructions", tile.instructions),
                    SAY("executed", tile.words), SAY("requests", tile.requests), SAY("findings", tile.findings));
        if (!tile.requests || at_work++ >= TILES_SAID)
            continue;
        said++;
        report_print(report,
                     "  tile %-7s %" PRIu64 " instructions, %" PRIu64 " words of the coprocessor, %" PRIu64
                     " requests\n",
                     tile_name_of(tile.x, tile.y).text, tile.instructions, tile.words, tile.requests);
    }
    report_close(report);
    if (at_work > said)
        report_print(report, "               and %" PRIu64 " more, which --json has\n", at_work - said);
    program_report_say_hazards(report, device);
}

static void program_report_say_difference(const struct report *report, const struct program_view *view,
                                          const struct readback *readback)
{
    const struct wire_op *op = readback->op;
    const uint64_t addr = op->addr + readback->first;
    const struct device_transfer *by = device_last_write(view->device, op->x, op->y, addr);
    report_print(report, "  differs      %s %s:0x%" PRIx64 ", line %" PRIu32 ": %" PRIu32 " of %" PRIu32 " bytes\n",
                 device_kind_name(device_kind_at(view->device, op->x, op->y)), tile_name_of(op->x, op->y).text,
                 op->addr, op->line, readback->differing, op->size);
    report_print(report, "               0x%" PRIx64 ": 0x%02x here, %s 0x%02x\n", addr, readback->here,
                 view->is_of_arrays ? "expected" : "the device held", readback->recorded);
    if (!by)
        report_print(report, "               nothing has come there from outside\n");
    else if (by->way == DEVICE_BY_HOST)
        report_print(report, "               written by the host, line %" PRIu64 "\n", by->by_step);
    else if (device_has_source(by))
        report_print(report, "               written by tile %s from %s:0x%" PRIx64 ", at its step %" PRIu64 "\n",
                     tile_name_of(by->by_x, by->by_y).text,
                     by->way == DEVICE_BY_WRITE ? "l1" : tile_name_of(by->from_x, by->from_y).text,
                     by->from_addr + (addr - by->to_addr), by->by_step);
    else
        report_print(report, "               written by tile %s, at its step %" PRIu64 "\n",
                     tile_name_of(by->by_x, by->by_y).text, by->by_step);
}

/* The writer of the byte that differs first, as far as that came over the network. */
static void say_writer(struct report *report, const struct program_view *view, const struct readback *readback)
{
    const struct wire_op *op = readback->op;
    const uint64_t addr = op->addr + readback->first;
    const struct device_transfer *by = readback->differing ? device_last_write(view->device, op->x, op->y, addr) : NULL;
    const bool is_tile = by && by->way != DEVICE_BY_HOST, has_local = by && by->way == DEVICE_BY_WRITE;
    report_say(report, SAY_OR_NULL("writer_x", is_tile, by->by_x), SAY_OR_NULL("writer_y", is_tile, by->by_y),
               SAY_OR_NULL("writer_l1", has_local, by->from_addr + (addr - by->to_addr)),
               SAY_OR_NULL("writer_step", is_tile, by->by_step));
}

static void say_readbacks(struct report *report, const struct program_view *view)
{
    const struct conversation *conversation = view->conversation;
    uint64_t said = 0, differing = 0;
    REPORT_EACH(report, "readbacks", i, conversation->count) {
        const struct readback *readback = &conversation->readbacks[i];
        const struct wire_op *op = readback->op;
        const char *kind = device_kind_name(device_kind_at(view->device, op->x, op->y));
        report_object_line(report, NULL);
        report_say(report, SAY("line", op->line), SAY("kind", kind), SAY("x", op->x), SAY("y", op->y),
                   SAY("address", op->addr), SAY("bytes", op->size), SAY("polls", readback->polls),
                   SAY("is_judged", readback->is_judged), SAY("differing", readback->differing),
                   SAY("undecided", readback->undecided),
                   SAY_OR_NULL("first", readback->differing, op->addr + readback->first),
                   SAY_OR_NULL("recorded", readback->differing, readback->recorded),
                   SAY_OR_NULL("here", readback->differing, readback->here));
        say_writer(report, view, readback);
        report_close(report);
        if (readback->is_judged && readback->differing && differing++ < DIFFERENCES_SAID) {
            said++;
            program_report_say_difference(report, view, readback);
        }
    }
    if (differing > said)
        report_print(report, "               and %" PRIu64 " more read-backs, which --json has\n", differing - said);
}

/* The host's wait in vain, and the waits of cores and pipes. */
static void say_hang(struct report *report, const struct program_view *view)
{
    const struct conversation *conversation = view->conversation;
    const struct readback *last = conversation->is_hung ? &conversation->readbacks[conversation->count - 1] : NULL;
    report_say(report, SAY_OR_NULL("hung_line", last, last->op->line));
    if (last)
        report_print(report,
                     "  hung         line %" PRIu32 ": the host asks for %s:0x%" PRIx64 " for ever: byte 0x%" PRIx64
                     " is\n               0x%02x here and became 0x%02x on the device; nothing behind was done\n",
                     last->op->line, tile_name_of(last->op->x, last->op->y).text, last->op->addr,
                     last->op->addr + last->first, last->here, last->recorded);
    REPORT_EACH(report, "waits", i, conversation->wait_count) {
        const struct hang_wait *hang = &conversation->waits[i];
        const struct replay_wait *wait = &hang->wait;
        char who[32];
        if (wait->is_core)
            (void)snprintf(who, sizeof who, "core %s", core_name(wait->core));
        else
            (void)snprintf(who, sizeof who, "pipe %u", wait->thread);
        report_item(report, NULL, SAY("x", hang->x), SAY("y", hang->y), SAY("who", who),
                    SAY_OR_NULL("pc", wait->is_core, wait->pc), SAY("what", wait->what), SAY("ends_it", wait->who));
        report_label(report, RUN_LABEL, "waits", "tile %s, %s at 0x%" PRIx32 ": %s. Who ends it: %s",
                     tile_name_of(hang->x, hang->y).text, who, wait->pc, wait->what, wait->who);
    }
}

static void program_report_say_differences(struct report *report, const struct program_view *view)
{
    static const char *const names[] = {
        [PROGRAM_MESSAGE] = "message", [PROGRAM_STATE] = "state", [PROGRAM_DRAM_BYTES] = "dram"};
    REPORT_EACH(report, "differences", i, view->difference_count) {
        const struct program_difference *one = &view->differences[i];
        const char *space = one->what == PROGRAM_DRAM_BYTES ? "dram" : space_name(one->space);
        report_item(report, NULL, SAY("what", names[one->what]), SAY("x", one->x), SAY("y", one->y),
                    SAY("space", space), SAY("address", one->addr), SAY("bytes", one->count),
                    SAY("recorded", one->recorded), SAY("here", one->here),
                    SAY_OR_NULL("event", one->what == PROGRAM_MESSAGE, one->seq));
        if (i >= DIFFERENCES_SAID)
            continue;
        report_print(report, "  differs      %s %s:%s:0x%" PRIx32 ": 0x%02x here, the capture holds 0x%02x",
                     one->what == PROGRAM_DRAM_BYTES ? "dram" : "tile", tile_name_of(one->x, one->y).text, space,
                     one->addr, one->here, one->recorded);
        if (one->what == PROGRAM_MESSAGE)
            report_print(report, ", event %" PRIu64, one->seq);
        report_print(report, "\n");
    }
}

static void program_report_say_apart(struct report *report, const struct program_view *view)
{
    report_list(report, "not_held");
    for (size_t i = 0; i < view->apart_count; i++) {
        const struct program_apart *one = &view->apart[i];
        report_item(report, NULL, SAY("x", one->x), SAY("y", one->y), SAY("event", one->event));
        if (i < TILES_SAID)
            report_label(report, RUN_LABEL, "not held",
                         "tile %s against its capture from event %" PRIu64
                         " on, which has another event there: another "
                         "version made it, or it was changed",
                         tile_name_of(one->x, one->y).text, one->event);
    }
    report_close(report);
}

void program_report_verdict(struct report *report, const struct program_view *view)
{
    const enum verdict verdict = verdict_of(&view->conversation->facts);
    char words[VERDICT_WORDS_MAX];
    report_say(report, SAY("program", view->path), SAY("verdict", verdict_name(verdict)),
               SAY("reason", verdict_words(&view->conversation->facts, words)));
    report_print(report, "%s (%s)\n  ", view->path, chip_get(view->chip)->name);
    report_wrap(report, 2 + report_verdict(report, verdict, ": "), "%s", words);
    say_hang(report, view);
    program_report_say_hazards(report, view->device);
    program_report_say_apart(report, view);
}

void program_say(struct report *report, const struct program_view *view)
{
    const struct conversation *conversation = view->conversation;
    const struct device_summary summary = device_summary(view->device);
    const enum verdict verdict = verdict_of(&conversation->facts);
    const char *chip = chip_get(view->chip)->name;
    char words[VERDICT_WORDS_MAX];
    uint64_t unwritten = 0;
    for (size_t i = 0; i < conversation->count; i++)
        unwritten += conversation->readbacks[i].unwritten;
    report_say(report, SAY("chip", chip), SAY("conversation", view->path), SAY("output", view->output),
               SAY("writes", conversation->writes), SAY("reads", conversation->reads),
               SAY("resets", conversation->resets), SAY("rounds", summary.rounds));
    report_print(report, "program %s (%s)%s%s\n", view->path, chip, view->output ? " -> " : "",
                 view->output ? view->output : "");
    report_print(report, "  host         %" PRIu64 " writes, %" PRIu64 " reads, %" PRIu64 " resets\n",
                 conversation->writes, conversation->reads, conversation->resets);
    report_print(report, "  ran          %" PRIu64 " tiles: %" PRIu64 " instructions in %" PRIu64 " rounds\n",
                 summary.tiles, summary.instructions, summary.rounds);
    report_say(report, SAY_OR_NULL("seed", view->seed != 0, view->seed));
    if (view->seed)
        report_print(report, "  timing       drawn from seed %" PRIu64 ": tiles in other orders, and some stand\n",
                     view->seed);
    say_tiles(report, view->device);
    report_say(report, SAY("network_reads", summary.reads), SAY("network_writes", summary.writes),
               SAY("network_atomics", summary.atomics), SAY("network_ambiguous", summary.ambiguous));
    report_print(report, "  network      %" PRIu64 " reads, %" PRIu64 " writes, %" PRIu64 " atomics\n", summary.reads,
                 summary.writes, summary.atomics);
    if (summary.ambiguous)
        report_print(report, "               %" PRIu64 " on network 1 by coordinates of two places: taken as tiles\n",
                     summary.ambiguous);
    report_fact(report, "findings", SAY("findings", summary.findings));
    report_say(report, SAY("polls", conversation->polls), SAY("compared", conversation->facts.checkpoints),
               SAY("not_judged", conversation->unjudged), SAY("unwritten_bytes", unwritten));
    report_print(report, "  read-backs   %" PRIu64 " compared, %" PRIu64 " bytes; %" PRIu64 " polls before them\n",
                 conversation->facts.checkpoints, conversation->facts.bytes.compared, conversation->polls);
    if (conversation->unjudged)
        report_print(report, "               %" PRIu64 " not compared: nothing here emulates what answers\n",
                     conversation->unjudged);
    if (unwritten)
        report_print(report,
                     conversation->wire->is_card
                         ? "               %" PRIu64 " bytes more nobody wrote: what a card held is not known\n"
                         : "               %" PRIu64 " bytes of them nobody wrote: they count as zero\n",
                     unwritten);
    say_readbacks(report, view);
    say_hang(report, view);
    program_report_say_differences(report, view);
    program_report_say_apart(report, view);
    report_say(report, SAY("verdict", verdict_name(verdict)),
               SAY("reason", verdict_words(&conversation->facts, words)));
    report_label(report, RUN_LABEL, "verdict", "%s: %s", verdict_name(verdict), words);
}

void program_report(FILE *out, enum report_form form, const struct program_view *view)
{
    REPORT(report, out, form);
    program_say(&report, view);
}

/* ---- info ---- */

void program_info_report(FILE *out, enum report_form form, const struct program *program, const struct wire *wire)
{
    uint64_t writes = 0, reads = 0, resets = 0, bytes = 0;
    for (size_t i = 0; i < wire->count; i++) {
        writes += wire->ops[i].kind == WIRE_WRITE;
        reads += wire->ops[i].kind == WIRE_READ;
        resets += wire->ops[i].kind == WIRE_RELEASE || wire->ops[i].kind == WIRE_HOLD;
    }
    for (size_t i = 0; i < program->file_count; i++)
        bytes += program->files[i].bytes;
    REPORT(report, out, form);
    report_say(&report, SAY("program", program->folder), SAY("chip", chip_get(program->chip)->name),
               SAY("name", program->name), SAY("bytes", bytes), SAY("writes", writes), SAY("reads", reads),
               SAY("resets", resets));
    report_print(&report, "program     %s (%s), %" PRIu64 " bytes\n", program->folder, chip_get(program->chip)->name,
                 bytes);
    report_print(&report, "made of     %s: %" PRIu64 " writes, %" PRIu64 " reads, %" PRIu64 " resets of the host\n",
                 program->name, writes, reads, resets);
    REPORT_ROWS(&report, "tiles", "tiles", "--tile X,Y with any verb that takes a capture", i, program->tile_count) {
        const struct program_tile *tile = &program->tiles[i];
        const struct program_file *file = &program->files[tile->file];
        report_row(&report, CELL("x", "%4s", tile->x), CELL("y", "%4s", tile->y), CELL("bytes", "%10s", file->bytes),
                   CELL("file", "  %s", file->name));
    }
}
