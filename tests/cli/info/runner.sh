# SPDX-License-Identifier: Apache-2.0
# lane: change
# A log of CI obeys lines that begin with "::" and "##[" anywhere: text of strangers makes neither, and JSON stays JSON.
. "$FIXTURES/lib.sh"
bundle small
x=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
edit small/bundle.json -e 's/"name": "small"/"name": "::error::name"/; s/"test"/"##[error]a", "##vso[task.b]", "# #[c", "d::e"/' \
    -e "s/a bundle made by hand for tests/$x$x ::error file=a.c::forged/"
"$TT_REPLAY" import small -o small.ttcap >/dev/null
"$TT_REPLAY" info small.ttcap | sed -n '/^name/,/^replay/p'
"$TT_REPLAY" info small.ttcap --json | grep -e '"name": "::' -e description -e '"tags"' | fold -sw 78
