package tinytemplate

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

func expect(t *testing.T, template string, values Values, want string) {
	t.Helper()
	got, err := Render(template, values)
	if err != nil || got != want {
		t.Errorf("Render(%q) = %q, %v; want %q", template, got, err, want)
	}
}

func expectError(t *testing.T, line int, template string, values Values) {
	t.Helper()
	got, err := Render(template, values)
	if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("line %d: ", line)) {
		t.Errorf("Render(%q) = %q, %v; want an error of line %d", template, got, err, line)
	}
}

func TestTextWithoutTagsStaysAsItIs(t *testing.T) {
	expect(t, "a { b } c\n}} \\ d", nil, "a { b } c\n}} \\ d")
}

func TestNames(t *testing.T) {
	expect(t, "{{a}}-{{ b_2 }}-{{a}}", Values{"a": "x", "b_2": ""}, "x--x")
}

func TestValuesAreNotRenderedAgain(t *testing.T) {
	expect(t, "{{a}}", Values{"a": "{{b}} \\{{"}, "{{b}} \\{{")
}

func TestFilters(t *testing.T) {
	expect(t, "{{a|upper}} {{ a | lower }} {{b|trim|upper}}.", Values{"a": "aB", "b": "  x y "}, "AB ab X Y.")
}

func TestTextInPlaceOfNothing(t *testing.T) {
	expect(t, "{{a|or:no one}}{{b|or: -}}{{c|or:x|upper}}", Values{"a": "", "c": "y"}, "no one -Y")
	expect(t, "{{a|trim|or:empty}}", Values{"a": "  "}, "empty")
}

func TestSectionsOverLists(t *testing.T) {
	values := Values{"people": []Values{{"name": "Ann"}, {"name": "Bo"}}, "sign": "!"}
	expect(t, "{{#people}}{{name}}{{sign}} {{/people}}", values, "Ann! Bo! ")
}

func TestWhatIsAtHandComesFirst(t *testing.T) {
	inner := []Values{{}, {"name": "deep"}}
	values := Values{"name": "out", "list": []Values{{"name": "in", "list": inner}}}
	expect(t, "{{#list}}{{#list}}{{name}} {{/list}}{{/list}}{{name}}", values, "in deep out")
}

func TestSectionsWithTexts(t *testing.T) {
	template := "{{#a}}[{{a}}]{{/a}}{{^a}}none{{/a}}"
	expect(t, template, Values{"a": "x"}, "[x]")
	expect(t, template, Values{"a": ""}, "none")
	expect(t, template, nil, "none")
}

func TestSectionsForNothing(t *testing.T) {
	template := "{{^l}}empty{{/l}}{{#l}}x{{/l}}"
	expect(t, template, Values{"l": []Values{}}, "empty")
	expect(t, template, Values{"l": []Values{{}, {}}}, "xx")
}

func TestPlainBraces(t *testing.T) {
	expect(t, "\\{{a}} {{a}} \\\\{{a}}", Values{"a": "x"}, "{{a}} x \\{{a}}")
}

func TestErrorsInTags(t *testing.T) {
	expectError(t, 2, "a\n{{ b", Values{"b": "x"})
	expectError(t, 1, "{{}}", nil)
	expectError(t, 1, "{{a b}}", Values{"a": "x"})
	expectError(t, 3, "\n\n{{a|louder}}", Values{"a": "x"})
	expectError(t, 1, "{{a|or}}", Values{"a": "x"})
	expectError(t, 1, "{{# }}{{/ }}", nil)
}

func TestErrorsInSections(t *testing.T) {
	expectError(t, 2, "x\n{{#a}}\n\n", Values{"a": "x"})
	expectError(t, 3, "{{#a}}\n{{#b}}\n{{/a}}{{/b}}", Values{"a": "x", "b": "y"})
	expectError(t, 2, "\n{{/a}}", Values{"a": "x"})
}

func TestErrorsWithValues(t *testing.T) {
	expectError(t, 2, "x\n{{who}}", nil)
	expectError(t, 1, "{{who|upper|or:x}}", nil)
	expectError(t, 1, "{{l}}", Values{"l": []Values{{}}})
	expectError(t, 1, "{{l|or:x}}", Values{"l": []Values{}})
}

func TestWhatIsNotRenderedIsStillRead(t *testing.T) {
	expect(t, "{{#no}}{{who}}{{/no}}.", nil, ".")
	expectError(t, 2, "{{#no}}\n{{who|louder}}{{/no}}", nil)
}

func TestLinesAreCountedThroughTags(t *testing.T) {
	expectError(t, 4, "{{ a\n}}\n\n{{who}}", Values{"a": "x"})
}

func TestTextsComeThroughUnchanged(t *testing.T) {
	random := rand.New(rand.NewSource(9))
	pick := func(letters string, count int) string {
		text := ""
		for i := 0; i < count; i++ {
			text += string(letters[random.Intn(len(letters))])
		}
		return text
	}
	for round := 0; round < 300; round++ {
		text := pick("ab {}|#/:\n", 12) + "."
		for strings.Contains(text, "{{") {
			text = strings.ReplaceAll(text, "{{", "{ {")
		}
		value := pick("xy{}\\|\n", 6)
		expect(t, text+"{{v}}"+text, Values{"v": value}, text+value+text)
	}
}
