package parkingfee

import "errors"

const (
	freeMinutes = 15
	hourCents   = 250
	dayCents    = 1800
	dayMinutes  = 24 * 60
)

// Fee is the fee in cents for a stay of so many minutes. A negative time is an error.
func Fee(minutes int) (int, error) {
	if minutes < 0 {
		return 0, errors.New("a stay cannot be negative")
	}
	if minutes <= freeMinutes {
		return 0, nil
	}
	startedHours := (minutes%dayMinutes + 59) / 60
	rest := startedHours * hourCents
	if rest > dayCents {
		rest = dayCents
	}
	return minutes/dayMinutes*dayCents + rest, nil
}
