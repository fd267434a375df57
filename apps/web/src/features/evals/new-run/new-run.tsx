import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../../data/client.ts";
import { suitesQuery } from "../../../data/eval-queries.ts";
import { profilesQuery } from "../../../data/provider-queries.ts";
import { queryClient } from "../../../data/query-client.ts";
import { queryKeys } from "../../../data/query-keys.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failed, Loading } from "../../../ui/states.tsx";
import { tellFailure } from "../../../ui/toast.ts";
import { AgentFields } from "./agent-fields.tsx";
import { ExerciseFields } from "./exercise-fields.tsx";
import { PlanNote } from "./plan-note.tsx";
import { emptyRun, type RunForm, requestOf } from "./run-form.ts";
import { TermFields } from "./term-fields.tsx";

/** What to try, by whom, how often, within which bounds. */
export function NewRun({ onClose }: { readonly onClose: () => void }) {
  const suites = useQuery(suitesQuery);
  const profiles = useQuery(profilesQuery);
  const navigate = useNavigate();
  const [written, setForm] = useState<RunForm>(emptyRun);
  const form = {
    ...written,
    suite: written.suite || (suites.data?.suites[0]?.name ?? ""),
    profile: written.profile || (profiles.data?.profiles.find(({ isDefault }) => isDefault)?.name ?? ""),
  };
  const set = (change: Partial<RunForm>) => setForm((before) => ({ ...before, ...change }));
  const request = requestOf(form, profiles.data?.profiles ?? []);
  const create = useMutation({
    mutationFn: () => client.evals.create({ body: request }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.evals("runs") });
      await navigate({ to: "/evals/$runId", params: { runId: String(id) } });
    },
    onError: tellFailure,
  });
  const isWhole = form.suite !== "" && (form.agent !== "command" || form.command.trim() !== "");
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="lg"
      title="New run"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!isWhole || create.isPending} onClick={() => create.mutate()}>
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
          <TermFields form={form} onChange={set} />
          <PlanNote request={isWhole ? request : undefined} />
        </div>
      )}
    </Dialog>
  );
}
