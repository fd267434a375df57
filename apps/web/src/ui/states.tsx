import { ApiFailure } from "@roo-code/client";
import { CircleAlert, LoaderCircle, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

export function Spinner({ label = "Loading" }: { readonly label?: string | undefined }) {
  return (
    <span role="status" className="inline-flex items-center gap-2 text-sm text-ink-2">
      <LoaderCircle className="size-4 animate-spin" aria-hidden />
      {label}
    </span>
  );
}

export function Loading({ label }: { readonly label?: string }) {
  return (
    <div className="flex h-full min-h-32 items-center justify-center p-8">
      <Spinner label={label} />
    </div>
  );
}

interface EmptyProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** What to do about it. */
  readonly children?: ReactNode;
}

export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div className="flex h-full min-h-32 flex-col items-center justify-center gap-2 p-8 text-center">
      {icon !== undefined && <span className="text-ink-3 [&_svg]:size-6">{icon}</span>}
      <p className="text-sm font-medium">{title}</p>
      {children !== undefined && <div className="max-w-md text-sm text-ink-2">{children}</div>}
    </div>
  );
}

/** What went wrong and what to do about it. */
export function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { message, next } = describeError(error);
  return (
    <div role="alert" className="flex min-h-32 flex-col items-center justify-center gap-3 p-8 text-center">
      <CircleAlert className="size-6 text-bad" aria-hidden />
      <div className="max-w-md">
        <p className="text-sm font-medium">{message}</p>
        {next !== undefined && <p className="text-sm text-ink-2">{next}</p>}
      </div>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

export function describeError(error: unknown): { message: string; next: string | undefined } {
  if (error instanceof ApiFailure) return { message: error.message, next: error.next };
  return { message: error instanceof Error ? error.message : String(error), next: undefined };
}

interface FailedPartProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** For a server without this feature: what is missing, and how to get it. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Explains a feature that the server does not have; other errors are shown as usual. */
export function FailedPart({ error, onRetry, title, children }: FailedPartProps) {
  if (!(error instanceof ApiFailure) || error.code !== "unavailable") return <Failed error={error} onRetry={onRetry} />;
  return (
    <Empty icon={<Unplug />} title={title}>
      {children}
    </Empty>
  );
}
