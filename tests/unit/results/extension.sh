#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# extension.sh SQLITE3 TT_VALUES.SO SANITIZED UNIT_TT_VALUES: the extension loaded by the real sqlite3 shell.
set -eu
shell=$1 extension=$2 sanitized=$3 maker=$4
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
TT_VALUES_DATABASE=$folder/run.db "$maker" >/dev/null
"$shell" -batch "$folder/run.db" >"$folder/out" <<END
.load ${extension%.so}
SELECT datum, iif(value < -1e308, 'below all', value) FROM tt_values(97);
SELECT tt_mnemonic('wormhole_b0', 0x41000000), tt_format(6);
SELECT stage, count(*) FROM v_datum WHERE tile = 1 GROUP BY ordinal;
END
cat >"$folder/wanted" <<END
0|1.5
1|-0.25
2|below all
PACR|BFP8
first|64
second|64
third|64
END
diff "$folder/wanted" "$folder/out"
