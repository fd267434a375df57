import type { RouteOutput, Routes } from "@roo-code/types/api";
import { clsx } from "clsx";
import { CircleAlert, CircleCheck } from "lucide-react";
import { formatDuration } from "../../../ui/format.ts";
import { describeError } from "../../../ui/states.tsx";

type Outcome = RouteOutput<Routes["providers"]["test"]>;

export interface TestOutcomeProps {
  readonly outcome: Outcome | undefined;
  readonly error: Error | null;
}

/** What came of a test call: that it works, or what to do. */
export function TestOutcome({ outcome, error }: TestOutcomeProps) {
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
        {message} {next}
        {isGood && outcome && <span className="text-xs"> {formatDuration(outcome.durationMs)}</span>}
      </p>
    </div>
  );
}
