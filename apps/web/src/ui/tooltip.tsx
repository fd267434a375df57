import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Keys } from "./keys.tsx";

export interface TooltipProps {
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
