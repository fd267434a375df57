#!/bin/sh
# Starts roo with the Node next to it. One process.
self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in /*) self=$link ;; *) self=${self%/*}/$link ;; esac
done
case $self in */*) root=${self%/*}/.. ;; *) root=.. ;; esac
# One malloc arena: compiler threads would each keep megabytes for nothing. Commands the agent runs do not inherit it.
export MALLOC_ARENA_MAX=1
exec "$root/bin/node" "$root/cli/dist/roo.js" "$@"
