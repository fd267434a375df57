package shiftcover

// Stretch is a part of the day, from Start up to, not including, End.
type Stretch struct {
	Start, End int
}

// Gaps are the stretches in which nobody is there.
func Gaps(shifts []Stretch) ([]Stretch, error) {
	panic("not written yet")
}

// Busiest tells how many shifts overlap at most, and since which minute.
func Busiest(shifts []Stretch) (count, minute int, err error) {
	panic("not written yet")
}
