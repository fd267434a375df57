/** In place of the answers to a task that another process works on: this one could not take them. */
export function AnsweredElsewhere() {
  return (
    <p role="note" className="mt-2 text-sm text-ink-2">
      This task is running in another process, such as a terminal. Answer it there.
    </p>
  );
}
