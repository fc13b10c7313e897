#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# extension.sh SQLITE3 TT_VALUES.SO SANITIZED TT-REPLAY CAPTURE: the extension loaded by the real sqlite3 shell, and what a
# shell without it reads.
set -eu
shell=$1 extension=$2 sanitized=$3 tool=$4 capture=$5
case $shell in
*NOTFOUND | "")
    echo "skipped: there is no sqlite3 shell (apt-get install sqlite3)"
    exit 77
    ;;
esac
case $sanitized in
ON | 1 | TRUE | YES)
    echo "skipped: a sanitized extension does not load into a shell that is not; the release build runs this"
    exit 77
    ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$tool" replay "$capture" -o "$folder/run.db" >/dev/null
"$shell" -batch "$folder/run.db" >"$folder/out" <<END
.load ${extension%.so}
SELECT tt_mnemonic('wormhole_b0', 0x41000000), tt_format(6);
SELECT stage, count(*), sum(bits) FROM v_datum WHERE unit = 'pack' AND tile = 1 GROUP BY ordinal;
SELECT count(*) > 100 FROM v_instruction;
END
cat >"$folder/wanted" <<END
PACR|BFP8
END
"$tool" export "$folder/run.db" --stage pack.read --tile 1 --raw -o "$folder/read.npy" >/dev/null
python3 -c "
import struct, sys
data = open('$folder/read.npy', 'rb').read()
values = struct.unpack('<%dH' % 1024, data[-2048:])
for stage in ('read', 'early_convert'):
    print(stage, len(values), sum(values), sep='|')
print(1)" >>"$folder/wanted"
diff "$folder/wanted" "$folder/out"
# Whatever the file itself lists answers without the extension.
for view in $("$shell" "$folder/run.db" "SELECT name FROM sqlite_schema WHERE type IN ('view', 'table')"); do
    "$shell" "$folder/run.db" "SELECT count(*) FROM \"$view\"" >/dev/null
done
