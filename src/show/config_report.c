/* SPDX-License-Identifier: Apache-2.0 */
/* Changed fields a line or two each: name, copy, both values, who changed it last. 80 columns. */
#include "show/config_report.h"

#include "ask/run/seq_name.h"
#include "isa/chip.h"
#include "isa/isa.h"
#include "show/ink.h"
#include "show/json_out.h"
#include "show/wrap.h"

#include <inttypes.h>

enum { WIDTH = 80, INDENT = 6 };

static const char *copy_name(const struct reg_field *field)
{
    return field->space == TT_SPACE_CFG ? "state" : "thread";
}

static void print_change(FILE *out, const struct config_diff *diff, const struct config_change *change,
                         const struct ink *ink)
{
    const struct reg_field *field = reg_field_get(diff->run->chip, change->id);
    char text[ISA_TEXT_MAX] = "stored by a core", thread[16] = "";
    if (change->has_word) {
        (void)isa_disassemble(diff->run->chip, change->word, text);
        (void)snprintf(thread, sizeof thread, ", T%u", change->thread);
    }
    (void)fprintf(out, "  %-46s %s %u  %#" PRIx32 " -> %#" PRIx32 "\n", field->name, copy_name(field), change->copy,
                  change->from, change->to);
    char who[64];
    const int at = snprintf(who, sizeof who, "%s %" PRIu64 "%s: ", seq_name(diff->run->order), change->seq, thread);
    (void)fprintf(out, "%*s%s%s%.*s", INDENT, "", ink->dim, who, WIDTH - INDENT - at - 18, text);
    if (change->times > 1)
        (void)fprintf(out, ", of %" PRIu32 " changes", change->times);
    (void)fprintf(out, "%s\n", ink->off);
}

void config_report_text(FILE *out, const struct config_diff *diff, const struct config_view *view)
{
    const struct ink ink = ink_for(view->has_colour);
    const size_t restored = diff->count - diff->differing;
    (void)fprintf(out, "%s%zu field%s differ%s%s between %s and %s\n", ink.bold, diff->differing,
                  plural(diff->differing), diff->differing == 1 ? "s" : "", ink.off, view->from, view->to);
    if (diff->run->sets[0]) {
        (void)fprintf(out, "held by --set, not told below:\n  ");
        wrap_text(out, diff->run->sets, 2, WIDTH);
    }
    for (size_t i = 0; i < diff->count; i++)
        if (diff->items[i].from != diff->items[i].to)
            print_change(out, diff, &diff->items[i], &ink);
    if (!restored)
        return;
    (void)fprintf(out, "%zu more %s changed in between and restored%s\n", restored, restored == 1 ? "was" : "were",
                  view->shows_restored ? "" : " (--all shows them)");
    for (size_t i = 0; i < diff->count && view->shows_restored; i++)
        if (diff->items[i].from == diff->items[i].to)
            print_change(out, diff, &diff->items[i], &ink);
}

static void point_json(struct json_out *json, const char *key, int64_t event)
{
    if (event < 0)
        json_out_null(json, key);
    else
        json_out_uint(json, key, (uint64_t)event);
}

void config_report_json(FILE *out, const struct config_diff *diff)
{
    struct json_out json;
    char text[ISA_TEXT_MAX];
    json_out_init(&json, out);
    json_out_object(&json, NULL);
    json_out_string(&json, "capture", diff->run->capture_name);
    json_out_string(&json, "chip", chip_get(diff->run->chip)->name);
    point_json(&json, "from", diff->from);
    point_json(&json, "to", diff->to);
    json_out_uint(&json, "differing", diff->differing);
    json_out_array(&json, "fields");
    for (size_t i = 0; i < diff->count; i++) {
        const struct config_change *change = &diff->items[i];
        const struct reg_field *field = reg_field_get(diff->run->chip, change->id);
        json_out_object(&json, NULL);
        json_out_string(&json, "field", field->name);
        json_out_string(&json, "of", copy_name(field));
        json_out_uint(&json, "copy", change->copy);
        json_out_uint(&json, "from", change->from);
        json_out_uint(&json, "to", change->to);
        json_out_bool(&json, "is_restored", change->from == change->to);
        json_out_uint(&json, "times", change->times);
        json_out_uint(&json, "event", change->seq);
        if (change->has_word) {
            json_out_uint(&json, "thread", change->thread);
            json_out_string(&json, "instruction", isa_disassemble(diff->run->chip, change->word, text));
        } else {
            json_out_null(&json, "thread");
            json_out_null(&json, "instruction");
        }
        json_out_end(&json);
    }
    json_out_end(&json);
    json_out_end(&json);
}
