module undo-text

go 1.18
