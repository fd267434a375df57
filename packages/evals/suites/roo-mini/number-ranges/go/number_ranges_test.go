package numberranges

import (
	"fmt"
	"math/rand"
	"sort"
	"strings"
	"testing"
)

func expectText(t *testing.T, numbers []int, want string) {
	t.Helper()
	if got := Compact(numbers); got != want {
		t.Errorf("Compact(%v) = %q, want %q", numbers, got, want)
	}
}

func expectNumbers(t *testing.T, text string, want ...int) {
	t.Helper()
	got, err := Expand(text)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("Expand(%q) = %v, %v; want %v", text, got, err, want)
	}
}

func TestNumbersThatFollowOneAnotherBecomeARange(t *testing.T) {
	expectText(t, []int{1, 2, 3, 4, 7, 9, 10}, "1-4,7,9,10")
}

func TestOrderAndRepetitionDoNotMatter(t *testing.T) {
	expectText(t, []int{3, 1, 2, 3, 1}, "1-3")
}

func TestNothingIsAnEmptyText(t *testing.T) {
	expectText(t, nil, "")
	expectNumbers(t, "")
	expectNumbers(t, "   ")
}

func TestNegativeNumbers(t *testing.T) {
	expectText(t, []int{-1, -3, -2, 5}, "-3--1,5")
	expectText(t, []int{-1, 0, 1}, "-1-1")
	expectNumbers(t, "-3--1,5", -3, -2, -1, 5)
}

func TestExpanding(t *testing.T) {
	expectNumbers(t, "1-4,7,9,10", 1, 2, 3, 4, 7, 9, 10)
}

func TestPartsInAnyOrderThatOverlap(t *testing.T) {
	expectNumbers(t, "8,2-5,4-6,5-5", 2, 3, 4, 5, 6, 8)
}

func TestSpacesAroundParts(t *testing.T) {
	expectNumbers(t, " 1-2 , 4 ", 1, 2, 4)
}

func TestWhatIsNoListOfRanges(t *testing.T) {
	for _, text := range []string{"a", "1,,2", ",", "1,", "4-1", "-1--3", "+1", "1-", "-", "1 - 2", "1 2", "1-2-3", "1.5", "\u0661"} {
		if got, err := Expand(text); err == nil {
			t.Errorf("Expand(%q) = %v, want an error", text, got)
		}
	}
}

func TestInputIsLeftAsItIs(t *testing.T) {
	numbers := []int{3, 1, 2}
	Compact(numbers)
	if fmt.Sprint(numbers) != "[3 1 2]" {
		t.Errorf("the numbers became %v", numbers)
	}
}

func TestThereAndBack(t *testing.T) {
	random := rand.New(rand.NewSource(3))
	for i := 0; i < 300; i++ {
		var numbers []int
		known := map[int]bool{}
		sorted := []int{}
		for count := random.Intn(30); count > 0; count-- {
			number := random.Intn(41) - 20
			numbers = append(numbers, number)
			if !known[number] {
				known[number] = true
				sorted = append(sorted, number)
			}
		}
		sort.Ints(sorted)
		expectNumbers(t, Compact(numbers), sorted...)
	}
}

func TestNoShorterTextIsMissed(t *testing.T) {
	random := rand.New(rand.NewSource(4))
	for i := 0; i < 300; i++ {
		known := map[int]bool{}
		var numbers []int
		for len(numbers) < 25 {
			if number := random.Intn(41); !known[number] {
				known[number] = true
				numbers = append(numbers, number)
			}
		}
		want := 0
		for number := range known {
			if !known[number-1] || !known[number+1] {
				want++
			}
		}
		text := strings.ReplaceAll(Compact(numbers), "-", ",")
		if got := len(strings.Split(text, ",")); got != want {
			t.Fatalf("Compact(%v) = %q names %d numbers, want %d", numbers, Compact(numbers), got, want)
		}
	}
}
