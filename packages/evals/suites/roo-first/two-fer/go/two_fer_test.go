package twofer

import "testing"

func expect(t *testing.T, name, want string) {
	t.Helper()
	if got := TwoFer(name); got != want {
		t.Errorf("TwoFer(%q) = %q; want %q", name, got, want)
	}
}

func TestWithAName(t *testing.T) {
	expect(t, "Ada", "A loaf for Ada and a loaf for me.")
	expect(t, "Bo Li", "A loaf for Bo Li and a loaf for me.")
}

func TestWithoutAName(t *testing.T) {
	expect(t, "", "A loaf for a friend and a loaf for me.")
}

func TestWithSpaces(t *testing.T) {
	expect(t, "  ", "A loaf for a friend and a loaf for me.")
	expect(t, " Ada ", "A loaf for Ada and a loaf for me.")
}
