import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Scale } from "lucide-react";
import { useState } from "react";
import { client } from "../../../data/client.ts";
import { profilesQuery } from "../../../data/configuration-queries.ts";
import { planQuery, type RunRequest, suitesQuery } from "../../../data/eval-queries.ts";
import { queryClient, queryKeys } from "../../../data/query-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { describeError, Failed, Loading } from "../../../ui/states.tsx";
import { showError } from "../../../ui/toast.ts";
import { AgentFields } from "./agent-fields.tsx";
import { ExecutionFields } from "./execution-fields.tsx";
import { ExerciseFields } from "./exercise-fields.tsx";
import { emptyRun, type RunForm, requestOf } from "./run-form.ts";

export function NewRun({ onClose }: { readonly onClose: () => void }) {
  const suites = useQuery(suitesQuery);
  const profiles = useQuery(profilesQuery);
  const navigate = useNavigate();
  const [input, setForm] = useState<RunForm>(emptyRun);
  const form = {
    ...input,
    suite: input.suite || (suites.data?.suites[0]?.name ?? ""),
    profile: input.profile || (profiles.data?.profiles.find(({ isDefault }) => isDefault)?.name ?? ""),
  };
  const set = (change: Partial<RunForm>) => setForm((before) => ({ ...before, ...change }));
  const request = requestOf(form, profiles.data?.profiles ?? []);
  const create = useMutation({
    mutationFn: () => client.evals.create({ body: request }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.evals("runs") });
      await navigate({ to: "/evals/$runId", params: { runId: String(id) } });
    },
    onError: showError,
  });
  const isComplete = form.suite !== "" && (form.agent !== "command" || form.command.trim() !== "");
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="lg"
      title="New run"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!isComplete || create.isPending} onClick={() => create.mutate()}>
            {create.isPending ? "Starting…" : "Start"}
          </Button>
        </>
      }
    >
      {suites.error ? (
        <Failed error={suites.error} onRetry={() => void suites.refetch()} />
      ) : !suites.data ? (
        <Loading label="Loading suites and toolchains" />
      ) : (
        <div className="flex flex-col gap-6 pb-1">
          <ExerciseFields form={form} suites={suites.data.suites} onChange={set} />
          <AgentFields form={form} profiles={profiles.data?.profiles ?? []} onChange={set} />
          <ExecutionFields form={form} onChange={set} />
          <PlanNote request={isComplete ? request : undefined} />
        </div>
      )}
    </Dialog>
  );
}

/** The number of trials and the smallest difference that the run could detect. */
function PlanNote({ request }: { readonly request: RunRequest | undefined }) {
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
            `; differences below ${Math.round(data.smallestDifference)} points cannot be detected`}
        </p>
        <p>{data.sentence}</p>
      </div>
    </div>
  );
}
