package notes

import "time"

// Note is a text with its number and the time at which it was written.
type Note struct {
	ID   int
	Time time.Time
	Text string
}
