# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# A recorded kernel: control and packer run, the others' words are skipped, everything is as the device held it.
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db
