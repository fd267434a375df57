// Package notes keeps short notes in a file.
package notes

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

// ErrNotOpen is for a notebook that was not opened.
var ErrNotOpen = errors.New("no notebook is open")

// ErrNotFound is for a note that is not there.
var ErrNotFound = errors.New("there is no such note")

// ErrBadText is for a text that no note can have.
var ErrBadText = errors.New("a note is one line that is not empty")

var (
	all    []Note
	lastID int
	isOpen bool
)

// Open reads the notes from a file. From now on they are kept in it.
func Open(path string) error {
	all, lastID, isOpen, fileName = nil, 0, false, path
	if err := load(); err != nil {
		return err
	}
	isOpen = true
	return nil
}

// Add writes a note and returns its number: one more than the highest there ever was in this notebook since it was opened.
func Add(text string) (int, error) {
	if !isOpen {
		return 0, ErrNotOpen
	}
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsAny(text, "\n\r\t") {
		return 0, ErrBadText
	}
	lastID++
	all = append(all, Note{lastID, time.Now().UTC().Truncate(time.Second), text})
	return lastID, save()
}

// Remove throws a note away.
func Remove(id int) error {
	if !isOpen {
		return ErrNotOpen
	}
	for i, note := range all {
		if note.ID == id {
			all = append(all[:i], all[i+1:]...)
			return save()
		}
	}
	return ErrNotFound
}

// Find returns the notes that contain a word, whatever its case, in the order of their numbers.
func Find(word string) []Note {
	var found []Note
	for _, note := range all {
		if strings.Contains(strings.ToLower(note.Text), strings.ToLower(word)) {
			found = append(found, note)
		}
	}
	return found
}

// Print writes all notes to the standard output.
func Print() error {
	if !isOpen {
		return ErrNotOpen
	}
	for _, note := range all {
		if _, err := fmt.Fprintf(os.Stdout, "%d %s %s\n", note.ID, note.Time.Format("2006-01-02"), note.Text); err != nil {
			return err
		}
	}
	return nil
}
