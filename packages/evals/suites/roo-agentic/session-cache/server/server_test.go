package server

import (
	"errors"
	"sort"
	"sync"
	"testing"
	"time"
)

func TestCalls(t *testing.T) {
	s := New(2, time.Hour, time.Now)
	defer s.Close()
	first, _ := s.Handle("a")
	second, _ := s.Handle("a")
	other, _ := s.Handle("b")
	if first != 1 || second != 2 || other != 1 {
		t.Fatalf("calls were counted as %d, %d, %d", first, second, other)
	}
	if _, err := s.Handle("a"); !errors.Is(err, ErrTooMany) {
		t.Fatalf("the third call gives %v", err)
	}
}

func TestEveryCallGetsItsOwnNumber(t *testing.T) {
	for round := 0; round < 20; round++ {
		s := New(300, time.Hour, time.Now)
		var mutex sync.Mutex
		var numbers []int
		var group sync.WaitGroup
		start := make(chan struct{})
		for worker := 0; worker < 20; worker++ {
			group.Add(1)
			go func() {
				defer group.Done()
				<-start
				for i := 0; i < 20; i++ {
					if number, err := s.Handle("a"); err == nil {
						mutex.Lock()
						numbers = append(numbers, number)
						mutex.Unlock()
					}
				}
			}()
		}
		close(start)
		group.Wait()
		s.Close()
		sort.Ints(numbers)
		if len(numbers) != 300 {
			t.Fatalf("%d calls went well, want 300", len(numbers))
		}
		for i, number := range numbers {
			if number != i+1 {
				t.Fatalf("call %d has the number %d", i+1, number)
			}
		}
	}
}

func TestClientsAreForgotten(t *testing.T) {
	var mutex sync.Mutex
	now := time.Unix(1000, 0)
	s := New(10, time.Minute, func() time.Time {
		mutex.Lock()
		defer mutex.Unlock()
		return now
	})
	defer s.Close()
	s.Handle("a")
	mutex.Lock()
	now = now.Add(2 * time.Minute)
	mutex.Unlock()
	if number, err := s.Handle("a"); number != 1 || err != nil {
		t.Fatalf("got %d, %v after the session expired", number, err)
	}
}
