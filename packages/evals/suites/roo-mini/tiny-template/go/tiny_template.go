package tinytemplate

// Values stand for texts (string) or lists of further values ([]Values).
type Values map[string]any

// Render renders the template. The text of an error begins with "line N: ".
func Render(template string, values Values) (string, error) {
	panic("not written yet")
}
