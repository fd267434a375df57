import { create } from "zustand";

export const panels = ["files", "changes", "terminal", "browser", "checkpoints", "subtasks"] as const;
export type PanelName = (typeof panels)[number];

interface PanelChoice {
  readonly panel: PanelName;
  /** The person has said so. */
  readonly isChosen: boolean;
  readonly isShown: boolean;
  /** How often something was opened in it from elsewhere. */
  readonly openedCount: number;
}

/** Which part of the workspace is beside the chat. */
export const usePanel = create<PanelChoice>(() => ({
  panel: "files",
  isChosen: false,
  isShown: localStorage.getItem("roo.panel") !== "hidden",
  openedCount: 0,
}));

export function choosePanel(panel: PanelName): void {
  usePanel.setState({ panel, isChosen: true });
}

/** What is of most use where nobody has said what to show. */
export function suggestPanel(panel: PanelName): void {
  if (!usePanel.getState().isChosen) usePanel.setState({ panel });
}

/** Brings it into view. */
export function openPanel(panel: PanelName): void {
  usePanel.setState(({ openedCount }) => ({ panel, isChosen: true, isShown: true, openedCount: openedCount + 1 }));
  localStorage.setItem("roo.panel", "shown");
}

export function togglePanel(): void {
  usePanel.setState(({ isShown }) => ({ isShown: !isShown }));
  localStorage.setItem("roo.panel", usePanel.getState().isShown ? "shown" : "hidden");
}
