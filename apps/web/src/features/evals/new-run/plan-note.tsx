import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { planQuery, type RunRequest } from "../../../data/eval-queries.ts";
import { describeError } from "../../../ui/states.tsx";

/** What the run would try and what it could show, before it begins. */
export function PlanNote({ request }: { readonly request: RunRequest | undefined }) {
  const { data, error } = useQuery({
    ...planQuery(request ?? { suite: "" }),
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
  });
  if (error)
    return (
      <p role="alert" className="min-w-48 flex-1 text-xs text-bad">
        {describeError(error).message}
      </p>
    );
  if (!data) return <span className="flex-1" />;
  return (
    <p role="status" className="min-w-48 flex-1 text-xs text-ink-2">
      <span className="font-medium text-ink">
        {data.trials} {data.trials === 1 ? "trial" : "trials"}.
      </span>{" "}
      {data.sentence}
    </p>
  );
}
