import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Tooltip } from "./tooltip.tsx";

interface IconButtonProps extends ComponentProps<"button"> {
  /** The accessible name and the tooltip. */
  readonly label: string;
  readonly shortcut?: string;
  readonly isActive?: boolean;
}

export function IconButton({ label, shortcut, isActive = false, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} shortcut={shortcut}>
      <button
        type="button"
        aria-label={label}
        className={clsx(
          "inline-flex size-8 shrink-0 items-center justify-center rounded-md transition-colors [&_svg]:size-4",
          "disabled:pointer-events-none disabled:opacity-40",
          isActive ? "bg-accent-soft text-accent-text" : "text-ink-2 hover:bg-hover hover:text-ink",
          className,
        )}
        {...rest}
      />
    </Tooltip>
  );
}
