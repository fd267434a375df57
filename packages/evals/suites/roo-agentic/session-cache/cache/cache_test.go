package cache

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// fakeClock stands still until it is moved.
type fakeClock struct {
	mutex sync.Mutex
	now   time.Time
}

func newClock() *fakeClock {
	return &fakeClock{now: time.Unix(1000, 0)}
}

func (f *fakeClock) Now() time.Time {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.now
}

func (f *fakeClock) Move(by time.Duration) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.now = f.now.Add(by)
}

// hung is set by the first test that hangs: the others need not wait as long again.
var hung bool

func within(t *testing.T, what string, do func()) {
	t.Helper()
	if hung {
		t.Fatal("an earlier test hangs")
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	select {
	case <-done:
	case <-time.After(8 * time.Second):
		hung = true
		t.Fatalf("%s hangs", what)
	}
}

func TestValuesExpire(t *testing.T) {
	clock := newClock()
	c := New(time.Minute, time.Hour, clock.Now)
	defer c.Close()
	c.Set("a", 1)
	clock.Move(59 * time.Second)
	c.Set("b", 2)
	if value, ok := c.Get("a"); !ok || value != 1 || c.Len() != 2 {
		t.Fatalf("got %v, %v, %d", value, ok, c.Len())
	}
	clock.Move(2 * time.Second)
	if _, ok := c.Get("a"); ok || c.Len() != 1 {
		t.Fatalf("an expired value is there, or %d are", c.Len())
	}
	c.Delete("b")
	if _, ok := c.Get("b"); ok || c.Len() != 0 {
		t.Fatal("a deleted value is there")
	}
}

func TestManyAtOnce(t *testing.T) {
	c := New(time.Hour, time.Millisecond, time.Now)
	defer c.Close()
	var group sync.WaitGroup
	for worker := 0; worker < 16; worker++ {
		group.Add(1)
		go func(worker int) {
			defer group.Done()
			for i := 0; i < 2000; i++ {
				key := fmt.Sprint(i % 50)
				c.Set(key, worker)
				c.Get(key)
				c.Len()
				if i%7 == 0 {
					c.Delete(key)
				}
			}
		}(worker)
	}
	within(t, "the cache", group.Wait)
}

func TestExpiredValuesAreThrownOutBesideOtherWork(t *testing.T) {
	c := New(time.Millisecond, time.Millisecond, time.Now)
	defer c.Close()
	var group sync.WaitGroup
	for worker := 0; worker < 8; worker++ {
		group.Add(1)
		go func(worker int) {
			defer group.Done()
			for i := 0; i < 3000; i++ {
				c.Set(fmt.Sprint(worker, i%100), i)
			}
		}(worker)
	}
	within(t, "the cache", group.Wait)
}

func TestLoadRunsOnce(t *testing.T) {
	c := New(time.Hour, time.Hour, time.Now)
	defer c.Close()
	var loads int32
	results := make(chan any, 50)
	within(t, "loading", func() {
		var group sync.WaitGroup
		for i := 0; i < 50; i++ {
			group.Add(1)
			go func() {
				defer group.Done()
				value, err := c.GetOrLoad("a", func() (any, error) {
					atomic.AddInt32(&loads, 1)
					time.Sleep(20 * time.Millisecond)
					return "loaded", nil
				})
				if err == nil {
					results <- value
				}
			}()
		}
		group.Wait()
	})
	if loads != 1 || len(results) != 50 {
		t.Fatalf("%d loads gave %d results", loads, len(results))
	}
	if value, ok := c.Get("a"); !ok || value != "loaded" {
		t.Fatalf("kept %v, %v", value, ok)
	}
}

func TestWhatIsThereIsNotLoaded(t *testing.T) {
	clock := newClock()
	c := New(time.Minute, time.Hour, clock.Now)
	defer c.Close()
	c.Set("a", 1)
	within(t, "loading", func() {
		value, err := c.GetOrLoad("a", func() (any, error) { return 2, nil })
		if value != 1 || err != nil {
			t.Errorf("got %v, %v", value, err)
		}
		clock.Move(2 * time.Minute)
		value, err = c.GetOrLoad("a", func() (any, error) { return 3, nil })
		if value != 3 || err != nil {
			t.Errorf("got %v, %v after it expired", value, err)
		}
	})
}

func TestFailedLoadsAreNotKept(t *testing.T) {
	c := New(time.Hour, time.Hour, time.Now)
	defer c.Close()
	broken := errors.New("broken")
	within(t, "loading", func() {
		if _, err := c.GetOrLoad("a", func() (any, error) { return nil, broken }); !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
		if _, ok := c.Get("a"); ok || c.Len() != 0 {
			t.Error("a failure was kept")
		}
		if value, err := c.GetOrLoad("a", func() (any, error) { return 1, nil }); value != 1 || err != nil {
			t.Errorf("got %v, %v the second time", value, err)
		}
	})
}

func TestSlowLoadHoldsUpNobodyElse(t *testing.T) {
	c := New(time.Hour, time.Hour, time.Now)
	defer c.Close()
	release := make(chan struct{})
	started := make(chan struct{})
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		c.GetOrLoad("slow", func() (any, error) {
			close(started)
			<-release
			return 1, nil
		})
	}()
	<-started
	within(t, "another key", func() {
		c.Set("b", 1)
		c.Get("b")
		c.Len()
		c.GetOrLoad("c", func() (any, error) { return 2, nil })
	})
	close(release)
	within(t, "the slow load", func() { <-finished })
}

