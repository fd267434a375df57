package seatlabels

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
)

var (
	errWidth = errors.New("a row has at least one seat")
	shape    = regexp.MustCompile(`\A([A-Z]+)([1-9][0-9]*)\z`)
)

// Label is the label of a seat.
func Label(seat, width int) (string, error) {
	if width < 1 {
		return "", errWidth
	}
	if seat < 0 {
		return "", errors.New("there is no seat below 0")
	}
	letters := ""
	for row := seat/width + 1; row > 0; row = (row - 1) / 26 {
		letters = string(rune('A'+(row-1)%26)) + letters
	}
	return letters + strconv.Itoa(seat%width+1), nil
}

// Seat is the number of the seat with a label.
func Seat(label string, width int) (int, error) {
	if width < 1 {
		return 0, errWidth
	}
	found := shape.FindStringSubmatch(label)
	if found == nil {
		return 0, fmt.Errorf("%q is no label", label)
	}
	place, err := strconv.Atoi(found[2])
	if err != nil || place > width {
		return 0, fmt.Errorf("no row has the seat of %q", label)
	}
	row := 0
	for _, letter := range found[1] {
		row = row*26 + int(letter-'A') + 1
	}
	return (row-1)*width + place - 1, nil
}
