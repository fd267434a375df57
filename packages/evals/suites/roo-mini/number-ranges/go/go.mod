module number-ranges

go 1.18
