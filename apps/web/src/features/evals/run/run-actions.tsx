import type { EvalRun } from "@roo-code/types";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Download, Ellipsis, Play, Square, Trash2 } from "lucide-react";
import { useState } from "react";
import { client } from "../../../data/client.ts";
import { queryClient, queryKeys } from "../../../data/query-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { showError } from "../../../ui/toast.ts";
import { isActive, runName } from "../run-labels.ts";

const formats = [
  { format: "html", label: "Report as a page" },
  { format: "markdown", label: "Report as Markdown" },
  { format: "csv", label: "Trials as CSV" },
  { format: "json", label: "Everything as JSON" },
] as const;

export function RunActions({ run }: { readonly run: EvalRun }) {
  const params = { runId: run.id };
  const shared = {
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.evals() }),
  };
  const cancel = useMutation({ ...shared, mutationFn: () => client.evals.cancel({ params }) });
  const resume = useMutation({ ...shared, mutationFn: () => client.evals.resume({ params }) });
  const [isRemoving, setIsRemoving] = useState(false);
  return (
    <div className="flex gap-2">
      {isActive(run) && (
        <Button disabled={cancel.isPending} onClick={() => cancel.mutate()}>
          <Square aria-hidden /> Stop
        </Button>
      )}
      {run.status === "cancelled" && (
        <Button disabled={resume.isPending} onClick={() => resume.mutate()}>
          <Play aria-hidden /> Continue
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label="More">
            <Ellipsis />
          </IconButton>
        }
        items={[
          ...formats.map(({ format, label }) => ({
            label,
            icon: <Download />,
            onSelect: () => location.assign(`/api/v1/evals/runs/${run.id}/report?format=${format}`),
          })),
          null,
          {
            label: "Delete",
            icon: <Trash2 />,
            isDanger: true,
            isDisabled: isActive(run),
            onSelect: () => setIsRemoving(true),
          },
        ]}
      />
      {isRemoving && <RemoveRun run={run} onClose={() => setIsRemoving(false)} />}
    </div>
  );
}

function RemoveRun({ run, onClose }: { readonly run: EvalRun; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => client.evals.remove({ params: { runId: run.id } }),
    onSuccess: async () => {
      await navigate({ to: "/evals" });
      await queryClient.invalidateQueries({ queryKey: queryKeys.evals("runs") });
    },
    onError: showError,
    onSettled: onClose,
  });
  return (
    <Confirm
      title={`Delete ${runName(run)}?`}
      action="Delete"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      Its trials, logs and statistics are deleted.
    </Confirm>
  );
}
