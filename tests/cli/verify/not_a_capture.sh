# SPDX-License-Identifier: Apache-2.0
echo "just text" >x.ttcap
"$TT_REPLAY" verify x.ttcap
mkdir folder
"$TT_REPLAY" verify folder
