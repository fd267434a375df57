module wrap-text

go 1.18
