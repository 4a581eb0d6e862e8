//! Rule files, from syntax tree to legal turns. The engine knows no chess: every game is a file.
