package tinytemplate

import (
	"fmt"
	"regexp"
	"strings"
)

// Values stand for texts (string) or lists of further values ([]Values).
type Values map[string]any

var (
	nameShape = regexp.MustCompile(`\A[A-Za-z0-9_]+\z`)
	filters   = map[string]func(string) string{
		"upper": strings.ToUpper,
		"lower": strings.ToLower,
		"trim":  func(text string) string { return strings.Trim(text, " ") },
	}
)

// Render renders the template. The text of an error begins with "line N: ".
func Render(template string, values Values) (string, error) {
	parser := parser{rest: template, line: 1}
	nodes, err := parser.parse("", 0)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	if err := renderAll(nodes, []Values{values}, &out); err != nil {
		return "", err
	}
	return out.String(), nil
}

// node renders a part of the template in scopes, the innermost last.
type node func(scopes []Values, out *strings.Builder) error

type parser struct {
	rest string
	line int
}

func (p *parser) parse(section string, since int) ([]node, error) {
	var nodes []node
	for {
		nodes = append(nodes, textNode(p.text()))
		if p.rest == "" {
			if section != "" {
				return nil, failure(since, "%s is never closed", section)
			}
			return nodes, nil
		}
		line := p.line
		tag, err := p.tag()
		if err != nil {
			return nil, err
		}
		switch {
		case strings.HasPrefix(tag, "#"), strings.HasPrefix(tag, "^"):
			name, err := checkName(tag[1:], line)
			if err != nil {
				return nil, err
			}
			inner, err := p.parse(name, line)
			if err != nil {
				return nil, err
			}
			nodes = append(nodes, sectionNode(name, tag[0] == '#', inner))
		case strings.HasPrefix(tag, "/"):
			name, err := checkName(tag[1:], line)
			if err != nil {
				return nil, err
			}
			if name != section {
				return nil, failure(line, "%s ends here and did not begin", name)
			}
			return nodes, nil
		default:
			value, err := valueNode(tag, line)
			if err != nil {
				return nil, err
			}
			nodes = append(nodes, value)
		}
	}
}

// text reads up to the next tag.
func (p *parser) text() string {
	var text strings.Builder
	for p.rest != "" && !strings.HasPrefix(p.rest, "{{") {
		if strings.HasPrefix(p.rest, `\{{`) {
			text.WriteString("{{")
			p.rest = p.rest[3:]
			continue
		}
		if p.rest[0] == '\n' {
			p.line++
		}
		text.WriteByte(p.rest[0])
		p.rest = p.rest[1:]
	}
	return text.String()
}

func (p *parser) tag() (string, error) {
	end := strings.Index(p.rest, "}}")
	if end < 0 {
		return "", failure(p.line, "the tag is not closed")
	}
	tag := p.rest[2:end]
	p.line += strings.Count(tag, "\n")
	p.rest = p.rest[end+2:]
	return strings.TrimLeft(tag, " \t\r\n"), nil
}

func textNode(text string) node {
	return func(_ []Values, out *strings.Builder) error {
		out.WriteString(text)
		return nil
	}
}

func valueNode(tag string, line int) (node, error) {
	parts := strings.Split(tag, "|")
	name, err := checkName(parts[0], line)
	if err != nil {
		return nil, err
	}
	var steps []func(string) string
	hasDefault := false
	for i, part := range parts[1:] {
		step, isDefault, err := checkFilter(part, line)
		if err != nil {
			return nil, err
		}
		hasDefault = hasDefault || (i == 0 && isDefault)
		steps = append(steps, step)
	}
	return func(scopes []Values, out *strings.Builder) error {
		value, isThere := lookUp(name, scopes)
		text, isText := value.(string)
		if !isThere && !hasDefault {
			return failure(line, "there is no %s", name)
		}
		if isThere && !isText {
			return failure(line, "%s is a list", name)
		}
		for _, step := range steps {
			text = step(text)
		}
		out.WriteString(text)
		return nil
	}, nil
}

func checkFilter(part string, line int) (step func(string) string, isDefault bool, err error) {
	if colon := strings.Index(part, ":"); colon >= 0 && strings.TrimSpace(part[:colon]) == "or" {
		other := part[colon+1:]
		return func(text string) string {
			if text == "" {
				return other
			}
			return text
		}, true, nil
	}
	step, isKnown := filters[strings.TrimSpace(part)]
	if !isKnown {
		return nil, false, failure(line, "%q is no filter", part)
	}
	return step, false, nil
}

func sectionNode(name string, isWanted bool, inner []node) node {
	return func(scopes []Values, out *strings.Builder) error {
		value, _ := lookUp(name, scopes)
		list, isList := value.([]Values)
		text, _ := value.(string)
		isEmpty := len(list) == 0 && text == ""
		if isEmpty == isWanted {
			return nil
		}
		if !isWanted || !isList {
			return renderAll(inner, scopes, out)
		}
		for _, item := range list {
			if err := renderAll(inner, append(scopes[:len(scopes):len(scopes)], item), out); err != nil {
				return err
			}
		}
		return nil
	}
}

func renderAll(nodes []node, scopes []Values, out *strings.Builder) error {
	for _, each := range nodes {
		if err := each(scopes, out); err != nil {
			return err
		}
	}
	return nil
}

func lookUp(name string, scopes []Values) (any, bool) {
	for i := len(scopes) - 1; i >= 0; i-- {
		if value, isThere := scopes[i][name]; isThere {
			return value, true
		}
	}
	return nil, false
}

func checkName(text string, line int) (string, error) {
	name := strings.TrimSpace(text)
	if !nameShape.MatchString(name) {
		return "", failure(line, "%q is no name", name)
	}
	return name, nil
}

func failure(line int, format string, values ...any) error {
	return fmt.Errorf("line %d: "+format, append([]any{line}, values...)...)
}
