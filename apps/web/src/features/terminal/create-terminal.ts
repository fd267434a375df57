import { FitAddon } from "@xterm/addon-fit";
import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";

export interface TerminalView {
  readonly terminal: Terminal;
  /** Called after the theme has changed. */
  updateTheme(): void;
  dispose(): void;
}

/** An xterm terminal that fills its container. */
export function createTerminal(
  container: HTMLElement,
  options: { readonly isReadOnly: boolean; readonly label: string },
): TerminalView {
  const terminal = new Terminal({
    fontFamily: variable("--font-mono") || "monospace",
    fontSize: 12,
    lineHeight: 1.25,
    cursorBlink: !options.isReadOnly,
    disableStdin: options.isReadOnly,
    convertEol: options.isReadOnly,
    scrollback: 5000,
    screenReaderMode: true,
    theme: colours(),
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.open(container);
  terminal.textarea?.setAttribute("aria-label", options.label);
  fit.fit();
  const observer = new ResizeObserver(() => fit.fit());
  observer.observe(container);
  return {
    terminal,
    updateTheme: () => {
      terminal.options.theme = colours();
    },
    dispose: () => {
      observer.disconnect();
      terminal.dispose();
    },
  };
}

function colours() {
  const ink = variable("--ink");
  return {
    background: variable("--surface"),
    foreground: ink,
    cursor: ink,
    selectionBackground: `${variable("--accent")}55`,
    black: variable("--ink-3"),
    brightBlack: variable("--ink-3"),
    white: variable("--ink-2"),
    brightWhite: ink,
    red: variable("--bad"),
    brightRed: variable("--bad"),
    green: variable("--ok"),
    brightGreen: variable("--ok"),
    yellow: variable("--warn"),
    brightYellow: variable("--warn"),
    blue: variable("--code-name"),
    brightBlue: variable("--code-name"),
    magenta: variable("--code-keyword"),
    brightMagenta: variable("--code-keyword"),
    cyan: variable("--code-type"),
    brightCyan: variable("--code-type"),
  };
}

function variable(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
