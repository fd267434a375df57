package wraptext

// Wrap gives the text as a list of lines. A width below 3 is an error.
func Wrap(text string, width int) ([]string, error) {
	panic("not written yet")
}
