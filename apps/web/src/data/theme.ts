import { create } from "zustand";

export type ThemeChoice = "system" | "dark" | "light";
export type Theme = "dark" | "light";

/** Also read by `public/theme.js` before the first paint. */
const storageKey = "roo.theme";
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

const useThemeStore = create<{ choice: ThemeChoice; theme: Theme }>(() => {
  const choice = parseChoice(localStorage.getItem(storageKey));
  return { choice, theme: themeOf(choice) };
});

export const useTheme = (): Theme => useThemeStore(({ theme }) => theme);
export const useThemeChoice = (): ThemeChoice => useThemeStore(({ choice }) => choice);

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(storageKey, choice);
  apply(choice);
}

prefersDark.addEventListener("change", () => apply(useThemeStore.getState().choice));

function apply(choice: ThemeChoice): void {
  const theme = themeOf(choice);
  document.documentElement.dataset["theme"] = theme;
  useThemeStore.setState({ choice, theme });
}

function themeOf(choice: ThemeChoice): Theme {
  if (choice !== "system") return choice;
  return prefersDark.matches ? "dark" : "light";
}

function parseChoice(stored: string | null): ThemeChoice {
  return stored === "dark" || stored === "light" ? stored : "system";
}
