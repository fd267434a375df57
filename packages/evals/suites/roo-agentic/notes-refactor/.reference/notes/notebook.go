package notes

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Notebook is safe for use by many goroutines at once.
type Notebook struct {
	mutex   sync.Mutex
	storage Storage
	clock   func() time.Time
	notes   []Note
	lastID  int
}

// Option changes how a notebook works.
type Option func(*Notebook)

// WithClock gives a notebook another clock than the machine's.
func WithClock(clock func() time.Time) Option {
	return func(n *Notebook) { n.clock = clock }
}

// New makes a notebook with the notes that a storage has.
func New(storage Storage, options ...Option) (*Notebook, error) {
	n := &Notebook{storage: storage, clock: time.Now}
	for _, option := range options {
		option(n)
	}
	notes, err := storage.Load()
	if err != nil {
		return nil, err
	}
	n.notes = notes
	for _, note := range notes {
		if note.ID > n.lastID {
			n.lastID = note.ID
		}
	}
	return n, nil
}

// Add writes a note and returns its number: one more than the highest there ever was in this notebook.
func (n *Notebook) Add(text string) (int, error) {
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsAny(text, "\n\r\t") {
		return 0, ErrBadText
	}
	n.mutex.Lock()
	defer n.mutex.Unlock()
	id := n.lastID + 1
	next := append(n.copied(), Note{id, n.clock().UTC().Truncate(time.Second), text})
	if err := n.keep(next); err != nil {
		return 0, err
	}
	n.lastID = id
	return id, nil
}

// Remove throws a note away.
func (n *Notebook) Remove(id int) error {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	for i, note := range n.notes {
		if note.ID == id {
			next := n.copied()
			return n.keep(append(next[:i], next[i+1:]...))
		}
	}
	return ErrNotFound
}

// Find returns the notes that contain a word, whatever its case, in the order of their numbers.
func (n *Notebook) Find(word string) []Note {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	var found []Note
	for _, note := range n.notes {
		if strings.Contains(strings.ToLower(note.Text), strings.ToLower(word)) {
			found = append(found, note)
		}
	}
	return found
}

// Print writes all notes.
func (n *Notebook) Print(out io.Writer) error {
	for _, note := range n.Find("") {
		if _, err := fmt.Fprintf(out, "%d %s %s\n", note.ID, note.Time.Format("2006-01-02"), note.Text); err != nil {
			return err
		}
	}
	return nil
}

// keep makes these the notes, once they are saved.
func (n *Notebook) keep(notes []Note) error {
	if err := n.storage.Save(notes); err != nil {
		return err
	}
	n.notes = notes
	return nil
}

func (n *Notebook) copied() []Note {
	return append([]Note(nil), n.notes...)
}
