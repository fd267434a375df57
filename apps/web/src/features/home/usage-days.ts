const dayMs = 86_400_000;

/** The last so many days as `2030-01-31`, oldest first, today included. Days are the server's: UTC. */
export function daysBack(count: number, now = Date.now()): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}
