/** Never rejects: a failure is reported, and everything else can still be closed. */
export async function closeSafely(name: string, close: () => Promise<void> | undefined): Promise<void> {
  try {
    await close();
  } catch (error) {
    warnNotClosed(name, error);
  }
}

export function warnNotClosed(name: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  process.emitWarning(`Could not close ${name}: ${reason}`, { code: "ROO_NOT_CLOSED" });
}
