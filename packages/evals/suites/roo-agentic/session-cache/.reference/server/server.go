// Package server counts the calls of clients.
package server

import (
	"errors"
	"sync/atomic"
	"time"

	"session/cache"
	"session/limiter"
)

// ErrTooMany is for a client that calls too often.
var ErrTooMany = errors.New("too many calls")

type session struct {
	calls int64
}

// Server is safe for use by many goroutines at once.
type Server struct {
	sessions *cache.Cache
	limits   *limiter.Limiter
}

// New makes a server that forgets clients after a while.
func New(limit int, life time.Duration, clock func() time.Time) *Server {
	return &Server{
		sessions: cache.New(life, time.Second, clock),
		limits:   limiter.New(limit, time.Minute, clock),
	}
}

// Handle returns how many successful calls the client has made, this one included.
func (s *Server) Handle(client string) (int, error) {
	if !s.limits.Allow(client) {
		return 0, ErrTooMany
	}
	found, err := s.sessions.GetOrLoad(client, func() (any, error) { return &session{}, nil })
	if err != nil {
		return 0, err
	}
	return int(atomic.AddInt64(&found.(*session).calls, 1)), nil
}

// Close ends what the server does in the background.
func (s *Server) Close() {
	s.sessions.Close()
}
