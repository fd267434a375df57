package fairsplit

// Split gives the shares in the order of the weights.
func Split(amount int64, weights []int64) ([]int64, error) {
	panic("not written yet")
}
