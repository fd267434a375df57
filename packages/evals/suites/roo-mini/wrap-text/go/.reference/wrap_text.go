package wraptext

import (
	"errors"
	"strings"
)

// Wrap gives the text as a list of lines. A width below 3 is an error.
func Wrap(text string, width int) ([]string, error) {
	if width < 3 {
		return nil, errors.New("a line has at least 3 characters")
	}
	var result []string
	for _, paragraph := range paragraphs(text) {
		lines := wrapParagraph(paragraph, width)
		if len(lines) > 0 && len(result) > 0 {
			result = append(result, "")
		}
		result = append(result, lines...)
	}
	return result, nil
}

func paragraphs(text string) [][]string {
	found := [][]string{nil}
	for _, line := range strings.Split(text, "\n") {
		if strings.Trim(line, " \t") == "" {
			found = append(found, nil)
			continue
		}
		last := len(found) - 1
		found[last] = append(found[last], line)
	}
	return found
}

type block struct {
	isItem bool
	words  []string
}

func wrapParagraph(lines []string, width int) []string {
	blocks := []block{{}}
	for _, line := range lines {
		if strings.HasPrefix(line, "- ") {
			blocks = append(blocks, block{isItem: true})
			line = line[2:]
		}
		last := &blocks[len(blocks)-1]
		last.words = append(last.words, strings.Fields(line)...)
	}
	var result []string
	for _, each := range blocks {
		if !each.isItem {
			result = append(result, fill(each.words, width)...)
			continue
		}
		prefix := "- "
		for _, line := range fill(each.words, width-2) {
			result = append(result, prefix+line)
			prefix = "  "
		}
	}
	return result
}

func fill(words []string, width int) []string {
	var lines []string
	current := ""
	for _, word := range words {
		if current != "" && len(current)+1+len(word) <= width {
			current += " " + word
			continue
		}
		if current != "" {
			lines = append(lines, current)
		}
		for len(word) > width {
			lines = append(lines, word[:width])
			word = word[width:]
		}
		current = word
	}
	if current != "" {
		lines = append(lines, current)
	}
	return lines
}
