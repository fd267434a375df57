package notes

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

var day = time.Date(2024, 5, 6, 7, 8, 9, 123, time.UTC)

func newNotebook(t *testing.T, storage Storage) *Notebook {
	t.Helper()
	notebook, err := New(storage, WithClock(func() time.Time { return day }))
	if err != nil {
		t.Fatal(err)
	}
	return notebook
}

func add(t *testing.T, notebook *Notebook, text string) int {
	t.Helper()
	id, err := notebook.Add(text)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestTwoNotebooksKnowNothingOfEachOther(t *testing.T) {
	one, other := newNotebook(t, MemoryStorage()), newNotebook(t, MemoryStorage())
	add(t, one, "a")
	if len(other.Find("a")) != 0 || add(t, other, "b") != 1 {
		t.Fatal("they share something")
	}
}

func TestClock(t *testing.T) {
	notebook := newNotebook(t, MemoryStorage())
	add(t, notebook, "a")
	if found := notebook.Find("a"); !found[0].Time.Equal(day.Truncate(time.Second)) {
		t.Fatalf("the note is of %v", found[0].Time)
	}
}

func TestPrint(t *testing.T) {
	notebook := newNotebook(t, MemoryStorage())
	add(t, notebook, "a b")
	add(t, notebook, "c")
	var out bytes.Buffer
	if err := notebook.Print(&out); err != nil || out.String() != "1 2024-05-06 a b\n2 2024-05-06 c\n" {
		t.Fatalf("printed %q, %v", out.String(), err)
	}
}

func TestFileFormatStaysTheSame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.txt")
	notebook := newNotebook(t, FileStorage(path))
	add(t, notebook, "a b")
	add(t, notebook, "c")
	if err := notebook.Remove(1); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || string(text) != "2\t2024-05-06T07:08:09Z\tc\n" {
		t.Fatalf("the file holds %q, %v", text, err)
	}
	again := newNotebook(t, FileStorage(path))
	if id := add(t, again, "d"); id != 3 {
		t.Fatalf("the next note has the number %d", id)
	}
}

func TestNumbersAreNotGivenTwice(t *testing.T) {
	notebook := newNotebook(t, MemoryStorage())
	add(t, notebook, "a")
	last := add(t, notebook, "b")
	if err := notebook.Remove(last); err != nil {
		t.Fatal(err)
	}
	if id := add(t, notebook, "c"); id != 3 {
		t.Fatalf("the next note has the number %d", id)
	}
}

func TestErrorsAreTheSame(t *testing.T) {
	notebook := newNotebook(t, MemoryStorage())
	_, empty := notebook.Add(" ")
	_, lines := notebook.Add("a\nb")
	missing := notebook.Remove(1)
	if !errors.Is(empty, ErrBadText) || !errors.Is(lines, ErrBadText) || !errors.Is(missing, ErrNotFound) {
		t.Fatalf("got %v, %v, %v", empty, lines, missing)
	}
}

// brokenStorage fails when it is told to.
type brokenStorage struct {
	Storage
	err error
}

func (b *brokenStorage) Save(notes []Note) error {
	if b.err != nil {
		return b.err
	}
	return b.Storage.Save(notes)
}

func (b *brokenStorage) Load() ([]Note, error) {
	if b.err != nil {
		return nil, b.err
	}
	return b.Storage.Load()
}

func TestFailedSavesChangeNothing(t *testing.T) {
	storage := &brokenStorage{Storage: MemoryStorage()}
	notebook := newNotebook(t, storage)
	add(t, notebook, "one")
	add(t, notebook, "two")
	storage.err = errors.New("the disk is full")
	if _, err := notebook.Add("three"); !errors.Is(err, storage.err) {
		t.Fatalf("adding gives %v", err)
	}
	if err := notebook.Remove(1); !errors.Is(err, storage.err) {
		t.Fatalf("removing gives %v", err)
	}
	if len(notebook.Find("")) != 2 || notebook.Find("")[0].Text != "one" || notebook.Find("")[1].Text != "two" {
		t.Fatalf("the notebook holds %v", notebook.Find(""))
	}
	if _, err := New(storage); !errors.Is(err, storage.err) {
		t.Fatalf("loading gives %v", err)
	}
	storage.err = nil
	if id := add(t, notebook, "three"); id != 3 {
		t.Fatalf("the next note has the number %d", id)
	}
}

func TestStoragesKeepCopies(t *testing.T) {
	storage := MemoryStorage()
	saved := []Note{{1, day, "a"}, {2, day, "b"}}
	if err := storage.Save(saved); err != nil {
		t.Fatal(err)
	}
	saved[0].Text = "changed"
	loaded, _ := storage.Load()
	if loaded[0].Text != "a" {
		t.Fatal("what was saved has changed")
	}
	loaded[1].Text = "changed"
	if again, _ := storage.Load(); again[1].Text != "b" {
		t.Fatal("what is loaded is what is kept")
	}
}

func TestWhatIsFoundIsACopy(t *testing.T) {
	notebook := newNotebook(t, MemoryStorage())
	add(t, notebook, "a")
	notebook.Find("")[0].Text = "changed"
	if found := notebook.Find("a"); len(found) != 1 {
		t.Fatal("the notebook has changed")
	}
}

func TestManyAtOnce(t *testing.T) {
	notebook := newNotebook(t, MemoryStorage())
	var group sync.WaitGroup
	ids := make(chan int, 400)
	for worker := 0; worker < 20; worker++ {
		group.Add(1)
		go func(worker int) {
			defer group.Done()
			for i := 0; i < 20; i++ {
				id, err := notebook.Add(fmt.Sprint(worker, "-", i))
				if err != nil {
					t.Error(err)
				}
				ids <- id
				notebook.Find("1")
				if i%5 == 0 {
					if err := notebook.Remove(id); err != nil {
						t.Error(err)
					}
				}
			}
		}(worker)
	}
	group.Wait()
	close(ids)
	seen := map[int]bool{}
	for id := range ids {
		seen[id] = true
	}
	if len(seen) != 400 || len(notebook.Find("")) != 320 {
		t.Fatalf("%d numbers and %d notes, want 400 and 320", len(seen), len(notebook.Find("")))
	}
}
