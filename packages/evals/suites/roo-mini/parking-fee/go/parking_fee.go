package parkingfee

// Fee is the fee in cents for a stay of so many minutes. A negative time is an error.
func Fee(minutes int) (int, error) {
	panic("not written yet")
}
