import { ApiFailure } from "@roo-code/client";
import { Unplug } from "lucide-react";
import type { ReactNode } from "react";
import { Empty, Failed } from "./states.tsx";

export interface FailedPartProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** What is missing, and how one gets it, for a server without this part. */
  readonly title: string;
  readonly children: ReactNode;
}

/** A server that lacks a part is no failure: it says what is missing. */
export function FailedPart({ error, onRetry, title, children }: FailedPartProps) {
  if (!(error instanceof ApiFailure) || error.code !== "unavailable") return <Failed error={error} onRetry={onRetry} />;
  return (
    <Empty icon={<Unplug />} title={title}>
      {children}
    </Empty>
  );
}
