package wraptext

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

func expect(t *testing.T, text string, width int, want ...string) {
	t.Helper()
	got, err := Wrap(text, width)
	if err != nil || fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Errorf("Wrap(%q, %d) = %q, %v; want %q", text, width, got, err, want)
	}
}

func TestNothing(t *testing.T) {
	expect(t, "", 10)
	expect(t, " \n\t\n ", 10)
}

func TestWhatFitsIsOneLine(t *testing.T) {
	expect(t, "one two", 7, "one two")
}

func TestAsManyWordsAsFit(t *testing.T) {
	expect(t, "the quick brown fox jumps", 10, "the quick", "brown fox", "jumps")
}

func TestAnySpaceSeparatesWords(t *testing.T) {
	expect(t, "  a\tb \n c  ", 10, "a b c")
}

func TestLongWordIsCut(t *testing.T) {
	expect(t, "an extraordinary day", 6, "an", "extrao", "rdinar", "y day")
	expect(t, "abcdef", 3, "abc", "def")
}

func TestParagraphs(t *testing.T) {
	expect(t, "a\nb\n\n \t\n\nc\n\n", 9, "a b", "", "c")
}

func TestItems(t *testing.T) {
	expect(t, "To do:\n- buy bread and milk\n- sleep", 12, "To do:", "- buy bread", "  and milk", "- sleep")
}

func TestLineAfterAnItemGoesOnWithIt(t *testing.T) {
	expect(t, "- one\ntwo\n- three", 20, "- one two", "- three")
}

func TestItemEndsWithItsParagraph(t *testing.T) {
	expect(t, "- one\n\ntwo", 20, "- one", "", "two")
}

func TestLongWordsInItems(t *testing.T) {
	expect(t, "- abcdefg h", 5, "- abc", "  def", "  g h")
}

func TestDashesElsewhereAreWords(t *testing.T) {
	expect(t, "a - b -c\n-d\n - e", 30, "a - b -c -d - e")
}

func TestItemsWithoutWords(t *testing.T) {
	expect(t, "- \n-  \n- x", 10, "- x")
}

func TestWidthsThatCannotBe(t *testing.T) {
	for _, width := range []int{2, 0, -5} {
		if got, err := Wrap("a", width); err == nil {
			t.Errorf("Wrap(a, %d) = %q, want an error", width, got)
		}
	}
}

func TestNoLineTooLongAndNoLetterLost(t *testing.T) {
	random := rand.New(rand.NewSource(8))
	spaces := []string{" ", "  ", "\n", "\t"}
	for round := 0; round < 200; round++ {
		text, letters := "", ""
		for i := random.Intn(40); i >= 0; i-- {
			word := strings.Repeat("x", 1+random.Intn(14))
			text += word + spaces[random.Intn(4)]
			letters += word
		}
		width := 3 + random.Intn(18)
		lines, err := Wrap(text, width)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.ReplaceAll(strings.Join(lines, ""), " ", ""); got != letters {
			t.Fatalf("%q became %q", letters, got)
		}
		for i, line := range lines {
			if line == "" || len(line) > width || line != strings.TrimSpace(line) {
				t.Fatalf("%q is no line of %d characters", line, width)
			}
			if i+1 < len(lines) {
				first := strings.Split(lines[i+1], " ")[0]
				if len(line)+1+len(first) <= width && len(first) != width {
					t.Fatalf("%q would have fitted after %q", first, line)
				}
			}
		}
	}
}
