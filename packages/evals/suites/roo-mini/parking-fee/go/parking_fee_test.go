package parkingfee

import (
	"math/rand"
	"testing"
)

const day = 24 * 60

func expect(t *testing.T, cases map[int]int) {
	t.Helper()
	for minutes, want := range cases {
		got, err := Fee(minutes)
		if err != nil || got != want {
			t.Errorf("Fee(%d) = %d, %v; want %d", minutes, got, err, want)
		}
	}
}

func TestShortStayIsFree(t *testing.T) {
	expect(t, map[int]int{0: 0, 1: 0, 15: 0})
}

func TestFirstHourIsChargedWhole(t *testing.T) {
	expect(t, map[int]int{16: 250, 59: 250, 60: 250})
}

func TestHourCountsAsSoonAsItHasBegun(t *testing.T) {
	expect(t, map[int]int{61: 500, 120: 500, 121: 750})
}

func TestDayHasALimit(t *testing.T) {
	expect(t, map[int]int{7 * 60: 1750, 7*60 + 1: 1800, 12 * 60: 1800, day: 1800})
}

func TestNextDayIsChargedOnTop(t *testing.T) {
	expect(t, map[int]int{day + 1: 2050, day + 61: 2300, 2 * day: 3600})
}

func TestNothingOfALaterDayIsFree(t *testing.T) {
	expect(t, map[int]int{day + 15: 2050, 3*day + 1: 5650})
}

func TestNegativeTimeIsAnError(t *testing.T) {
	for _, minutes := range []int{-1, -day} {
		if _, err := Fee(minutes); err == nil {
			t.Errorf("Fee(%d) is no error", minutes)
		}
	}
}

func TestStayingLongerNeverCostsLess(t *testing.T) {
	last := 0
	for minutes := 0; minutes < 4*day; minutes++ {
		got, err := Fee(minutes)
		if err != nil || got < last {
			t.Fatalf("Fee(%d) = %d, %v after %d", minutes, got, err, last)
		}
		last = got
	}
}

func TestWholeDayMoreCostsADayMore(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for i := 0; i < 500; i++ {
		minutes := 16 + random.Intn(100*day)
		one, _ := Fee(minutes)
		other, _ := Fee(minutes + day)
		if other != one+1800 {
			t.Fatalf("Fee(%d) = %d, but Fee(%d) = %d", minutes, one, minutes+day, other)
		}
	}
}
