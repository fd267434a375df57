import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../data/client.ts";
import { queryClient } from "../../data/query-client.ts";
import { queryKeys } from "../../data/query-keys.ts";
import { chooseWorkspace } from "../../data/workspace-choice.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { describeError } from "../../ui/states.tsx";

export function CloneRepository({ onClose }: { readonly onClose: () => void }) {
  const [url, setUrl] = useState("");
  const clone = useMutation({
    mutationFn: () => client.workspaces.clone({ body: { url: url.trim() } }),
    onSuccess: async ({ workspaceId }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.workspaces });
      chooseWorkspace(workspaceId);
      onClose();
    },
  });
  const failure = clone.error ? describeError(clone.error) : undefined;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Clone a repository"
      description="Into a folder managed by the server."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={url.trim() === "" || clone.isPending} onClick={() => clone.mutate()}>
            {clone.isPending ? "Cloning…" : "Clone"}
          </Button>
        </>
      }
    >
      <Field
        label="Address"
        hint="https or ssh"
        error={failure && [failure.message, failure.next].filter(Boolean).join(" ")}
      >
        {(tied) => (
          <Input
            {...tied}
            autoFocus
            value={url}
            placeholder="https://github.com/owner/name.git"
            onChange={({ target }) => setUrl(target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
