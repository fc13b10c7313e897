/* SPDX-License-Identifier: Apache-2.0 */
/* Two faults at once: where no change explains all, two of which each explains a part of the difference. */
#pragma once

#include "ask/bisect/bisect.h"
#include "ask/bisect/difference.h"

/* Retains a change that explains a part and breaks nothing, if it is among those that explain most. */
void parts_note(struct bisect_result *result, const struct bisect_explanation *explanation);

/* Searches behind each of them for what explains the rest. The search finds explanations of two changes, each of which
 * explains its part by itself; the parts have no value in common, and one replay with both differs nowhere: values
 * that neither explains alone need both. */
enum tt_status parts_find(struct bisect_result *result, const struct difference *base, struct ttcap *capture,
                          const struct bisect_options *options, struct tt_error *err);
