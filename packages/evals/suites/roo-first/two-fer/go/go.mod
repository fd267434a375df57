module two-fer

go 1.18
