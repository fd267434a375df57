import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { planQuery, type RunRequest } from "../../../data/eval-queries.ts";
import { describeError } from "../../../ui/states.tsx";

/** What the run would try and which difference it could show, before it begins. */
export function PlanNote({ request }: { readonly request: RunRequest | undefined }) {
  const { data, error } = useQuery({
    ...planQuery(request ?? { suite: "" }),
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
  });
  const failure = error ? describeError(error) : undefined;
  if (failure)
    return (
      <p role="alert" className="rounded-lg bg-bad-soft px-3 py-2 text-sm text-bad">
        {failure.message} {failure.next}
      </p>
    );
  if (!data) return null;
  return (
    <div role="status" className="flex gap-3 rounded-lg bg-accent-soft px-3 py-2 text-xs text-ink-2">
      <Scale className="mt-0.5 size-4 shrink-0 text-accent-text" aria-hidden />
      <div>
        <p className="text-sm font-medium text-ink">
          {data.trials} {data.trials === 1 ? "trial" : "trials"}
          {data.smallestDifference !== null &&
            `; no difference below ${Math.round(data.smallestDifference)} points can be shown`}
        </p>
        <p>{data.sentence}</p>
      </div>
    </div>
  );
}
