package numberranges

// Compact writes the numbers as a short text.
func Compact(numbers []int) string {
	panic("not written yet")
}

// Expand gives the numbers that a text stands for.
func Expand(text string) ([]int, error) {
	panic("not written yet")
}
