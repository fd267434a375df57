package versionpicker

// Pick gives the highest version in the list that the range allows, or "".
func Pick(rangeText string, versions []string) (string, error) {
	panic("not written yet")
}
