package limiter

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestWindows(t *testing.T) {
	now := time.Unix(1000, 0)
	l := New(2, time.Minute, func() time.Time { return now })
	calls := []bool{l.Allow("a"), l.Allow("a"), l.Allow("a"), l.Allow("b")}
	now = now.Add(59 * time.Second)
	calls = append(calls, l.Allow("a"))
	now = now.Add(time.Second)
	calls = append(calls, l.Allow("a"), l.Allow("a"), l.Allow("a"))
	want := []bool{true, true, false, true, false, true, true, false}
	for i := range want {
		if calls[i] != want[i] {
			t.Fatalf("calls were allowed as %v, want %v", calls, want)
		}
	}
}

func TestExactlyTheLimitAtOnce(t *testing.T) {
	for round := 0; round < 50; round++ {
		l := New(100, time.Hour, time.Now)
		var allowed int32
		var group sync.WaitGroup
		start := make(chan struct{})
		for worker := 0; worker < 20; worker++ {
			group.Add(1)
			go func() {
				defer group.Done()
				<-start
				for i := 0; i < 20; i++ {
					if l.Allow("a") {
						atomic.AddInt32(&allowed, 1)
					}
				}
			}()
		}
		close(start)
		group.Wait()
		if allowed != 100 {
			t.Fatalf("%d of 400 calls were allowed, want 100", allowed)
		}
	}
}
