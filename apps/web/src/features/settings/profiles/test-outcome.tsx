import type { RouteOutput, Routes } from "@roo-code/types/api";
import { clsx } from "clsx";
import { CircleAlert, CircleCheck } from "lucide-react";
import { formatDuration } from "../../../ui/format.ts";
import { describeError } from "../../../ui/states.tsx";

type Outcome = RouteOutput<Routes["providers"]["test"]>;

interface TestOutcomeProps {
  readonly outcome: Outcome | undefined;
  readonly error: Error | null;
  /** Where the key that was tried can be changed. */
  readonly keyHint?: string;
}

/** The result of a test call. */
export function TestOutcome({ outcome, error, keyHint }: TestOutcomeProps) {
  if (!outcome && !error) return null;
  const isGood = outcome?.isGood ?? false;
  const { message, next } = outcome ?? describeError(error);
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <div
      role="status"
      className={clsx(
        "flex gap-2 rounded-md px-3 py-2 text-sm",
        isGood ? "bg-ok-soft text-ok" : "bg-bad-soft text-bad",
      )}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <p className="min-w-0 flex-1 break-words">
        {message} {next && withoutFlags(next, keyHint)}
        {isGood && outcome && <span className="text-xs"> {formatDuration(outcome.durationMs)}</span>}
      </p>
    </div>
  );
}

/** The advice names command-line flags; here there are form fields instead. */
function withoutFlags(next: string, keyHint: string | undefined): string {
  if (keyHint !== undefined && next.endsWith("--api-key.")) return keyHint;
  return next.replace("--model", "the model").replace("--base-url", "the address");
}
