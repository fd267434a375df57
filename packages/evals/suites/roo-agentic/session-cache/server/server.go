// Package server counts the calls of clients.
package server

import (
	"errors"
	"time"

	"session/cache"
	"session/limiter"
)

// ErrTooMany is for a client that calls too often.
var ErrTooMany = errors.New("too many calls")

type session struct {
	calls int
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
	found, isThere := s.sessions.Get(client)
	if !isThere {
		found = &session{}
		s.sessions.Set(client, found)
	}
	current := found.(*session)
	current.calls++
	return current.calls, nil
}

// Close ends what the server does in the background.
func (s *Server) Close() {
	s.sessions.Close()
}
