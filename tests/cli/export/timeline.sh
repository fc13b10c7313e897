# SPDX-License-Identifier: Apache-2.0
# Instructions and waits as a Chrome trace and as a value change dump.
"$TT_REPLAY" replay "$TRACES/kernels/wormhole_datacopy_u16_nice.ttcap" --order program -o run.db >/dev/null
"$TT_REPLAY" export run.db --timeline -o t.json
grep -c '"ph": "X"' t.json
grep '"cat": "wait"' t.json | cut -c 5- | cut -c -76 | head -3
"$TT_REPLAY" export run.db --timeline -o t.vcd
head -9 t.vcd
grep -c '^#' t.vcd
echo "each time comes once, and later than the one before:"
grep '^#' t.vcd | tr -d '#' | sort -n -c -u && echo yes
