# A fact, a page, the options of a verb and of its action; neither of them.
"$TT_REPLAY" help P-6.9
"$TT_REPLAY" help coverage | head -n 1
"$TT_REPLAY" help facts | head -n 1
"$TT_REPLAY" help how-to/as-a-device | head -n 1
"$TT_REPLAY" help as-a-device | head -n 1
"$TT_REPLAY" help farm plan | head -n 1
"$TT_REPLAY" help --help | head -n 1
"$TT_REPLAY" help nothing
