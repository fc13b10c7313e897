# SPDX-License-Identifier: Apache-2.0
# lane: night
# What was tried until the time is nearly over is said, and nothing is claimed of the rest.
case_file=${ORACLE%/oracle}/cases/speed/bfp8_truncate_10.ttcap
[ -f "$case_file" ] || { echo "skipped: ../shared/cases is absent"; exit 77; }
"$TT_REPLAY" schedules --budget 1000000 --max-time 2 --json "$case_file" | grep -E '"(is_whole|is_late)"'
"$TT_REPLAY" schedules --budget 1000000 --max-time 2 "$case_file" | grep -c 'in all of the time: --max-time S allows more'