func TestLoadThatPanics(t *testing.T) {
	c := New(time.Hour, time.Hour, time.Now)
	defer c.Close()
	started := make(chan struct{})
	release := make(chan struct{})
	panicked := make(chan any, 1)
	go func() {
		defer func() { panicked <- recover() }()
		c.GetOrLoad("a", func() (any, error) {
			close(started)
			<-release
			panic("boom")
		})
	}()
	<-started
	waited := make(chan error, 1)
	go func() {
		_, err := c.GetOrLoad("a", func() (any, error) { return nil, errors.New("loaded again") })
		waited <- err
	}()
	time.Sleep(20 * time.Millisecond)
	close(release)
	within(t, "whoever waits", func() {
		if reason := <-panicked; fmt.Sprint(reason) != "boom" {
			t.Errorf("the panic became %v", reason)
		}
		if err := <-waited; err == nil {
			t.Error("whoever waited got no error")
		}
	})
	within(t, "the next one", func() {
		if value, err := c.GetOrLoad("a", func() (any, error) { return 1, nil }); value != 1 || err != nil {
			t.Errorf("got %v, %v afterwards", value, err)
		}
	})
}

func TestCloseMayBeCalledOften(t *testing.T) {
	c := New(time.Hour, time.Hour, time.Now)
	c.Set("a", 1)
	within(t, "closing", func() {
		var group sync.WaitGroup
		for i := 0; i < 10; i++ {
			group.Add(1)
			go func() {
				defer group.Done()
				c.Close()
			}()
		}
		group.Wait()
		c.Close()
	})
	if value, ok := c.Get("a"); !ok || value != 1 {
		t.Fatalf("got %v, %v from a closed cache", value, ok)
	}
}

func TestCloseWaitsForTheGoroutine(t *testing.T) {
	before := running()
	within(t, "closing", func() {
		for i := 0; i < 50; i++ {
			c := New(time.Millisecond, time.Millisecond, time.Now)
			c.Set("a", 1)
			c.Close()
		}
	})
	if after := running(); after > before {
		t.Fatalf("%d goroutines are left", after-before)
	}
}

// running counts the goroutines of this package beside those of tests.
func running() int {
	stacks := make([]byte, 1<<20)
	text := string(stacks[:runtime.Stack(stacks, true)])
	return strings.Count(text, "session/cache.New")
}
