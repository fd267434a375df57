package notes

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

var fileName string

func load() error {
	file, err := os.Open(fileName)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		parts := strings.SplitN(scanner.Text(), "\t", 3)
		if len(parts) != 3 {
			return fmt.Errorf("%s: %q is no note", fileName, scanner.Text())
		}
		id, err := strconv.Atoi(parts[0])
		if err != nil {
			return fmt.Errorf("%s: %q is no number", fileName, parts[0])
		}
		written, err := time.Parse(time.RFC3339, parts[1])
		if err != nil {
			return fmt.Errorf("%s: %q is no time", fileName, parts[1])
		}
		all = append(all, Note{id, written, parts[2]})
		if id > lastID {
			lastID = id
		}
	}
	return scanner.Err()
}

func save() error {
	var text strings.Builder
	for _, note := range all {
		fmt.Fprintf(&text, "%d\t%s\t%s\n", note.ID, note.Time.UTC().Format(time.RFC3339), note.Text)
	}
	return os.WriteFile(fileName, []byte(text.String()), 0o644)
}
