/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cli.h"

int verb_verify(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return cli_trouble_text("not here yet");
}
