package versionpicker

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

type version [3]int

// interval allows the versions from low up to, not including, high.
type interval struct {
	low, high version
}

var (
	numberShape = regexp.MustCompile(`\A(0|[1-9][0-9]{0,8})\z`)
	signs       = []string{">=", "<=", ">", "<", "=", "~", "^"}
	highest     = version{1_000_000_000, 0, 0}
)

// Pick gives the highest version in the list that the range allows, or "".
func Pick(rangeText string, versions []string) (string, error) {
	var alternatives [][]interval
	for _, text := range strings.Split(rangeText, "||") {
		intervals, err := parseAlternative(text)
		if err != nil {
			return "", err
		}
		alternatives = append(alternatives, intervals)
	}
	var best *version
	for _, text := range versions {
		candidate, err := parseVersion(text)
		if err != nil {
			return "", err
		}
		if isAllowed(candidate, alternatives) && (best == nil || best.less(candidate)) {
			best = &candidate
		}
	}
	if best == nil {
		return "", nil
	}
	return fmt.Sprintf("%d.%d.%d", best[0], best[1], best[2]), nil
}

func isAllowed(candidate version, alternatives [][]interval) bool {
	for _, intervals := range alternatives {
		isInAll := true
		for _, each := range intervals {
			isInAll = isInAll && !candidate.less(each.low) && candidate.less(each.high)
		}
		if isInAll {
			return true
		}
	}
	return false
}

func (v version) less(other version) bool {
	for i := range v {
		if v[i] != other[i] {
			return v[i] < other[i]
		}
	}
	return false
}

func parseVersion(text string) (version, error) {
	numbers, err := parseNumbers(strings.Split(text, "."))
	if err != nil || len(numbers) != 3 {
		return version{}, fmt.Errorf("%q is no version", text)
	}
	return filled(numbers), nil
}

func parseAlternative(text string) ([]interval, error) {
	var intervals []interval
	for _, word := range strings.Split(text, " ") {
		if word == "" {
			continue
		}
		parsed, err := parseCondition(word)
		if err != nil {
			return nil, err
		}
		intervals = append(intervals, parsed)
	}
	if intervals == nil {
		return nil, fmt.Errorf("%q has no condition", text)
	}
	return intervals, nil
}

func parseCondition(word string) (interval, error) {
	sign := "="
	rest := word
	for _, each := range signs {
		if strings.HasPrefix(word, each) {
			sign, rest = each, word[len(each):]
			break
		}
	}
	numbers, err := parsePartial(rest)
	if err != nil {
		return interval{}, err
	}
	if len(numbers) == 0 && sign != "=" {
		return interval{}, fmt.Errorf("%q needs a number", word)
	}
	first := filled(numbers)
	switch sign {
	case ">=":
		return interval{first, highest}, nil
	case ">":
		return interval{after(numbers), highest}, nil
	case "<":
		return interval{version{}, first}, nil
	case "<=":
		return interval{version{}, after(numbers)}, nil
	case "~":
		return interval{first, after(numbers[:smaller(2, len(numbers))])}, nil
	case "^":
		return interval{first, after(numbers[:compatible(numbers)])}, nil
	}
	return interval{first, after(numbers)}, nil
}

// compatible tells how many numbers stay the same.
func compatible(numbers []int) int {
	for i, number := range numbers {
		if number > 0 {
			return i + 1
		}
	}
	return len(numbers)
}

func parsePartial(text string) ([]int, error) {
	parts := strings.Split(text, ".")
	given := 0
	for given < len(parts) && !isWild(parts[given]) {
		given++
	}
	for _, part := range parts[given:] {
		if !isWild(part) {
			return nil, fmt.Errorf("%q has a number after a placeholder", text)
		}
	}
	if len(parts) > 3 {
		return nil, fmt.Errorf("%q has too many parts", text)
	}
	return parseNumbers(parts[:given])
}

func isWild(part string) bool {
	return part == "x" || part == "*"
}

func parseNumbers(parts []string) ([]int, error) {
	numbers := []int{}
	for _, part := range parts {
		if !numberShape.MatchString(part) {
			return nil, fmt.Errorf("%q is no number", part)
		}
		number, err := strconv.Atoi(part)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, number)
	}
	return numbers, nil
}

// after is the first version above all that begin with these numbers.
func after(numbers []int) version {
	if len(numbers) == 0 {
		return highest
	}
	next := filled(numbers)
	next[len(numbers)-1]++
	return next
}

func filled(numbers []int) version {
	var full version
	copy(full[:], numbers)
	return full
}

func smaller(one, other int) int {
	if one < other {
		return one
	}
	return other
}
