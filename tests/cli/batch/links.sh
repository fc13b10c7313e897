# SPDX-License-Identifier: Apache-2.0
# lane: night
# A link out of the folder is not followed, to a file or to a folder; one within it is.
mkdir captures outside
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" captures/own.ttcap
cp "$TRACES/kernels/binary_ADD_i8_nice.ttcap" outside/theirs.ttcap
ln -s own.ttcap captures/again.ttcap
ln -s ../outside/theirs.ttcap captures/file.ttcap
ln -s ../outside captures/folder
"$TT_REPLAY" batch captures -o all.db --causes none | grep -vE '^$|events'
echo "exit $?"
sqlite3 all.db 'SELECT name, verdict FROM capture ORDER BY name'
