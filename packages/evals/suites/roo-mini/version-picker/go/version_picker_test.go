package versionpicker

import (
	"fmt"
	"math/rand"
	"testing"
)

var all = func() []string {
	var versions []string
	for i := 0; i < 64; i++ {
		versions = append(versions, fmt.Sprintf("%d.%d.%d", i/16, i/4%4, i%4))
	}
	return versions
}()

func expectFrom(t *testing.T, versions []string, rangeText, want string) {
	t.Helper()
	got, err := Pick(rangeText, versions)
	if err != nil || got != want {
		t.Errorf("Pick(%q) = %q, %v; want %q", rangeText, got, err, want)
	}
}

func expect(t *testing.T, cases map[string]string) {
	t.Helper()
	for rangeText, want := range cases {
		expectFrom(t, all, rangeText, want)
	}
}

func TestNumbersAreComparedAsNumbers(t *testing.T) {
	expectFrom(t, []string{"1.9.9", "1.10.0", "1.2.30"}, "1", "1.10.0")
}

func TestNoneIsAllowed(t *testing.T) {
	expect(t, map[string]string{"9": ""})
	expectFrom(t, nil, "*", "")
}

func TestVersionsAndTheirBeginnings(t *testing.T) {
	expect(t, map[string]string{"1.2.3": "1.2.3", "=1.2": "1.2.3", "1": "1.3.3", "*": "3.3.3", "x": "3.3.3"})
}

func TestPlaceholders(t *testing.T) {
	expect(t, map[string]string{"1.x": "1.3.3", "1.2.*": "1.2.3", "1.x.*": "1.3.3", "*.x": "3.3.3", "<=1.x": "1.3.3"})
}

func TestAboveAndBelow(t *testing.T) {
	expect(t, map[string]string{
		"<1.2": "1.1.3", "<=1.2": "1.2.3", "<=1.2.1": "1.2.1", "<1": "0.3.3", ">3": "",
		">1.2 <1.3": "", ">1.2 <1.3.1": "1.3.0", ">=1.2 <1.2.1": "1.2.0",
	})
}

func TestTilde(t *testing.T) {
	expect(t, map[string]string{"~1.2.1": "1.2.3", "~1.2": "1.2.3", "~1": "1.3.3", "~1.2.2 <1.2.2": ""})
}

func TestCaret(t *testing.T) {
	expect(t, map[string]string{
		"^1.2.3": "1.3.3", "^0.2.1": "0.2.3", "^0.0.2": "0.0.2", "^0.0.0": "0.0.0",
		"^0.0": "0.0.3", "^0": "0.3.3", "^0.x": "0.3.3", "^1.x": "1.3.3", "^0.1": "0.1.3",
	})
}

func TestAlternatives(t *testing.T) {
	expect(t, map[string]string{"1.2.3||  =2.0.0 || ~0.1 ": "2.0.0", "7 || ~0.1": "0.1.3"})
}

func TestWhatIsNoRange(t *testing.T) {
	for _, text := range []string{
		"", " ", "||", "1||", "1 || || 2", "a", "1.a", "01", "1.02", "1.2.3.4", "1.", ".1", "1..2", "-1", "+1", "> 1",
		"=>1", ">x", "^*", "~x", "1.x.2", "*.1", "1.2.3-4", "v1", "1,2", "1|2", "<>1", "1\t2", "==1", "1234567890",
	} {
		if got, err := Pick(text, []string{"1.2.3"}); err == nil {
			t.Errorf("Pick(%q) = %q, want an error", text, got)
		}
	}
}

func TestWhatIsNoVersion(t *testing.T) {
	for _, text := range []string{"", "1", "1.2", "1.2.x", "01.2.3", "1.2.3 ", "1.2.3.4", "v1.2.3", "1.-2.3", "1.2.1234567890"} {
		if got, err := Pick("9", []string{"1.2.3", text}); err == nil {
			t.Errorf("Pick with %q = %q, want an error", text, got)
		}
	}
}

func TestHalfOpenIntervals(t *testing.T) {
	random := rand.New(rand.NewSource(10))
	for round := 0; round < 300; round++ {
		low := random.Intn(63)
		high := low + 1 + random.Intn(63-low)
		shuffled := append([]string{}, all...)
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		expectFrom(t, shuffled, fmt.Sprintf(">=%s <%s", all[low], all[high]), all[high-1])
	}
}

func TestVersionSatisfiesWhatIsBuiltFromIt(t *testing.T) {
	for _, version := range all {
		for _, sign := range []string{"", "=", ">=", "<=", "~", "^"} {
			expectFrom(t, []string{version}, sign+version, version)
		}
		expectFrom(t, []string{version}, "<"+version+" || >"+version, "")
	}
}
