// Package notes keeps short notes.
package notes

import (
	"errors"
	"os"
)

// ErrNotOpen is for a notebook that was not opened.
var ErrNotOpen = errors.New("no notebook is open")

// ErrNotFound is for a note that is not there.
var ErrNotFound = errors.New("there is no such note")

// ErrBadText is for a text that no note can have.
var ErrBadText = errors.New("a note is one line that is not empty")

var opened *Notebook

// Open reads the notes from a file. From now on they are kept in it.
func Open(path string) error {
	notebook, err := New(FileStorage(path))
	opened = notebook
	return err
}

// Add writes a note into the notebook that is open.
func Add(text string) (int, error) {
	if opened == nil {
		return 0, ErrNotOpen
	}
	return opened.Add(text)
}

// Remove throws a note of the open notebook away.
func Remove(id int) error {
	if opened == nil {
		return ErrNotOpen
	}
	return opened.Remove(id)
}

// Find returns the notes of the open notebook that contain a word.
func Find(word string) []Note {
	if opened == nil {
		return nil
	}
	return opened.Find(word)
}

// Print writes the notes of the open notebook to the standard output.
func Print() error {
	if opened == nil {
		return ErrNotOpen
	}
	return opened.Print(os.Stdout)
}
