import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../data/client.ts";
import { queryClient, queryKeys } from "../../../data/query-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Input, TextArea } from "../../../ui/field.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { describeError } from "../../../ui/states.tsx";
import { showToast } from "../../../ui/toast.ts";

const sources = [
  { value: "global", label: "All folders" },
  { value: "project", label: "This folder" },
] as const;

const example = `{
  "mcpServers": {
    "time": { "command": "uvx", "args": ["mcp-server-time"] }
  }
}`;

interface AddServerProps {
  readonly workspaceId: string;
  readonly onClose: () => void;
}

/** Accepts the JSON snippets found in READMEs of MCP servers. */
export function AddServer({ workspaceId, onClose }: AddServerProps) {
  const [snippet, setSnippet] = useState("");
  const [name, setName] = useState("");
  const [source, setSource] = useState<(typeof sources)[number]["value"]>("global");
  const add = useMutation({
    mutationFn: () =>
      client.mcp.add({
        params: { workspaceId },
        body: { source, snippet, name: name.trim() || undefined },
      }),
    onSuccess: async ({ names }) => {
      showToast(`Added ${names.join(", ")}.`);
      await queryClient.invalidateQueries({ queryKey: queryKeys.mcp() });
      onClose();
    },
  });
  const failure = add.error ? describeError(add.error) : undefined;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add MCP servers"
      description="Its program runs on this machine with your permissions. Add only servers you trust."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={snippet.trim() === "" || add.isPending} onClick={() => add.mutate()}>
            {add.isPending ? "Adding…" : "Add"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label="JSON"
          hint="With or without the mcpServers wrapper."
          error={failure && [failure.message, failure.next].filter(Boolean).join(" ")}
        >
          {(field) => (
            <TextArea
              {...field}
              autoFocus
              rows={8}
              spellCheck={false}
              className="font-mono text-xs"
              placeholder={example}
              value={snippet}
              onChange={({ target }) => setSnippet(target.value)}
            />
          )}
        </Field>
        <Field label="Name" hint="Needed only if the JSON has none.">
          {(field) => <Input {...field} value={name} onChange={({ target }) => setName(target.value)} />}
        </Field>
        <Segmented label="For" value={source} options={sources} onChange={setSource} />
      </div>
    </Dialog>
  );
}
