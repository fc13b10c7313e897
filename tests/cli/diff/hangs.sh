# A run that did not come to its end says so whoever asks, though every byte is as the device held it: it hung as well.
"$TT_REPLAY" replay "$TRACES/firmware/hang_spin.ttcap" --order firmware -o a.db >/dev/null
echo "exit $?"
"$TT_REPLAY" diff a.db | head -n 6
"$TT_REPLAY" diff a.db >/dev/null
echo "exit $?"
"$TT_REPLAY" diff a.db --json | grep -c '"code": "deadlock".*"count": 2'
"$TT_REPLAY" audit a.db --lint
echo "finding:deadlock 9999-12-31 the device hung as well" >known
"$TT_REPLAY" diff a.db --waivers known | sed -n 4,5p
"$TT_REPLAY" diff a.db --waivers known >/dev/null
echo "exit $?"
