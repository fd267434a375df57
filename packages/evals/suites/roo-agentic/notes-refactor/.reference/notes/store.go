package notes

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Storage keeps notes between the lives of a notebook.
type Storage interface {
	Load() ([]Note, error)
	Save([]Note) error
}

type fileStorage struct {
	path string
}

// FileStorage keeps notes in a file.
func FileStorage(path string) Storage {
	return &fileStorage{path}
}

func (f *fileStorage) Load() ([]Note, error) {
	file, err := os.Open(f.path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var notes []Note
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		note, err := parseNote(scanner.Text())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.path, err)
		}
		notes = append(notes, note)
	}
	return notes, scanner.Err()
}

func (f *fileStorage) Save(notes []Note) error {
	var text strings.Builder
	for _, note := range notes {
		fmt.Fprintf(&text, "%d\t%s\t%s\n", note.ID, note.Time.UTC().Format(time.RFC3339), note.Text)
	}
	return os.WriteFile(f.path, []byte(text.String()), 0o644)
}

func parseNote(line string) (Note, error) {
	parts := strings.SplitN(line, "\t", 3)
	if len(parts) != 3 {
		return Note{}, fmt.Errorf("%q is no note", line)
	}
	id, err := strconv.Atoi(parts[0])
	if err != nil {
		return Note{}, fmt.Errorf("%q is no number", parts[0])
	}
	written, err := time.Parse(time.RFC3339, parts[1])
	if err != nil {
		return Note{}, fmt.Errorf("%q is no time", parts[1])
	}
	return Note{id, written, parts[2]}, nil
}

type memoryStorage struct {
	mutex sync.Mutex
	notes []Note
}

// MemoryStorage keeps notes as long as it is used itself.
func MemoryStorage() Storage {
	return &memoryStorage{}
}

func (m *memoryStorage) Load() ([]Note, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return append([]Note(nil), m.notes...), nil
}

func (m *memoryStorage) Save(notes []Note) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.notes = append([]Note(nil), notes...)
	return nil
}
