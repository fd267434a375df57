package seatlabels

import (
	"math/rand"
	"testing"
)

func expectLabels(t *testing.T, width int, cases map[int]string) {
	t.Helper()
	for seat, want := range cases {
		if got, err := Label(seat, width); err != nil || got != want {
			t.Errorf("Label(%d, %d) = %q, %v; want %q", seat, width, got, err, want)
		}
	}
}

func TestSeatsOfTheFirstRow(t *testing.T) {
	expectLabels(t, 10, map[int]string{0: "A1", 3: "A4", 9: "A10"})
}

func TestNextRowBeginsAgain(t *testing.T) {
	expectLabels(t, 10, map[int]string{10: "B1", 25: "C6", 259: "Z10"})
}

func TestRowsAfterZHaveTwoLetters(t *testing.T) {
	expectLabels(t, 1, map[int]string{26: "AA1", 51: "AZ1", 52: "BA1", 701: "ZZ1"})
}

func TestRowsAfterZZHaveThree(t *testing.T) {
	expectLabels(t, 1, map[int]string{702: "AAA1", 18277: "ZZZ1", 18278: "AAAA1"})
}

func TestLabelsBackToSeats(t *testing.T) {
	cases := []struct {
		label string
		width int
		want  int
	}{{"A1", 10, 0}, {"C6", 10, 25}, {"AA1", 10, 260}, {"ZZ5", 7, 4911}}
	for _, c := range cases {
		if got, err := Seat(c.label, c.width); err != nil || got != c.want {
			t.Errorf("Seat(%q, %d) = %d, %v; want %d", c.label, c.width, got, err, c.want)
		}
	}
}

func TestWhatIsNotALabel(t *testing.T) {
	for _, text := range []string{"", "A", "7", "a1", "A0", "A01", "1A", "A-1", "A 1", "A1 ", "A1B", "A1\n", "Ä1", "A\u0661"} {
		if got, err := Seat(text, 10); err == nil {
			t.Errorf("Seat(%q, 10) = %d, want an error", text, got)
		}
	}
}

func TestSeatThatTheRowDoesNotHave(t *testing.T) {
	if got, err := Seat("B4", 4); err != nil || got != 7 {
		t.Errorf("Seat(B4, 4) = %d, %v; want 7", got, err)
	}
	if _, err := Seat("B5", 4); err == nil {
		t.Error("Seat(B5, 4) is no error")
	}
}

func TestWidthsAndSeatsThatCannotBe(t *testing.T) {
	_, first := Label(0, 0)
	_, second := Label(-1, 5)
	_, third := Seat("A1", 0)
	_, fourth := Seat("A1", -3)
	for i, err := range []error{first, second, third, fourth} {
		if err == nil {
			t.Errorf("call %d is no error", i+1)
		}
	}
}

func TestThereAndBack(t *testing.T) {
	random := rand.New(rand.NewSource(2))
	for i := 0; i < 1000; i++ {
		width, seat := 1+random.Intn(60), random.Intn(2_000_000)
		label, err := Label(seat, width)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := Seat(label, width); err != nil || back != seat {
			t.Fatalf("%d with width %d became %q and then %d, %v", seat, width, label, back, err)
		}
	}
}

func TestNoTwoSeatsShareALabel(t *testing.T) {
	labels := map[string]bool{}
	for seat := 0; seat < 5000; seat++ {
		label, _ := Label(seat, 3)
		labels[label] = true
	}
	if len(labels) != 5000 {
		t.Errorf("5000 seats have %d labels", len(labels))
	}
}
