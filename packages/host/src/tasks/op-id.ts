let count = 0;

/** An id that no other op of the same task has. */
export function newOpId(): string {
  count += 1;
  return `op-${process.pid}-${Date.now()}-${count}`;
}
