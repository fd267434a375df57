module mini-sheet

go 1.18
