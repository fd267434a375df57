module version-picker

go 1.18
