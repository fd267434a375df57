import type { Evidence } from "@roo-code/types";
import { CircleCheck, CircleHelp, CircleX, Clock } from "lucide-react";

const marks = {
  shown: { icon: <CircleCheck className="text-ok" />, says: "confirmed by the log" },
  stale: { icon: <Clock className="text-warn" />, says: "was true, but something changed since" },
  contradicted: { icon: <CircleX className="text-bad" />, says: "contradicted by the log" },
  unknown: { icon: <CircleHelp className="text-ink-3" />, says: "not found in the log" },
};

/** What a completion claims, beside what happened. */
export function EvidenceList({ evidence }: { readonly evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null;
  return (
    <ul aria-label="Evidence" className="flex flex-col gap-1 rounded-lg border bg-surface px-3 py-2 text-xs">
      {evidence.map(({ claim, command, path, verdict, why }, index) => (
        <li key={index} className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
          {marks[verdict].icon}
          <span className="min-w-0 flex-1">
            {claim} <code className="font-mono text-2xs text-ink-3 wrap-anywhere">{command ?? path}</code>
          </span>
          <span className="text-ink-3">{why ?? marks[verdict].says}</span>
        </li>
      ))}
    </ul>
  );
}
