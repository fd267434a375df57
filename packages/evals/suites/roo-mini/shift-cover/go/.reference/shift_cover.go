package shiftcover

import (
	"fmt"
	"sort"
)

const day = 1440

// Stretch is a part of the day, from Start up to, not including, End.
type Stretch struct {
	Start, End int
}

// Gaps are the stretches in which nobody is there.
func Gaps(shifts []Stretch) ([]Stretch, error) {
	found, err := pieces(shifts)
	if err != nil {
		return nil, err
	}
	sort.Slice(found, func(i, j int) bool { return found[i].Start < found[j].Start })
	gaps := []Stretch{}
	freeSince := 0
	for _, piece := range found {
		if piece.Start > freeSince {
			gaps = append(gaps, Stretch{freeSince, piece.Start})
		}
		if piece.End > freeSince {
			freeSince = piece.End
		}
	}
	if freeSince < day {
		gaps = append(gaps, Stretch{freeSince, day})
	}
	return gaps, nil
}

// Busiest tells how many shifts overlap at most, and since which minute.
func Busiest(shifts []Stretch) (count, minute int, err error) {
	found, err := pieces(shifts)
	if err != nil {
		return 0, 0, err
	}
	var changes [day + 1]int
	for _, piece := range found {
		changes[piece.Start]++
		changes[piece.End]--
	}
	current := 0
	for at, change := range changes {
		current += change
		if current > count {
			count, minute = current, at
		}
	}
	return count, minute, nil
}

// pieces are the shifts as stretches that do not go past midnight.
func pieces(shifts []Stretch) ([]Stretch, error) {
	var found []Stretch
	for _, shift := range shifts {
		start, end := shift.Start, shift.End
		if start < 0 || start >= day || end < 0 || end > day || start == end {
			return nil, fmt.Errorf("%d to %d is no shift", start, end)
		}
		if start < end {
			found = append(found, shift)
			continue
		}
		found = append(found, Stretch{start, day})
		if end > 0 {
			found = append(found, Stretch{0, end})
		}
	}
	return found, nil
}
