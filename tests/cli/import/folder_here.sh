# SPDX-License-Identifier: Apache-2.0
# "." and ".." are folders with names: the captures are named after them, and none is hidden.
. "$FIXTURES/lib.sh"
bundle case7
mkdir out
(cd case7 && "$TT_REPLAY" import . -o ../out/ && ls -A ../out && rm ../out/* && cd end && "$TT_REPLAY" import .. -o ../../out/)
ls -A out
