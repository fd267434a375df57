package undotext

import (
	"fmt"
	"math/rand"
	"testing"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func typeIn(t *testing.T, buffer *Text, position int, text string) {
	t.Helper()
	for offset, character := range text {
		must(t, buffer.Insert(position+offset, string(character)))
	}
}

func expect(t *testing.T, buffer *Text, want string) {
	t.Helper()
	if got := buffer.String(); got != want {
		t.Fatalf("the text is %q, want %q", got, want)
	}
}

func expectUndone(t *testing.T, buffer *Text, want ...string) {
	t.Helper()
	var seen []string
	for buffer.Undo() {
		seen = append(seen, buffer.String())
	}
	if fmt.Sprintf("%q", seen) != fmt.Sprintf("%q", want) {
		t.Fatalf("undoing led through %q, want %q", seen, want)
	}
}

func TestInsertingAndDeleting(t *testing.T) {
	var buffer Text
	expect(t, &buffer, "")
	must(t, buffer.Insert(0, "held"))
	must(t, buffer.Insert(2, "llo wor"))
	must(t, buffer.Delete(5, 1))
	expect(t, &buffer, "helloworld")
}

func TestUndoAndRedo(t *testing.T) {
	var buffer Text
	must(t, buffer.Insert(0, "abc"))
	must(t, buffer.Delete(1, 1))
	expectUndone(t, &buffer, "abc", "")
	if !buffer.Redo() || !buffer.Redo() || buffer.Redo() {
		t.Fatal("there are two steps to bring back")
	}
	expect(t, &buffer, "ac")
}

func TestNewStepMakesTheUndoneForgotten(t *testing.T) {
	var buffer Text
	must(t, buffer.Insert(0, "one"))
	buffer.Undo()
	must(t, buffer.Insert(0, "two"))
	if buffer.Redo() {
		t.Fatal("what was undone is still there")
	}
	expectUndone(t, &buffer, "")
}

func TestTypingIsUndoneWordByWord(t *testing.T) {
	var buffer Text
	typeIn(t, &buffer, 0, "ab cd\ne")
	expectUndone(t, &buffer, "ab cd", "ab", "")
	buffer.Redo()
	buffer.Redo()
	expect(t, &buffer, "ab cd")
}

func TestTypingElsewhereIsAnotherStep(t *testing.T) {
	var buffer Text
	typeIn(t, &buffer, 0, "ab")
	typeIn(t, &buffer, 0, "x")
	buffer.Undo()
	expect(t, &buffer, "ab")
	typeIn(t, &buffer, 1, "y")
	buffer.Undo()
	expect(t, &buffer, "ab")
}

func TestLongerTextsNeverJoin(t *testing.T) {
	var buffer Text
	must(t, buffer.Insert(0, "ab"))
	must(t, buffer.Insert(2, "c"))
	must(t, buffer.Insert(3, "de"))
	expectUndone(t, &buffer, "abc", "ab", "")
}

func TestWhatEndsAStep(t *testing.T) {
	interrupts := []func(*Text){
		func(buffer *Text) { buffer.Redo() },
		func(buffer *Text) { buffer.Save() },
		func(buffer *Text) { buffer.Undo(); buffer.Redo() },
	}
	for _, interrupt := range interrupts {
		var buffer Text
		typeIn(t, &buffer, 0, "a")
		interrupt(&buffer)
		typeIn(t, &buffer, 1, "b")
		buffer.Undo()
		expect(t, &buffer, "a")
	}
}

func TestWhatDoesNotEndAStep(t *testing.T) {
	var buffer Text
	typeIn(t, &buffer, 0, "a")
	must(t, buffer.Insert(0, ""))
	must(t, buffer.Delete(1, 0))
	buffer.IsChanged()
	if buffer.Insert(5, "x") == nil {
		t.Fatal("there is no position 5")
	}
	typeIn(t, &buffer, 1, "b")
	expectUndone(t, &buffer, "")
}

func TestNothingIsForgottenForNothing(t *testing.T) {
	var buffer Text
	must(t, buffer.Insert(0, "abc"))
	buffer.Undo()
	must(t, buffer.Insert(0, ""))
	must(t, buffer.Delete(0, 0))
	if !buffer.Redo() {
		t.Fatal("what was undone is gone")
	}
	expect(t, &buffer, "abc")
}

func TestErrorsLeaveEverythingAsItWas(t *testing.T) {
	var buffer Text
	must(t, buffer.Insert(0, "abc"))
	failures := []error{
		buffer.Insert(4, "x"), buffer.Insert(-1, "x"), buffer.Insert(9, ""),
		buffer.Delete(2, 2), buffer.Delete(-1, 1), buffer.Delete(1, -1), buffer.Delete(4, 0),
	}
	for i, err := range failures {
		if err == nil {
			t.Errorf("call %d is no error", i+1)
		}
	}
	expect(t, &buffer, "abc")
	expectUndone(t, &buffer, "")
}

func TestSavedAndChanged(t *testing.T) {
	var buffer Text
	var seen []bool
	look := func() { seen = append(seen, buffer.IsChanged()) }
	look()
	must(t, buffer.Insert(0, "x"))
	look()
	must(t, buffer.Delete(0, 1))
	look()
	buffer.Undo()
	buffer.Save()
	look()
	buffer.Undo()
	look()
	buffer.Redo()
	look()
	if want := []bool{false, true, true, false, true, false}; fmt.Sprint(seen) != fmt.Sprint(want) {
		t.Fatalf("changed was %v, want %v", seen, want)
	}
}

func TestSavedStateThatWasLeftForGood(t *testing.T) {
	var buffer Text
	must(t, buffer.Insert(0, "ab"))
	buffer.Save()
	buffer.Undo()
	must(t, buffer.Insert(0, "ab"))
	first := buffer.IsChanged()
	buffer.Undo()
	second := buffer.IsChanged()
	buffer.Save()
	if !first || !second || buffer.IsChanged() {
		t.Fatalf("changed was %v, %v, %v; want true, true, false", first, second, buffer.IsChanged())
	}
}

func TestAsIfEveryStateHadBeenKept(t *testing.T) {
	random := rand.New(rand.NewSource(11))
	for round := 0; round < 60; round++ {
		var buffer Text
		states, at, saved := []string{""}, 0, 0
		for turn := 0; turn < 80; turn++ {
			text := states[at]
			action := random.Intn(6)
			switch {
			case action < 2:
				position, added := random.Intn(len(text)+1), []string{"ab", "c d", "xyz"}[random.Intn(3)]
				must(t, buffer.Insert(position, added))
				text = text[:position] + added + text[position:]
			case action == 2 && text != "":
				position := random.Intn(len(text))
				count := 1 + random.Intn(len(text)-position)
				must(t, buffer.Delete(position, count))
				text = text[:position] + text[position+count:]
			case action == 3:
				if buffer.Undo() != (at > 0) {
					t.Fatal("undo tells the wrong thing")
				}
				if at > 0 {
					at--
				}
			case action == 4:
				if buffer.Redo() != (at < len(states)-1) {
					t.Fatal("redo tells the wrong thing")
				}
				if at < len(states)-1 {
					at++
				}
			case action == 5:
				buffer.Save()
				saved = at
			}
			if action < 3 && text != states[at] {
				if saved > at {
					saved = -1
				}
				states = append(states[:at+1], text)
				at++
			}
			expect(t, &buffer, states[at])
			if buffer.IsChanged() != (saved != at) {
				t.Fatalf("changed is %v in state %d, saved was %d", buffer.IsChanged(), at, saved)
			}
		}
	}
}
