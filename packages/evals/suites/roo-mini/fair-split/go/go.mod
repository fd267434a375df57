module fair-split

go 1.18
