# lane: night
# A program that hangs where the device came to its end differs; thread and place do not make another cause.
mkdir firmware
cp "$TRACES"/firmware/hang_full_pipe.ttcap "$TRACES"/firmware/mmio_b_push.ttcap firmware
"$TT_REPLAY" batch firmware -o all.db --order program
