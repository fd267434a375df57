const storageKey = "roo.welcomed";

/** Whether the user chose to continue without a model. */
export function wasWelcomed(): boolean {
  return localStorage.getItem(storageKey) !== null;
}

export function markWelcomed(): void {
  localStorage.setItem(storageKey, "yes");
}
