/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay help: facts and pages. */
#pragma once

/* Prints a fact ("P-6.9") or a page of docs/ ("coverage", "how-to/why", "facts"). Returns an exit status. */
int help_topic(const char *topic);
