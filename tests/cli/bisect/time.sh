# SPDX-License-Identifier: Apache-2.0
# lane: night
# The first explanation is printed before the search ends, and stays where the time is over first.
case_file=${ORACLE%/oracle}/cases/speed/bfp8_truncate_10.ttcap
[ -f "$case_file" ] || { echo "skipped: ../shared/cases is absent"; exit 77; }
"$TT_REPLAY" bisect --max-time 2 "$case_file" >answer.txt
echo "exit $?"
grep -E '^  (so far|cause) ' answer.txt
grep -c -- 'in all of the time: --max-time S allows more' answer.txt
"$TT_REPLAY" bisect --max-time 2 --json "$case_file" | grep -E '"(is_late|is_budget_spent)"'
