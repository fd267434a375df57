const storageKey = "roo.welcomed";

/** Whether the person chose to look around without a model. */
export function wasWelcomed(): boolean {
  return localStorage.getItem(storageKey) !== null;
}

export function noteWelcomed(): void {
  localStorage.setItem(storageKey, "yes");
}
