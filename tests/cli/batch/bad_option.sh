# lane: night
"$TT_REPLAY" batch kernels -o all.db --order sideways
echo $?
"$TT_REPLAY" batch kernels -o all.db -j 0
echo $?
"$TT_REPLAY" batch kernels
echo $?
mkdir kernels
"$TT_REPLAY" batch kernels -o all.db --variant no=thing
echo $?
"$TT_REPLAY" batch kernels -o all.db --unit wheel
echo $?
"$TT_REPLAY" batch kernels -o all.db --set no_field=1
echo $?
"$TT_REPLAY" batch kernels -o ''
echo $?
