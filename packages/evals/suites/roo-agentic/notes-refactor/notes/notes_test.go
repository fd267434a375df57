package notes

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestNotesAreKeptInTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.txt")
	if err := Open(path); err != nil {
		t.Fatal(err)
	}
	first, _ := Add(" buy milk ")
	second, _ := Add("call Bo")
	if first != 1 || second != 2 {
		t.Fatalf("the notes have the numbers %d and %d", first, second)
	}
	if err := Remove(1); err != nil {
		t.Fatal(err)
	}
	if err := Open(path); err != nil {
		t.Fatal(err)
	}
	found := Find("BO")
	if len(found) != 1 || found[0].ID != 2 || found[0].Text != "call Bo" {
		t.Fatalf("found %v", found)
	}
	if third, _ := Add("sleep"); third != 3 {
		t.Fatalf("the next note has the number %d", third)
	}
}

func TestWhatIsNoNote(t *testing.T) {
	if err := Open(filepath.Join(t.TempDir(), "notes.txt")); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "  ", "a\nb", "a\tb"} {
		if _, err := Add(text); !errors.Is(err, ErrBadText) {
			t.Errorf("Add(%q) gives %v", text, err)
		}
	}
	if err := Remove(5); !errors.Is(err, ErrNotFound) {
		t.Errorf("Remove(5) gives %v", err)
	}
}

func TestBrokenFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.txt")
	for _, text := range []string{"nonsense\n", "x\t2024-01-01T00:00:00Z\ta\n", "1\tyesterday\ta\n"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := Open(path); err == nil {
			t.Errorf("%q was opened", text)
		}
		if _, err := Add("a"); !errors.Is(err, ErrNotOpen) {
			t.Errorf("adding to what is not open gives %v", err)
		}
	}
}
