# SPDX-License-Identifier: Apache-2.0
# What cannot be made leaves nothing behind.
echo "no database" >other.db
"$TT_REPLAY" report other.db -o page.html; echo $?
"$TT_REPLAY" report missing.db -o page.html; echo $?
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_u16_rand.ttcap" -o run.db >/dev/null
"$TT_REPLAY" report run.db -o missing/page.html; echo $?
"$TT_REPLAY" report run.db; echo $?
"$TT_REPLAY" report run.db -o page.html --values many; echo $?
ls
