import { clsx } from "clsx";
import type { ReactNode } from "react";

interface CardProps {
  readonly title?: ReactNode;
  /** Next to the title. */
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Card({ title, actions, className, children }: CardProps) {
  return (
    <section className={clsx("rounded-xl border bg-surface", className)}>
      {title !== undefined && (
        <header className="flex min-h-12 items-center gap-2 border-b px-4 py-2">
          <h2 className="min-w-0 flex-1 truncate text-sm font-semibold">{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}
