package twofer

import "strings"

// TwoFer is what the seller says.
func TwoFer(name string) string {
	name = strings.TrimSpace(name)
	if name == "" {
		name = "a friend"
	}
	return "A loaf for " + name + " and a loaf for me."
}
