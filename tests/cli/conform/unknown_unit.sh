"$TT_REPLAY" conform --unit packer .
