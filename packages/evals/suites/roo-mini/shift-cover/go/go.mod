module shift-cover

go 1.18
