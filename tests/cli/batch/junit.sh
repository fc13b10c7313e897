# lane: night
# A case for each capture: one that is the same, those that differ, one that cannot be read and has a name that XML would
# not take. The same bytes a second time, in the place of the first; a file that is something else is left alone.
. "$FIXTURES/lib.sh"
batch_folder kernels
printf 'nothing' >"kernels/a<b>&\"c$(printf '\033').ttcap"
"$TT_REPLAY" batch kernels -o all.db --variant pack.bfp.round=truncate --junit all.xml >all.txt
echo "exit $?"
fold -w 79 all.xml
cp all.xml first.xml
"$TT_REPLAY" batch kernels -o all.db --variant pack.bfp.round=truncate --junit all.xml >all.txt 2>err.txt
cmp all.xml first.xml && ! command -v python3 >/dev/null || python3 -c 'import xml.etree.ElementTree as t; t.parse("all.xml")'
echo precious >other.xml
"$TT_REPLAY" batch kernels -o all.db --junit other.xml
cat other.xml
