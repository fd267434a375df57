package shiftcover

import (
	"fmt"
	"math/rand"
	"testing"
)

const minutesOfDay = 1440

func expectGaps(t *testing.T, shifts []Stretch, want ...Stretch) {
	t.Helper()
	got, err := Gaps(shifts)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("Gaps(%v) = %v, %v; want %v", shifts, got, err, want)
	}
}

func expectBusiest(t *testing.T, shifts []Stretch, wantCount, wantMinute int) {
	t.Helper()
	count, minute, err := Busiest(shifts)
	if err != nil || count != wantCount || minute != wantMinute {
		t.Errorf("Busiest(%v) = %d at %d, %v; want %d at %d", shifts, count, minute, err, wantCount, wantMinute)
	}
}

func TestWithoutShiftsTheWholeDayIsAGap(t *testing.T) {
	expectGaps(t, nil, Stretch{0, 1440})
	expectBusiest(t, nil, 0, 0)
}

func TestShiftLeavesGapsOnBothSides(t *testing.T) {
	shifts := []Stretch{{480, 960}}
	expectGaps(t, shifts, Stretch{0, 480}, Stretch{960, 1440})
	expectBusiest(t, shifts, 1, 480)
}

func TestWholeDayLeavesNone(t *testing.T) {
	expectGaps(t, []Stretch{{0, 1440}})
	expectGaps(t, []Stretch{{600, 1200}, {1200, 600}})
}

func TestShiftsThatTouchLeaveNoGapAndDoNotOverlap(t *testing.T) {
	shifts := []Stretch{{600, 700}, {500, 600}}
	expectGaps(t, shifts, Stretch{0, 500}, Stretch{700, 1440})
	expectBusiest(t, shifts, 1, 500)
}

func TestPastMidnight(t *testing.T) {
	expectGaps(t, []Stretch{{1320, 360}}, Stretch{360, 1320})
	expectBusiest(t, []Stretch{{1320, 360}, {300, 400}}, 2, 300)
	expectBusiest(t, []Stretch{{1320, 360}}, 1, 0)
}

func TestEndAtMidnight(t *testing.T) {
	expectGaps(t, []Stretch{{1200, 0}}, Stretch{0, 1200})
	expectGaps(t, []Stretch{{1200, 1440}}, Stretch{0, 1200})
	expectBusiest(t, []Stretch{{1200, 0}}, 1, 1200)
}

func TestOneWithinAnother(t *testing.T) {
	shifts := []Stretch{{100, 900}, {200, 300}, {250, 260}}
	expectGaps(t, shifts, Stretch{0, 100}, Stretch{900, 1440})
	expectBusiest(t, shifts, 3, 250)
}

func TestFirstOfTwoBusyTimes(t *testing.T) {
	expectBusiest(t, []Stretch{{600, 660}, {600, 660}, {60, 120}, {90, 180}}, 2, 90)
}

func TestWhatIsNoShift(t *testing.T) {
	for _, shift := range []Stretch{{5, 5}, {0, 0}, {-1, 5}, {1440, 5}, {5, -1}, {5, 1441}} {
		if _, err := Gaps([]Stretch{{1, 2}, shift}); err == nil {
			t.Errorf("Gaps takes %v", shift)
		}
		if _, _, err := Busiest([]Stretch{{1, 2}, shift}); err == nil {
			t.Errorf("Busiest takes %v", shift)
		}
	}
}

func TestAsCountedMinuteByMinute(t *testing.T) {
	random := rand.New(rand.NewSource(5))
	for round := 0; round < 60; round++ {
		var shifts []Stretch
		var counts [minutesOfDay]int
		for i := random.Intn(8); i >= 0; i-- {
			shift := Stretch{random.Intn(minutesOfDay), random.Intn(minutesOfDay + 1)}
			if shift.Start == shift.End || shift.End-shift.Start == minutesOfDay {
				continue
			}
			shifts = append(shifts, shift)
			for minute := shift.Start; minute == shift.Start || minute%minutesOfDay != shift.End%minutesOfDay; minute++ {
				counts[minute%minutesOfDay]++
			}
		}
		most, since := 0, 0
		for minute, count := range counts {
			if count > most {
				most, since = count, minute
			}
		}
		expectBusiest(t, shifts, most, since)
		var want []Stretch
		for minute, count := range counts {
			if count > 0 {
				continue
			}
			if last := len(want) - 1; last >= 0 && want[last].End == minute {
				want[last].End++
			} else {
				want = append(want, Stretch{minute, minute + 1})
			}
		}
		expectGaps(t, shifts, want...)
	}
}
