package main

import (
	"fmt"
	"os"
	"strings"

	"notebook/notes"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "notebook:", err)
		os.Exit(1)
	}
}

func run(words []string) error {
	if err := notes.Open("notes.txt"); err != nil {
		return err
	}
	if len(words) > 1 && words[0] == "add" {
		_, err := notes.Add(strings.Join(words[1:], " "))
		return err
	}
	return notes.Print()
}
