module seat-labels

go 1.18
