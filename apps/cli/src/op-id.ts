let count = 0;

/** An id no other op of the same task has. */
export function newOpId(): string {
  count += 1;
  return `cli-${process.pid}-${Date.now()}-${count}`;
}
