// Package limiter allows so many calls per client and window.
package limiter

import (
	"sync"
	"time"
)

type window struct {
	began time.Time
	count int
}

// Limiter is safe for use by many goroutines at once.
type Limiter struct {
	mutex   sync.RWMutex
	windows map[string]*window
	limit   int
	length  time.Duration
	clock   func() time.Time
}

// New makes a limiter that allows so many calls in a window of that length.
func New(limit int, length time.Duration, clock func() time.Time) *Limiter {
	return &Limiter{windows: map[string]*window{}, limit: limit, length: length, clock: clock}
}

// Allow tells whether the client may make another call now.
func (l *Limiter) Allow(client string) bool {
	l.mutex.RLock()
	current := l.windows[client]
	l.mutex.RUnlock()
	now := l.clock()
	if current == nil || now.Sub(current.began) >= l.length {
		l.mutex.Lock()
		l.windows[client] = &window{began: now, count: 1}
		l.mutex.Unlock()
		return true
	}
	if current.count >= l.limit {
		return false
	}
	current.count++
	return true
}
