/* SPDX-License-Identifier: Apache-2.0 */
/* A long option that a verb does not have, said with the one that may be meant. */
#pragma once

struct argp;

/* Ends the program with the usage where argv has such an option; argp says all else that is wrong. */
void unknown_option_say(const struct argp *argp, int argc, char **argv);
