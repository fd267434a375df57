import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

interface TooltipProps {
  readonly text: ReactNode;
  readonly shortcut?: string | undefined;
  readonly side?: "top" | "right" | "bottom" | "left";
  readonly children: ReactNode;
}

/** Needs `TooltipProvider` above it; the app has one. */
export function Tooltip({ text, shortcut, side = "bottom", children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-80 items-center gap-2 rounded-md border bg-raised px-2 py-1 text-xs text-ink shadow-float"
        >
          {text}
          {shortcut && <Keys combination={shortcut} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const TooltipProvider = Radix.Provider;

const isMac = navigator.platform.startsWith("Mac");

/** A shortcut such as `mod+k`, with the key names of the platform. */
export function Keys({ combination }: { readonly combination: string }) {
  return (
    <span className="inline-flex gap-0.5">
      {combination.split("+").map((key) => (
        <kbd
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded border bg-sunken px-1 font-sans text-2xs text-ink-2"
        >
          {nameOf(key)}
        </kbd>
      ))}
    </span>
  );
}

function nameOf(key: string): string {
  switch (key) {
    case "mod":
      return isMac ? "⌘" : "Ctrl";
    case "shift":
      return isMac ? "⇧" : "Shift";
    case "alt":
      return isMac ? "⌥" : "Alt";
    case "enter":
      return "↵";
    default:
      return key.length === 1 ? key.toUpperCase() : key;
  }
}
