// Package cache keeps values in memory for a while.
package cache

import (
	"sync"
	"time"
)

type entry struct {
	value   any
	expires time.Time
}

// Cache is safe for use by many goroutines at once.
type Cache struct {
	mutex   sync.Mutex
	entries map[string]entry
	life    time.Duration
	clock   func() time.Time
	stop    chan struct{}
}

// New makes a cache that keeps each value for so long, and looks for expired ones at an interval.
func New(life, interval time.Duration, clock func() time.Time) *Cache {
	c := &Cache{entries: map[string]entry{}, life: life, clock: clock, stop: make(chan struct{})}
	go c.sweep(interval)
	return c
}

// Get returns a value that was set and has not expired.
func (c *Cache) Get(key string) (any, bool) {
	found, isThere := c.entries[key]
	if !isThere || found.expires.Before(c.clock()) {
		return nil, false
	}
	return found.value, true
}

// Set keeps a value.
func (c *Cache) Set(key string, value any) {
	c.mutex.Lock()
	c.entries[key] = entry{value, c.clock().Add(c.life)}
	c.mutex.Unlock()
}

// Delete forgets a value.
func (c *Cache) Delete(key string) {
	delete(c.entries, key)
}

// Len tells how many values there are that have not expired.
func (c *Cache) Len() int {
	return len(c.entries)
}

// GetOrLoad returns what is there, else what load returns, which is kept.
func (c *Cache) GetOrLoad(key string, load func() (any, error)) (any, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if value, isThere := c.Get(key); isThere {
		return value, nil
	}
	value, err := load()
	c.Set(key, value)
	return value, err
}

// Close stops looking for expired values.
func (c *Cache) Close() {
	c.stop <- struct{}{}
	close(c.stop)
}

func (c *Cache) sweep(interval time.Duration) {
	ticker := time.NewTicker(interval)
	for {
		select {
		case <-c.stop:
			return
		case <-ticker.C:
			for key, each := range c.entries {
				if each.expires.Before(c.clock()) {
					delete(c.entries, key)
				}
			}
		}
	}
}
