import type { ReactNode } from "react";

interface PageProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A scrolling page with a heading. */
export function Page({ title, about, actions, children }: PageProps) {
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 py-6 md:px-8">
        <header className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1">
            <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
            {about !== undefined && <p className="text-sm text-ink-2">{about}</p>}
          </div>
          {actions}
        </header>
        {children}
      </div>
    </div>
  );
}
