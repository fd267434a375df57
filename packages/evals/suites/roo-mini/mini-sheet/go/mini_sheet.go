package minisheet

// Evaluate tells what each cell shows, by its name.
func Evaluate(cells map[string]string) map[string]string {
	panic("not written yet")
}
