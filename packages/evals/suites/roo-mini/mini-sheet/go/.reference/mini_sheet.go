package minisheet

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
)

var (
	errCycle    = errors.New("#CYCLE")
	errType     = errors.New("#TYPE")
	errDivision = errors.New("#DIV")
	plainNumber = regexp.MustCompile(`\A-?[0-9]+\z`)
)

// content of a cell: a formula, or a text that may be a number.
type content struct {
	formula *node
	err     error
	value   value
}

type value struct {
	isText bool
	text   string
	number int
}

type outcome struct {
	value value
	err   error
}

type sheet struct {
	contents map[string]content
	cyclic   map[string]bool
	known    map[string]outcome
}

// Evaluate tells what each cell shows, by its name.
func Evaluate(cells map[string]string) map[string]string {
	s := &sheet{contents: map[string]content{}, cyclic: map[string]bool{}, known: map[string]outcome{}}
	for name, text := range cells {
		s.contents[name] = parseContent(text)
	}
	for name := range cells {
		s.cyclic[name] = s.needsItself(name)
	}
	shown := map[string]string{}
	for name := range cells {
		shown[name] = show(s.value(name))
	}
	return shown
}

func parseContent(text string) content {
	if strings.HasPrefix(text, "=") {
		formula, err := parse(text[1:])
		return content{formula: formula, err: err}
	}
	if plainNumber.MatchString(text) {
		number, _ := strconv.Atoi(text)
		return content{value: value{number: number}}
	}
	return content{value: value{isText: true, text: text}}
}

func show(v value, err error) string {
	switch {
	case err != nil:
		return err.Error()
	case v.isText:
		return v.text
	}
	return strconv.Itoa(v.number)
}

func (s *sheet) needsItself(name string) bool {
	seen := map[string]bool{}
	queue := s.references(name)
	for len(queue) > 0 {
		current := queue[0]
		queue = queue[1:]
		if current == name {
			return true
		}
		if !seen[current] {
			seen[current] = true
			queue = append(queue, s.references(current)...)
		}
	}
	return false
}

func (s *sheet) references(name string) []string {
	if formula := s.contents[name].formula; formula != nil {
		return formula.references()
	}
	return nil
}

func (s *sheet) value(name string) (value, error) {
	if s.cyclic[name] {
		return value{}, errCycle
	}
	if known, isKnown := s.known[name]; isKnown {
		return known.value, known.err
	}
	found := outcome{value: s.contents[name].value, err: s.contents[name].err}
	if formula := s.contents[name].formula; formula != nil {
		found.value.number, found.err = s.workOut(formula)
	}
	s.known[name] = found
	return found.value, found.err
}

func (s *sheet) workOut(n *node) (int, error) {
	switch n.kind {
	case numberNode:
		return n.value, nil
	case cellNode:
		found, err := s.value(n.name)
		if err == nil && found.isText {
			err = errType
		}
		return found.number, err
	case minusNode:
		of, err := s.workOut(n.parts[0])
		return -of, err
	case functionNode:
		return s.workOutFunction(n)
	}
	left, err := s.workOut(n.parts[0])
	if err != nil {
		return 0, err
	}
	right, err := s.workOut(n.parts[1])
	if err != nil {
		return 0, err
	}
	switch n.name {
	case "+":
		return left + right, nil
	case "-":
		return left - right, nil
	case "*":
		return left * right, nil
	}
	if right == 0 {
		return 0, errDivision
	}
	return left / right, nil
}

func (s *sheet) workOutFunction(n *node) (int, error) {
	var numbers []int
	for _, name := range n.cells {
		if _, isGiven := s.contents[name]; !isGiven {
			continue
		}
		found, err := s.value(name)
		if err != nil {
			return 0, err
		}
		if !found.isText {
			numbers = append(numbers, found.number)
		}
	}
	if n.name == "COUNT" {
		return len(numbers), nil
	}
	result := 0
	for i, number := range numbers {
		switch {
		case n.name == "SUM":
			result += number
		case i == 0, n.name == "MIN" && number < result, n.name == "MAX" && number > result:
			result = number
		}
	}
	return result, nil
}
