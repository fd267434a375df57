import { create } from "zustand";

const storageKey = "roo.draft";

interface Draft {
  readonly text: string;
  /** Empty for what the settings say. */
  readonly mode: string;
  readonly profile: string;
}

/** What is about to be said; a page that is closed keeps the words. */
export const useDraft = create<Draft>(() => ({ text: localStorage.getItem(storageKey) ?? "", mode: "", profile: "" }));

export function writeDraft(text: string): void {
  localStorage.setItem(storageKey, text);
  useDraft.setState({ text });
}
