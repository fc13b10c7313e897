/* SPDX-License-Identifier: Apache-2.0 */
/* The files of src/show/html as text, embedded when the tool is built. */
#pragma once

extern const unsigned char html_shell[], html_style[], html_shell_script[];
extern const unsigned char html_main_part[], html_keys[];
extern const unsigned char html_dom[], html_values[], html_data[], html_tiles[], html_datum[], html_charts[],
    html_lists[], html_reference[], html_timeline[], html_main[], html_maps[], html_walk[], html_first[], html_way[],
    html_answer[], html_state[], html_asked[], html_waits[];
extern const unsigned char html_program_main[], html_program_keys[], html_program_style[], html_program_script[];
