# SPDX-License-Identifier: Apache-2.0
# Another build that ends by a signal at one word is found, and the program becomes this word.
cat >other <<END
#!/bin/sh
for last; do :; done
for file in \$(find "\$last" -name '*.ttcap'); do
    "$TT_REPLAY" dump --events "\$file" | grep -q ELWMUL && kill -SEGV \$\$
done
exec "$TT_REPLAY" "\$@"
END
chmod +x other
"$TT_REPLAY" fuzz --against exe:./other --unit matrix -o first.ttcap | grep -E 'the end|reduced'
"$TT_REPLAY" dump --events first.ttcap | grep -c exec
