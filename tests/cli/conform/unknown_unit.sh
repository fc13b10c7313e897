"$TT_REPLAY" conform --unit none .
"$TT_REPLAY" conform --unit packer .
