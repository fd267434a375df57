package undotext

// Text is the text of an editor that can undo. Its zero value is empty and ready.
type Text struct {
}

// String is the text as it is now.
func (t *Text) String() string {
	panic("not written yet")
}

// Insert puts a text in at a position.
func (t *Text) Insert(position int, text string) error {
	panic("not written yet")
}

// Delete takes so many characters away from a position on.
func (t *Text) Delete(position, count int) error {
	panic("not written yet")
}

// Undo takes the last step back, and says whether there was one.
func (t *Text) Undo() bool {
	panic("not written yet")
}

// Redo brings the last step that was taken back in again, and says whether there was one.
func (t *Text) Redo() bool {
	panic("not written yet")
}

// Save remembers the present state.
func (t *Text) Save() {
	panic("not written yet")
}

// IsChanged says whether the text is in another state than the one last saved.
func (t *Text) IsChanged() bool {
	panic("not written yet")
}
