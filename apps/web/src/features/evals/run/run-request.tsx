import type { EvalRun } from "@roo-code/types";
import { Card } from "../../../ui/card.tsx";

/** What the run was asked for, so that it can be done again. */
export function RunRequestCard({ run }: { readonly run: EvalRun }) {
  return (
    <Card>
      <details>
        <summary className="cursor-pointer px-4 py-3 text-sm text-ink-2">Configuration</summary>
        <pre className="max-h-80 overflow-auto border-t bg-sunken p-4 font-mono text-xs" tabIndex={0}>
          {JSON.stringify(run.request, null, 2)}
        </pre>
      </details>
    </Card>
  );
}
