import { create } from "zustand";

export const panels = ["files", "changes", "terminal", "browser", "checkpoints", "subtasks"] as const;
export type PanelName = (typeof panels)[number];

interface PanelChoice {
  readonly panel: PanelName;
  /** Chosen by the user. */
  readonly isChosen: boolean;
  readonly isShown: boolean;
  /** How often a panel was opened from elsewhere. */
  readonly openedCount: number;
}

/** The panel next to the chat. */
export const usePanel = create<PanelChoice>(() => ({
  panel: "files",
  isChosen: false,
  isShown: localStorage.getItem("roo.panel") !== "hidden",
  openedCount: 0,
}));

export function choosePanel(panel: PanelName): void {
  usePanel.setState({ panel, isChosen: true });
}

/** Shows a panel unless the user has chosen one. */
export function suggestPanel(panel: PanelName): void {
  if (!usePanel.getState().isChosen) usePanel.setState({ panel });
}

/** Shows a panel, also if panels are hidden. */
export function openPanel(panel: PanelName): void {
  usePanel.setState(({ openedCount }) => ({ panel, isChosen: true, isShown: true, openedCount: openedCount + 1 }));
  localStorage.setItem("roo.panel", "shown");
}

export function togglePanel(): void {
  usePanel.setState(({ isShown }) => ({ isShown: !isShown }));
  localStorage.setItem("roo.panel", usePanel.getState().isShown ? "shown" : "hidden");
}
