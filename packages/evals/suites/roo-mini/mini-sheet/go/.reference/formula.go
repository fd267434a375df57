package minisheet

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

type kind int

const (
	numberNode kind = iota
	cellNode
	minusNode
	functionNode
	operatorNode
)

type node struct {
	kind  kind
	value int
	// name of a cell, of a function, or of an operator.
	name  string
	cells []string
	parts []*node
}

// references are all cells that a formula names.
func (n *node) references() []string {
	if n.kind == cellNode {
		return []string{n.name}
	}
	found := n.cells
	for _, part := range n.parts {
		found = append(found[:len(found):len(found)], part.references()...)
	}
	return found
}

var (
	tokenShape = regexp.MustCompile(`\A *([0-9]+|[A-Z]+[0-9]*|[-+*/():])`)
	cellShape  = regexp.MustCompile(`\A[A-Z][1-9][0-9]?\z`)
	errSyntax  = errors.New("#SYNTAX")
)

type parser struct {
	tokens []string
}

func parse(text string) (*node, error) {
	p := &parser{}
	for rest := strings.TrimRight(text, " "); rest != ""; {
		found := tokenShape.FindStringSubmatch(rest)
		if found == nil {
			return nil, errSyntax
		}
		p.tokens = append(p.tokens, found[1])
		rest = rest[len(found[0]):]
	}
	parsed, err := p.sum()
	if err != nil || len(p.tokens) > 0 {
		return nil, errSyntax
	}
	return parsed, nil
}

func (p *parser) sum() (*node, error) {
	return p.chain(p.product, "+", "-")
}

func (p *parser) product() (*node, error) {
	return p.chain(p.factor, "*", "/")
}

func (p *parser) chain(next func() (*node, error), operators ...string) (*node, error) {
	left, err := next()
	for err == nil && len(p.tokens) > 0 && (p.tokens[0] == operators[0] || p.tokens[0] == operators[1]) {
		operator := p.pop()
		var right *node
		right, err = next()
		left = &node{kind: operatorNode, name: operator, parts: []*node{left, right}}
	}
	return left, err
}

func (p *parser) factor() (*node, error) {
	token := p.pop()
	switch {
	case token == "-":
		of, err := p.factor()
		return &node{kind: minusNode, parts: []*node{of}}, err
	case token == "(":
		inner, err := p.sum()
		if err != nil || p.pop() != ")" {
			return nil, errSyntax
		}
		return inner, nil
	case token == "SUM", token == "MIN", token == "MAX", token == "COUNT":
		cells, err := p.cells()
		return &node{kind: functionNode, name: token, cells: cells}, err
	case cellShape.MatchString(token):
		return &node{kind: cellNode, name: token}, nil
	}
	value, err := strconv.Atoi(token)
	if err != nil {
		return nil, errSyntax
	}
	return &node{kind: numberNode, value: value}, nil
}

// cells are those of a range in parentheses, row by row.
func (p *parser) cells() ([]string, error) {
	open, first, colon, last, end := p.pop(), p.pop(), p.pop(), p.pop(), p.pop()
	isRange := open == "(" && colon == ":" && end == ")" && cellShape.MatchString(first) && cellShape.MatchString(last)
	if !isRange {
		return nil, errSyntax
	}
	firstRow, _ := strconv.Atoi(first[1:])
	lastRow, _ := strconv.Atoi(last[1:])
	var cells []string
	for row := firstRow; row <= lastRow; row++ {
		for column := first[0]; column <= last[0]; column++ {
			cells = append(cells, fmt.Sprintf("%c%d", column, row))
		}
	}
	if cells == nil {
		return nil, errSyntax
	}
	return cells, nil
}

// pop takes the next token, an empty one at the end.
func (p *parser) pop() string {
	if len(p.tokens) == 0 {
		return ""
	}
	token := p.tokens[0]
	p.tokens = p.tokens[1:]
	return token
}
