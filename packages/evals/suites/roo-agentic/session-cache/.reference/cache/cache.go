// Package cache keeps values in memory for a while.
package cache

import (
	"errors"
	"sync"
	"time"
)

type entry struct {
	value   any
	expires time.Time
}

// loading is a load that others may wait for.
type loading struct {
	done  chan struct{}
	value any
	err   error
}

var errPanicked = errors.New("the load did not come to its end")

// Cache is safe for use by many goroutines at once.
type Cache struct {
	mutex   sync.Mutex
	entries map[string]entry
	loads   map[string]*loading
	life    time.Duration
	clock   func() time.Time
	stop    chan struct{}
	stopped chan struct{}
	once    sync.Once
}

// New makes a cache that keeps each value for so long, and looks for expired ones at an interval.
func New(life, interval time.Duration, clock func() time.Time) *Cache {
	c := &Cache{
		entries: map[string]entry{},
		loads:   map[string]*loading{},
		life:    life,
		clock:   clock,
		stop:    make(chan struct{}),
		stopped: make(chan struct{}),
	}
	go c.sweep(interval)
	return c
}

// Get returns a value that was set and has not expired.
func (c *Cache) Get(key string) (any, bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.get(key)
}

func (c *Cache) get(key string) (any, bool) {
	found, isThere := c.entries[key]
	if !isThere || found.expires.Before(c.clock()) {
		return nil, false
	}
	return found.value, true
}

// Set keeps a value.
func (c *Cache) Set(key string, value any) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.set(key, value)
}

func (c *Cache) set(key string, value any) {
	c.entries[key] = entry{value, c.clock().Add(c.life)}
}

// Delete forgets a value.
func (c *Cache) Delete(key string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	delete(c.entries, key)
}

// Len tells how many values there are that have not expired.
func (c *Cache) Len() int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.throwOut()
	return len(c.entries)
}

// GetOrLoad returns what is there, else what load returns, which is kept.
func (c *Cache) GetOrLoad(key string, load func() (any, error)) (any, error) {
	c.mutex.Lock()
	if value, isThere := c.get(key); isThere {
		c.mutex.Unlock()
		return value, nil
	}
	if other, isLoading := c.loads[key]; isLoading {
		c.mutex.Unlock()
		<-other.done
		return other.value, other.err
	}
	own := &loading{done: make(chan struct{}), err: errPanicked}
	c.loads[key] = own
	c.mutex.Unlock()
	defer c.finish(key, own)
	own.value, own.err = load()
	return own.value, own.err
}

// finish is called when a load is over, also by a panic.
func (c *Cache) finish(key string, own *loading) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	delete(c.loads, key)
	if own.err == nil {
		c.set(key, own.value)
	}
	close(own.done)
}

// Close stops looking for expired values.
func (c *Cache) Close() {
	c.once.Do(func() { close(c.stop) })
	<-c.stopped
}

func (c *Cache) sweep(interval time.Duration) {
	defer close(c.stopped)
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-c.stop:
			return
		case <-ticker.C:
			c.mutex.Lock()
			c.throwOut()
			c.mutex.Unlock()
		}
	}
}

func (c *Cache) throwOut() {
	now := c.clock()
	for key, each := range c.entries {
		if each.expires.Before(now) {
			delete(c.entries, key)
		}
	}
}
