package undotext

import (
	"fmt"
	"strings"
)

type step struct {
	position          int
	removed, inserted string
	isTyped           bool
}

const unreachable = -1

// Text is the text of an editor that can undo. Its zero value is empty and ready.
type Text struct {
	text   string
	steps  []step
	done   int
	saved  int
	isOpen bool
}

// String is the text as it is now.
func (t *Text) String() string {
	return t.text
}

// Insert puts a text in at a position.
func (t *Text) Insert(position int, text string) error {
	if position < 0 || position > len(t.text) {
		return fmt.Errorf("there is no position %d", position)
	}
	if text == "" {
		return nil
	}
	isTyped := len(text) == 1
	if t.isOpen && isTyped && !strings.Contains(" \t\n", text) {
		last := &t.steps[t.done-1]
		if last.isTyped && position == last.position+len(last.inserted) {
			last.inserted += text
			t.replace(position, "", text)
			return nil
		}
	}
	t.do(step{position: position, inserted: text, isTyped: isTyped})
	return nil
}

// Delete takes so many characters away from a position on.
func (t *Text) Delete(position, count int) error {
	if position < 0 || count < 0 || position+count > len(t.text) {
		return fmt.Errorf("there are no %d characters at %d", count, position)
	}
	if count > 0 {
		t.do(step{position: position, removed: t.text[position : position+count]})
	}
	return nil
}

// Undo takes the last step back, and says whether there was one.
func (t *Text) Undo() bool {
	t.isOpen = false
	if t.done == 0 {
		return false
	}
	t.done--
	last := t.steps[t.done]
	t.replace(last.position, last.inserted, last.removed)
	return true
}

// Redo brings the last step that was taken back in again, and says whether there was one.
func (t *Text) Redo() bool {
	t.isOpen = false
	if t.done == len(t.steps) {
		return false
	}
	next := t.steps[t.done]
	t.done++
	t.replace(next.position, next.removed, next.inserted)
	return true
}

// Save remembers the present state.
func (t *Text) Save() {
	t.isOpen = false
	t.saved = t.done
}

// IsChanged says whether the text is in another state than the one last saved.
func (t *Text) IsChanged() bool {
	return t.saved != t.done
}

func (t *Text) do(next step) {
	if t.saved > t.done {
		t.saved = unreachable
	}
	t.steps = append(t.steps[:t.done], next)
	t.done++
	t.isOpen = true
	t.replace(next.position, next.removed, next.inserted)
}

func (t *Text) replace(position int, old, text string) {
	t.text = t.text[:position] + text + t.text[position+len(old):]
}
