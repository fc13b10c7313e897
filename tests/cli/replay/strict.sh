# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Stops at the first finding: no verdict, and the database holds what ran until then.
bundle a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db
"$TT_REPLAY" replay a.ttcap -o b.db --strict
code=$?
"$TT_REPLAY" diff b.db | head -n 7
exit $code
