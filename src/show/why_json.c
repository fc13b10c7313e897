/* SPDX-License-Identifier: Apache-2.0 */
/* Why, as JSON: the nodes of the slice that matter, each with those it came from. schemas/why.schema.json */
#include "show/why_report.h"

#include "isa/chip.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "show/json_out.h"

static const char *kind_name(enum slice_kind kind)
{
    static const char *const names[] = {"written", "stored", "start", "recorded"};
    return names[kind];
}

static void node_json(struct json_out *json, const struct why *why, size_t index)
{
    const struct slice *slice = &why->slice;
    const struct slice_node *node = &slice->nodes[index];
    char text[ISA_TEXT_MAX];
    json_out_object(json, NULL);
    json_out_uint(json, "node", index);
    json_out_string(json, "place", address_place_text(why->run->chip, node->space, node->lo, text));
    json_out_string(json, "space", space_name(node->space));
    json_out_uint(json, "lo", node->lo);
    json_out_uint(json, "bytes", node->bytes);
    if (node->known)
        json_out_uint(json, "bits", node->bits);
    else
        json_out_null(json, "bits");
    json_out_uint(json, "mask", node->mask);
    json_out_string(json, "kind", kind_name(node->kind));
    if (node->kind == SLICE_WRITTEN || node->kind == SLICE_STORED)
        json_out_uint(json, "event", node->seq);
    else
        json_out_null(json, "event");
    if (node->kind == SLICE_WRITTEN) {
        json_out_uint(json, "thread", node->thread);
        json_out_string(json, "unit", unit_name(node->unit));
        json_out_string(json, "instruction", isa_disassemble(why->run->chip, node->word, text));
    } else {
        json_out_null(json, "thread");
        json_out_null(json, "unit");
        json_out_null(json, "instruction");
    }
    const struct why_doubt *doubt = node->kind == SLICE_WRITTEN ? why_doubt_at(why, node->seq) : NULL;
    json_out_string(json, "undefined", doubt ? finding_get(doubt->id)->code : NULL);
    json_out_array_line(json, "from");
    for (size_t e = node->first_edge; e < node->first_edge + node->edge_count; e++)
        if (slice->nodes[slice->edges[e]].mask)
            json_out_uint(json, NULL, slice->edges[e]);
    json_out_end(json);
    json_out_end(json);
}

static void write_json(struct json_out *json, const struct why *why, const struct why_write *write)
{
    char text[ISA_TEXT_MAX];
    json_out_object_line(json, NULL);
    json_out_uint(json, "event", write->seq);
    json_out_uint(json, "copy", write->copy);
    json_out_uint(json, "before", write->before);
    json_out_uint(json, "after", write->after);
    if (write->has_word) {
        json_out_uint(json, "thread", write->thread);
        json_out_string(json, "instruction", isa_disassemble(why->run->chip, write->word, text));
    } else {
        json_out_null(json, "thread");
        json_out_null(json, "instruction");
    }
    json_out_end(json);
}

static void field_json(struct json_out *json, const struct why *why)
{
    json_out_string(json, "field", reg_field_get(why->run->chip, why->place.field)->name);
    if (why->start_is_known)
        json_out_uint(json, "start", why->start);
    else
        json_out_null(json, "start");
    json_out_array(json, "writes");
    for (size_t i = 0; i < why->write_count; i++)
        write_json(json, why, &why->writes[i]);
    json_out_end(json);
}

void why_report_json(FILE *out, const struct why *why)
{
    struct json_out json;
    char text[ADDRESS_TEXT_MAX];
    json_out_init(&json, out);
    json_out_object(&json, NULL);
    json_out_string(&json, "capture", why->run->capture_name);
    json_out_string(&json, "chip", chip_get(why->run->chip)->name);
    if (why->is_field) {
        field_json(&json, why);
        json_out_end(&json);
        return;
    }
    json_out_string(&json, "place", address_place_text(why->run->chip, why->place.space, why->place.lo, text));
    json_out_uint(&json, "bytes", why->place.hi - why->place.lo);
    json_out_bool(&json, "is_tried", why->slice.is_tried);
    json_out_string(&json, "untried", why->untried[0] ? why->untried : NULL);
    json_out_uint(&json, "roots", why->slice.root_count);
    json_out_array(&json, "nodes");
    for (size_t i = 0; i < why->slice.node_count; i++)
        if (why->slice.nodes[i].mask)
            node_json(&json, why, i);
    json_out_end(&json);
    json_out_end(&json);
}
