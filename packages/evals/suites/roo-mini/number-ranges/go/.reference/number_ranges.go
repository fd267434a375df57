package numberranges

import (
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

var part = regexp.MustCompile(`\A *(-?[0-9]+)(?:-(-?[0-9]+))? *\z`)

// Compact writes the numbers as a short text.
func Compact(numbers []int) string {
	sorted := inOrder(numbers)
	var parts []string
	for start := 0; start < len(sorted); {
		end := start
		for end+1 < len(sorted) && sorted[end+1] == sorted[end]+1 {
			end++
		}
		if end-start > 1 {
			parts = append(parts, fmt.Sprintf("%d-%d", sorted[start], sorted[end]))
		} else {
			for _, number := range sorted[start : end+1] {
				parts = append(parts, strconv.Itoa(number))
			}
		}
		start = end + 1
	}
	return strings.Join(parts, ",")
}

// Expand gives the numbers that a text stands for.
func Expand(text string) ([]int, error) {
	if strings.Trim(text, " ") == "" {
		return []int{}, nil
	}
	var numbers []int
	for _, piece := range strings.Split(text, ",") {
		found := part.FindStringSubmatch(piece)
		if found == nil {
			return nil, fmt.Errorf("%q is no number and no range", piece)
		}
		if found[2] == "" {
			found[2] = found[1]
		}
		first, err := strconv.Atoi(found[1])
		if err != nil {
			return nil, err
		}
		last, err := strconv.Atoi(found[2])
		if err != nil {
			return nil, err
		}
		if last < first {
			return nil, fmt.Errorf("%q descends", piece)
		}
		for number := first; number <= last; number++ {
			numbers = append(numbers, number)
		}
	}
	return inOrder(numbers), nil
}

func inOrder(numbers []int) []int {
	known := map[int]bool{}
	sorted := []int{}
	for _, number := range numbers {
		if !known[number] {
			known[number] = true
			sorted = append(sorted, number)
		}
	}
	sort.Ints(sorted)
	return sorted
}
