module tiny-template

go 1.18
