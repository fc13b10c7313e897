# lane: night
"$TT_REPLAY" farm --help
for action in plan run merge resume; do "$TT_REPLAY" farm $action --help; done
