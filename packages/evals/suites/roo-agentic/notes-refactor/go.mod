module notebook

go 1.18
