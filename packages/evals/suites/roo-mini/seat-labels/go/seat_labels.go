package seatlabels

// Label is the label of a seat.
func Label(seat, width int) (string, error) {
	panic("not written yet")
}

// Seat is the number of the seat with a label.
func Seat(label string, width int) (int, error) {
	panic("not written yet")
}
